import type { Guarantee, Purchase } from "./billing-replies.ts";

export const billingTexts = {
  loading: "Loading your billing",
  loadFailed: "Your billing could not be loaded.",
  unknownFault: "Something went wrong. Please try again.",
} as const;

export const historyTexts = {
  title: "Billing History",
  lead: "Every payment with its invoice. Amounts include GST.",
  empty: "No payments yet",
  emptyBody: "Your payments and invoices will appear here.",
  capital: (amount: string) => `capital up to ${amount}`,
  paid: "Paid",
  ordered: "Ordered",
  period: "Period",
  periods: (count: number) => `Runs in ${count} parts`,
  part: { past: "Over", running: "Running", to_come: "To come" } satisfies Record<
    Purchase["parts"][number]["state"],
    string
  >,
  movedFrom: "Moved from",
  coupon: "Coupon",
  payment: "Payment",
  refunded: "Refunded",
  status: {
    pending: "Being confirmed",
    paid: "Paid",
    refunded: "Refunded",
    partly_refunded: "Partly refunded",
  } satisfies Record<Purchase["status"], string>,
  document: { invoice: "Invoice", credit_note: "Credit note" } satisfies Record<
    Purchase["documents"][number]["kind"],
    string
  >,
  download: (name: string) => `Download ${name} as PDF`,
  pendingNote: "The bank has not confirmed it yet. Your plan starts automatically when it does.",
} as const;

export const manageTexts = {
  title: "Manage Subscription",
  lead: "You pay once per period. Nothing is charged automatically.",
  moreTitle: "More time or more capital",
  moreBody:
    "A higher band begins at once, and your unused days follow. The same band starts when your plan ends; a lower band starts after the higher ones. You see the dates before you pay.",
  more: "Buy more",
  endTitle: "End the plan",
  remindersOn:
    "It ends on its end date. We write to you 7 days, 3 days and 1 day before; cancelling stops these reminders.",
  remindersOff: "Cancelled: your subscription runs to its end date, and we do not remind you.",
  cancel: "Cancel Subscription",
  resume: "Remind me again",
  cancelTitle: "Cancel your subscription?",
  cancelBody: (end: string) =>
    `Everything you paid for runs until ${end}, and nothing is charged after that. Cancelling only stops our reminders. You can undo this.`,
  cancelBodyWithoutEnd: "Nothing is charged automatically. Cancelling only stops our reminders. You can undo this.",
  cancelConfirm: "Cancel subscription",
  keep: "Keep it",
} as const;

export const guaranteeTexts = {
  title: "Fee-back guarantee",
  lead: "At the end of each period we work out the gross result of your connected account from its fills. If it is a loss, we refund the whole fee.",
  empty: "No result yet. It appears here when a period you paid for has ended.",
  gross: "Gross result",
  unknown: "No trades",
  fee: "Fee",
  outcome: {
    refund: "Fee refunded",
    payout: "Fee is paid out",
    kept: "Period ended without a loss",
    no_result: "No result",
  } satisfies Record<Guarantee["outcome"], string>,
  refund: {
    due: "The refund is being prepared.",
    sent: "The refund is on its way to you.",
    processed: "The refund has reached your bank.",
    failed: "The refund failed. We are looking into it.",
    payout: "The payment is too old for a refund, so we transfer the fee to you.",
    paid_out: "We have transferred the fee to you.",
  } satisfies Record<NonNullable<Guarantee["refund_status"]>, string>,
  evidence: "How we worked it out",
  judged: "Decided",
} as const;

export const priceTexts = {
  nothing: "Nothing was paid",
  unknown: "Could not be read",
  payments: (count: number) => `in ${count} payments`,
  coupon: (code: string) => `with the coupon ${code}`,
  refunded: (amount: string) => `${amount} refunded`,
} as const;
