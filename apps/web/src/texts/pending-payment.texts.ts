export const pendingPaymentTexts = {
  title: "Payment received, being confirmed",
  body: "Your bank has not confirmed the payment yet. Your plan starts automatically when it does. Please do not pay again.",
  facts: (facts: { plan: string; amount: string; band: string; since: string }) =>
    `${facts.plan}, capital up to ${facts.band}: ${facts.amount}, paid on ${facts.since}.`,
  history: "View Billing History",
  historyPath: "/algorithm/dashboard/Subscription?view=history",
} as const;
