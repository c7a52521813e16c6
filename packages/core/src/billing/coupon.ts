import { assert } from "../shared/assert.ts";
import type { Brand } from "../shared/brand.ts";
import { PAISE_PER_RUPEE, type Paise, rupees } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";

/** In ten-thousandths (A3.4): 0.9 has no exact binary form, and rounding down must not lose a rupee. */
export type Discount = Brand<number, "Discount">;

const WHOLE = 10_000;
/** Below this, two bands could have the same price. */
const LEAST = 100;

export const NO_DISCOUNT = WHOLE as Discount;

export function discount(tenThousandths: number): Discount {
  assert(
    Number.isInteger(tenThousandths) && tenThousandths >= LEAST && tenThousandths <= WHOLE,
    "a discount is a multiplier between 0.01 and 1",
  );
  return tenThousandths as Discount;
}

/** The wire form: 0.9 is ten per cent off, 1 is no discount. */
export const fromMultiplier = (multiplier: number): Discount => discount(Math.round(multiplier * WHOLE));
export const toMultiplier = (value: Discount): number => value / WHOLE;

/** A5.11, A9.8: the price times the discount, rounded down to whole rupees. */
export const discounted = (price: Paise, value: Discount): Paise =>
  rupees(Math.floor(((price / PAISE_PER_RUPEE) * value) / WHOLE));

export const normaliseCouponCode = (typed: string): string => typed.trim().toUpperCase();

export interface Coupon {
  readonly code: string;
  readonly discount: Discount;
  /** `null` for no end. */
  readonly endsAt: EpochMs | null;
  /** `null` for unlimited uses. */
  readonly usesMax: number | null;
  /** `null` for unlimited uses per user. */
  readonly usesPerPerson: number | null;
}

export interface CouponUses {
  readonly all: number;
  readonly ownPaid: number;
  readonly ownOpen: number;
}

export const NO_USES: CouponUses = { all: 0, ownPaid: 0, ownOpen: 0 };

/** Viewing another plan leaves a pending order; this many may wait beside the paid one. */
const OPEN_BESIDE = 2;

export type CouponVerdict = "fine" | "unknown" | "used_up" | "used_before";

export function judgeCoupon(coupon: Coupon | null, uses: CouponUses, now: EpochMs): CouponVerdict {
  if (!coupon || (coupon.endsAt !== null && coupon.endsAt <= now)) return "unknown";
  const { usesMax, usesPerPerson: own } = coupon;
  if (own !== null && (uses.ownPaid >= own || uses.ownPaid + uses.ownOpen >= own + OPEN_BESIDE)) return "used_before";
  return usesMax !== null && uses.all >= usesMax ? "used_up" : "fine";
}
