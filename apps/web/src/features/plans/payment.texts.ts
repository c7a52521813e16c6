import type { PlanName } from "@vriddhi/core/billing/plans";
import { pendingPaymentTexts } from "../../texts/pending-payment.texts.ts";
import { planNames, plansTexts } from "./plans.texts.ts";

export const paymentTexts = {
  description: (plan: PlanName, band: string, span: string) => `${planNames[plan]}, capital up to ${band}, ${span}`,
  success: "Payment successful! Your subscription has been activated.",
  orderFailed: "Failed to create order",
  orderWithoutId: "Order creation failed",
  wentWrong: plansTexts.wentWrong,
  verificationFailed: "Payment verification failed",
  pending: pendingPaymentTexts.title,
  pendingBody: pendingPaymentTexts.body,
  unverifiedBody:
    "If money has left your account, it is not lost. We check with the payment provider and start your plan when the payment is confirmed. You are never charged twice.",
  leading: "Taking you to the algorithm.",
  checkAgain: "Check again",
  history: pendingPaymentTexts.history,
  support: "Write to support",
} as const;

/** Shown before the payment sheet when the purchase changes paid time. */
export const previewTexts = {
  title: "Before you pay",
  body: "This is when your purchase runs, and how it changes your current plan.",
  buying: "You buy",
  price: "Price",
  runs: "It runs",
  band: "Capital",
  upTo: (band: string) => `up to ${band}`,
  running: "Your running plan",
  goesOn: (plan: string, end: string) => `${plan} continues until ${end}. Your new purchase begins later.`,
  pauses: (plan: string, resumes: string, end: string) =>
    `${plan} pauses now. Its unused days run from ${resumes} to ${end}.`,
  covered: "Paid until",
  confirm: (amount: string) => `Pay ${amount}`,
  cancel: "Not now",
} as const;
