import type { GuaranteeOutcome } from "../billing/guarantee.ts";
import type { Paise } from "../shared/money.ts";
import { DAY_MS } from "../time/clock.ts";

/** Whatever moves money or rights says why, and the audit keeps it. */
export const REASON_MIN = 5;
export const REASON_MAX = 300;
/** An extension makes good for an outage; a longer one is a purchase. */
export const EXTENSION_DAYS_MAX = 90;
/** How long a refund waits for a second admin. */
export const REFUND_WAIT_MS = DAY_MS;

/** What may still go back of a payment. */
export const refundLeft = (paid: Paise, refunded: Paise): number => Math.max(0, paid - refunded);

/** The end of a telephone number: enough to recognise it, too little to call it. */
export function hiddenPhone(phone: string): string {
  const shown = phone.slice(-4);
  return `${"•".repeat(Math.max(0, phone.length - shown.length))}${shown}`;
}

/** How long a fee that the desk gives back, and a transfer that it made, wait for a second admin. */
export const GRANT_WAIT_MS = DAY_MS;
export const PAYOUT_WAIT_MS = DAY_MS;
/** A bank's reference of a transfer. */
export const REFERENCE_MIN = 4;
export const REFERENCE_MAX = 60;

/** Only a fee that stayed with us can be given back: the others are on their way already. */
export const canGrant = (outcome: GuaranteeOutcome): boolean => outcome === "kept" || outcome === "no_result";

/** A coupon that leaves less of the price than this is decided by two. */
const COUPON_ALONE_MIN = 0.5;
export const COUPON_WAIT_MS = DAY_MS;

export const isLargeCoupon = (multiplier: number): boolean => multiplier < COUPON_ALONE_MIN;
