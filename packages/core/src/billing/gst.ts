import { type Paise, paise } from "../shared/money.ts";
import type { StateCode } from "./indian-state.ts";

/** Services: prices include it, wherever the buyer is. */
export const GST_PERCENT = 18;

export interface GstSplit {
  readonly taxable: Paise;
  /** Within a state: half to the centre, half to the state. */
  readonly cgst: Paise;
  readonly sgst: Paise;
  /** Across a border: all to the centre, which divides it. */
  readonly igst: Paise;
}

export interface SupplyRoute {
  readonly seller: StateCode;
  readonly placeOfSupply: StateCode;
}

export const isAcrossBorder = ({ seller, placeOfSupply }: SupplyRoute): boolean => seller !== placeOfSupply;

const NOTHING = paise(0);
const taxIn = (amount: Paise, percent: number): Paise => paise(Math.round((amount * percent) / (100 + GST_PERCENT)));

/** The taxable value absorbs rounding, so that the parts always add up to the amount paid; both halves are equal. */
export function splitGst(amount: Paise, route: SupplyRoute): GstSplit {
  if (isAcrossBorder(route)) {
    const igst = taxIn(amount, GST_PERCENT);
    return { taxable: paise(amount - igst), cgst: NOTHING, sgst: NOTHING, igst };
  }
  const half = taxIn(amount, GST_PERCENT / 2);
  return { taxable: paise(amount - 2 * half), cgst: half, sgst: half, igst: NOTHING };
}
