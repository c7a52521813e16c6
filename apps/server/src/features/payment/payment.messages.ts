import type { Messages } from "../../platform/http/handler.ts";

export const paymentMessages: Messages<
  "amount_wrong" | "order_unknown" | "payment_unproved" | "payment_failed" | "payment_unavailable" | "signature_wrong"
> = {
  amount_wrong: "This amount is not the plan's price. Please reload the page and try again.",
  order_unknown: "We do not know this order.",
  payment_unproved: "Payment verification failed",
  payment_failed: "The payment did not go through. No money was taken for this order.",
  payment_unavailable: "The payment provider cannot be reached right now. Nothing was charged; please try again.",
  signature_wrong: "The signature does not fit this message.",
};

export const paymentReplies = {
  active: "Payment successful! Your subscription has been activated.",
  pending: "Payment received, being confirmed",
  ebookPaid: "Payment successful! Your e-book is ready.",
} as const;
