import { assert } from "../shared/assert.ts";
import type { Brand } from "../shared/brand.ts";
import { PAISE_PER_RUPEE, type Paise, rupees } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";

/**
 * What a price is multiplied by (A3.4), in ten-thousandths: 0.9 has no exact binary form,
 * and a rupee must not be lost to that when the product is rounded down.
 */
export type Discount = Brand<number, "Discount">;

const WHOLE = 10_000;
/** Below this two bands could come to the same price. */
const LEAST = 100;

export const NO_DISCOUNT = WHOLE as Discount;

export function discount(tenThousandths: number): Discount {
  assert(
    Number.isInteger(tenThousandths) && tenThousandths >= LEAST && tenThousandths <= WHOLE,
    "a discount is a multiplier between 0.01 and 1",
  );
  return tenThousandths as Discount;
}

/** As the wire spells it: 0.9 is ten per cent off, 1 is nothing off. */
export const fromMultiplier = (multiplier: number): Discount => discount(Math.round(multiplier * WHOLE));
export const toMultiplier = (value: Discount): number => value / WHOLE;

/** A5.11, A9.8: the price times the discount, rounded down to whole rupees. */
export const discounted = (price: Paise, value: Discount): Paise =>
  rupees(Math.floor(((price / PAISE_PER_RUPEE) * value) / WHOLE));

/** Codes are typed by people. */
export const normaliseCouponCode = (typed: string): string => typed.trim().toUpperCase();

export interface Coupon {
  readonly code: string;
  readonly discount: Discount;
  /** null: without end. */
  readonly endsAt: EpochMs | null;
  /** null: as often as people like. */
  readonly usesMax: number | null;
  /** null: as often as one person likes. */
  readonly usesPerPerson: number | null;
}

/** How often a coupon is taken: by orders that are paid with it and those that may still be. */
export interface CouponUses {
  readonly all: number;
  /** Of the one who asks. */
  readonly ownPaid: number;
  readonly ownOpen: number;
}

export const NO_USES: CouponUses = { all: 0, ownPaid: 0, ownOpen: 0 };

/** Whoever looks at another plan leaves an order behind; so many may wait beside the one that is paid. */
const OPEN_BESIDE = 2;

export type CouponVerdict = "fine" | "unknown" | "used_up" | "used_before";

export function judgeCoupon(coupon: Coupon | null, uses: CouponUses, now: EpochMs): CouponVerdict {
  if (!coupon || (coupon.endsAt !== null && coupon.endsAt <= now)) return "unknown";
  const { usesMax, usesPerPerson: own } = coupon;
  if (own !== null && (uses.ownPaid >= own || uses.ownPaid + uses.ownOpen >= own + OPEN_BESIDE)) return "used_before";
  return usesMax !== null && uses.all >= usesMax ? "used_up" : "fine";
}
