import type { PlanName } from "@vriddhi/core/billing/plans";
import { planNames, plansTexts } from "./plans.texts.ts";

/** A8.9 */
export const paymentTexts = {
  description: (plan: PlanName, band: string) => `${planNames[plan]} plan, ${band}`,
  success: "Payment successful! Your subscription has been activated.",
  orderFailed: "Failed to create order",
  orderWithoutId: "Order creation failed",
  wentWrong: plansTexts.wentWrong,
  verificationFailed: "Payment verification failed",
  pending: "Payment received, being confirmed",
  pendingBody:
    "Your bank has not settled it yet. Your plan begins by itself as soon as it has; please do not pay again.",
  unverifiedBody:
    "If money has left your account, nothing is lost: we ask the payment provider about it and begin your plan when it is confirmed. It is never charged twice.",
  leading: "Taking you to the algorithm.",
  checkAgain: "Check again",
  history: "View Billing History",
  support: "Write to support",
} as const;
