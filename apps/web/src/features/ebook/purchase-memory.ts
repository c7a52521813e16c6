import type { PaymentProof } from "../../lib/payment-widget.ts";

const KEY = "ebook_purchase";
const FIELDS = ["razorpay_payment_id", "razorpay_order_id", "razorpay_signature"] as const;

/** Its holder may download the book again, so that a reload loses nothing (A2.50). */
export function rememberPurchase(proof: PaymentProof): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, proof[name]]))));
  } catch {
    // storage is switched off: the link comes by mail too
  }
}

export function rememberedPurchase(): PaymentProof | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const fields = new Map(Object.entries(stored ?? {}));
    const isComplete = FIELDS.every((name) => typeof fields.get(name) === "string");
    return isComplete ? (Object.fromEntries(fields) as PaymentProof) : null;
  } catch {
    return null;
  }
}

export function forgetPurchase(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // storage is switched off: there is nothing to forget
  }
}
