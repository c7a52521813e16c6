import { PAISE_PER_RUPEE, type Paise, paise, rupees } from "../shared/money.ts";
import { DAY_MS } from "../time/clock.ts";
import { type Discount, discounted, NO_DISCOUNT } from "./coupon.ts";

export const PLAN_NAMES = ["MONTHLY", "QUARTERLY", "ANNUALLY"] as const;
export type PlanName = (typeof PLAN_NAMES)[number];
export const isPlanName = (text: string): text is PlanName => PLAN_NAMES.some((name) => name === text);
export const TRIAL_PLAN = "FREE_TRIAL";
export const EBOOK = "EBOOK";

/** A2.36: the order of the cards. */
export const PLANS_AS_SHOWN = ["MONTHLY", "ANNUALLY", "QUARTERLY"] as const satisfies readonly PlanName[];

const planDays: Readonly<Record<PlanName, number>> = { MONTHLY: 30, QUARTERLY: 90, ANNUALLY: 365 };
const paymentsPerYear: Readonly<Record<PlanName, number>> = { MONTHLY: 12, QUARTERLY: 4, ANNUALLY: 1 };

export const planDaysOf = (plan: PlanName): number => planDays[plan];
export const planLengthMs = (plan: PlanName): number => planDays[plan] * DAY_MS;

export const TRIAL_DAYS = 7;
export const TRIAL_BAND: Paise = rupees(5_000);

export const EBOOK_PRICE: Paise = rupees(79);
export const EBOOK_LIST_PRICE: Paise = rupees(1_499);

/** A9.8: the struck-through amount is three times the price; the discount follows from it. */
const STRIKE_FACTOR = 3;
export const STRIKE_PERCENT_OFF = 67;

export const LEVELS = [1, 2, 3, 4, 5] as const;
export type Level = (typeof LEVELS)[number];
export const DEFAULT_LEVEL: Level = 1;

export interface CapitalBand {
  readonly level: Level;
  readonly label: string;
  /** The `max_capital` of an order, in rupees. Levels 4 and 5 share it; their price distinguishes them. */
  readonly maxCapitalRupees: number;
  readonly band: Paise;
  readonly prices: Readonly<Record<PlanName, Paise>>;
}

const band = (
  level: Level,
  label: string,
  maxCapitalRupees: number,
  bandRupees: number,
  [monthly, quarterly, annually]: readonly [number, number, number],
): CapitalBand => ({
  level,
  label,
  maxCapitalRupees,
  band: rupees(bandRupees),
  prices: { MONTHLY: rupees(monthly), QUARTERLY: rupees(quarterly), ANNUALLY: rupees(annually) },
});

/** A9.6, A9.7: bands and prices, GST included. */
const bands: Readonly<Record<Level, CapitalBand>> = {
  1: band(1, "₹50,000", 50_000, 50_000, [999, 2_799, 9_999]),
  2: band(2, "₹1,00,000", 100_000, 100_000, [2_499, 6_999, 24_999]),
  3: band(3, "₹5,00,000", 500_000, 500_000, [4_999, 12_999, 49_999]),
  4: band(4, "₹10,00,000", 1_000_000, 1_000_000, [9_999, 27_999, 99_999]),
  5: band(5, "₹10,00,000+", 1_000_000, 10_000_000, [19_999, 57_999, 199_999]),
};

/** A3.9, A9.6: level 0 and any unknown level fall back to the default. */
export const bandAt = (level: number): CapitalBand => bands[LEVELS.find((known) => known === level) ?? DEFAULT_LEVEL];

export const priceOf = (level: number, plan: PlanName, off: Discount = NO_DISCOUNT): Paise =>
  discounted(bandAt(level).prices[plan], off);

export interface PricedOrder {
  readonly plan: PlanName;
  readonly maxCapitalRupees: number;
  readonly amountRupees: number;
  readonly discount: Discount;
}

/** The band with exactly this price, or `null`: the server owns the price, the browser only repeats it. */
export function bandForOrder({ plan, maxCapitalRupees, amountRupees, discount }: PricedOrder): CapitalBand | null {
  const fits = (level: Level) =>
    bands[level].maxCapitalRupees === maxCapitalRupees &&
    priceOf(level, plan, discount) === amountRupees * PAISE_PER_RUPEE;
  const level = LEVELS.find(fits);
  return level === undefined ? null : bands[level];
}

/** The price of a plan of this band without a coupon; `null` if the band no longer exists. */
export function listPriceOf(plan: PlanName, band: Paise): Paise | null {
  const level = LEVELS.find((known) => bands[known].band === band);
  return level === undefined ? null : bands[level].prices[plan];
}

/** A9.8: rounded up to whole rupees. */
export const perDayRupees = (price: Paise, plan: PlanName): number =>
  Math.ceil(price / PAISE_PER_RUPEE / planDays[plan]);

export const strikePrice = (price: Paise): Paise => paise(price * STRIKE_FACTOR);

/** A9.8: the saving of a year over twelve monthly payments, at the prices shown. */
export function savingsPerYear(level: number, plan: PlanName, off: Discount = NO_DISCOUNT): Paise {
  const saved = 12 * priceOf(level, "MONTHLY", off) - paymentsPerYear[plan] * priceOf(level, plan, off);
  return paise(Math.max(0, saved));
}
