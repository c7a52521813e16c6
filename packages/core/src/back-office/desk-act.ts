import type { GuaranteeOutcome } from "../billing/guarantee.ts";
import type { Paise } from "../shared/money.ts";
import { DAY_MS } from "../time/clock.ts";

/** Acts on money or rights need a reason, which the audit log keeps. */
export const REASON_MIN = 5;
export const REASON_MAX = 300;
/** An extension compensates an outage; a longer one is a purchase. */
export const EXTENSION_DAYS_MAX = 90;
export const REFUND_WAIT_MS = DAY_MS;

export const refundLeft = (paid: Paise, refunded: Paise): number => Math.max(0, paid - refunded);

/** The end of a telephone number: recognisable, not callable. */
export function hiddenPhone(phone: string): string {
  const shown = phone.slice(-4);
  return `${"•".repeat(Math.max(0, phone.length - shown.length))}${shown}`;
}

export const GRANT_WAIT_MS = DAY_MS;
export const PAYOUT_WAIT_MS = DAY_MS;
export const REFERENCE_MIN = 4;
export const REFERENCE_MAX = 60;

/** Only a fee that we kept can be refunded; the others are being refunded already. */
export const canGrant = (outcome: GuaranteeOutcome): boolean => outcome === "kept" || outcome === "no_result";

/** A coupon that leaves less of the price than this needs two admins. */
const COUPON_ALONE_MIN = 0.5;
export const COUPON_WAIT_MS = DAY_MS;

export const isLargeCoupon = (multiplier: number): boolean => multiplier < COUPON_ALONE_MIN;
