import { intradayMargin } from "@vriddhi/core/allocation/intraday-margin";
import { type Sized, type SizingRefusal, sizeEntry } from "@vriddhi/core/risk/sizing";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import type { Result } from "@vriddhi/core/shared/result";
import { ZERODHA } from "./trades.ts";

/** So many that the share's turnover never is the limit. */
const PLENTY = 1_000_000;

export const sizeFor = (capital: Paise, price: Paise, distance: Paise): Result<Sized, SizingRefusal> =>
  sizeEntry({
    side: "buy",
    price,
    stop: paise(price - distance),
    capital,
    band: capital,
    funds: capital,
    marginPerShare: intradayMargin(price),
    sharesMax: PLENTY,
    ownDailyStop: null,
    tariff: ZERODHA,
  });

/** 0: the rule leaves the trade out. */
export function sharesFor(capital: Paise, price: Paise, distance: Paise): number {
  const sized = sizeFor(capital, price, distance);
  return sized.ok ? sized.value.quantity : 0;
}

/** What part of the capital the rule puts at stake, where shares divide it evenly. */
export const RISK_SHARE: number =
  (sharesFor(rupees(100_000), rupees(1_000), rupees(10)) * rupees(10)) / rupees(100_000);
