/** A payment that the bank has not settled yet, wherever it is spoken of. */
export const pendingPaymentTexts = {
  title: "Payment received, being confirmed",
  body: "Your bank has not settled it yet. Your plan begins by itself as soon as it has; please do not pay again.",
  facts: (facts: { plan: string; amount: string; band: string; since: string }) =>
    `${facts.plan}, capital up to ${facts.band}: ${facts.amount}, paid on ${facts.since}.`,
  history: "View Billing History",
  historyPath: "/algorithm/dashboard/Subscription?view=history",
} as const;
