import { type Paise, paise } from "../shared/money.ts";

/** Services: 9 % to the centre, 9 % to the state; prices include both. */
export const GST_PERCENT = 18;
const GST_HALF_PERCENT = GST_PERCENT / 2;

export interface GstSplit {
  readonly taxable: Paise;
  readonly cgst: Paise;
  readonly sgst: Paise;
}

/**
 * A buyer without a registered address is supplied where the seller is, so both halves are always equal;
 * the taxable value takes what rounding leaves, and the three always come to the amount paid.
 */
export function splitGst(amount: Paise): GstSplit {
  const half = paise(Math.round((amount * GST_HALF_PERCENT) / (100 + GST_PERCENT)));
  return { taxable: paise(amount - 2 * half), cgst: half, sgst: half };
}
