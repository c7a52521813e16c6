import type { Discount } from "@vriddhi/core/billing/coupon";
import {
  bandAt,
  LEVELS,
  type Level,
  type PlanName,
  perDayRupees,
  planDaysOf,
  priceOf,
  savingsPerYear,
  strikePrice,
} from "@vriddhi/core/billing/plans";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";

export interface Share {
  readonly name: "capital" | "days" | "saved";
  readonly fraction: number;
}

export interface PlanOffer {
  readonly plan: PlanName;
  readonly bandLabel: string;
  readonly days: number;
  readonly price: Paise;
  readonly perDay: Paise;
  readonly strike: Paise;
  readonly savings: Paise;
  readonly savedPercent: number;
  readonly monthlyYear: Paise;
  readonly shares: readonly Share[];
}

const LONGEST_DAYS = planDaysOf("ANNUALLY");
const LEVEL_MAX = Math.max(...LEVELS);

export function offerOf(plan: PlanName, level: Level, discount: Discount): PlanOffer {
  const price = priceOf(level, plan, discount);
  const monthlyYear = paise(12 * priceOf(level, "MONTHLY", discount));
  const savings = savingsPerYear(level, plan, discount);
  // rounded down: an offer never claims more than it gives
  const savedPercent = monthlyYear === 0 ? 0 : Math.floor((savings * 100) / monthlyYear);
  const days = planDaysOf(plan);
  return {
    plan,
    days,
    price,
    savings,
    monthlyYear,
    bandLabel: bandAt(level).label,
    perDay: rupees(perDayRupees(price, plan)),
    strike: strikePrice(price),
    savedPercent,
    shares: [
      { name: "capital", fraction: level / LEVEL_MAX },
      { name: "days", fraction: days / LONGEST_DAYS },
      { name: "saved", fraction: savedPercent / 100 },
    ],
  };
}
