import { intradayMargin } from "@vriddhi/core/allocation/intraday-margin";
import { dailyStopLimit } from "@vriddhi/core/risk/daily-stop";
import { turnoverShares } from "@vriddhi/core/risk/sizing";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import type { Article } from "../article.ts";
import { computed, type Facts, given } from "../fact.ts";
import { drawColumns } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { count, money, percent, table } from "../format.ts";
import { RISK_SHARE, sharesFor, sizeFor } from "./sizes.ts";
import { chargesOn, ZERODHA } from "./trades.ts";

const CAPITAL = rupees(100_000);
const PRICE = rupees(1_000);
const isOneShare = (capital: Paise, price: Paise, distance: Paise): boolean => {
  const sized = sizeFor(capital, price, distance);
  return sized.ok && sized.value.isSmallAccount;
};

const DISTANCES = [2, 4, 5, 8, 10, 15, 20, 30, 40].map(rupees);
const affordable = Math.floor(CAPITAL / PRICE);
const isByRisk = (distance: Paise): boolean => sharesFor(CAPITAL, PRICE, distance) < affordable;
/** What is at stake when the stop is filled at its price. */
const stake = (distance: Paise): number => sharesFor(CAPITAL, PRICE, distance) * distance;

const sizes = table(
  ["Distance to the stop", "Shares", "Value", "Lost at the stop", "Which limit"],
  DISTANCES.map((distance) => {
    const shares = sharesFor(CAPITAL, PRICE, distance);
    return [
      money(distance),
      count(shares),
      money(shares * PRICE),
      money(stake(distance)),
      isByRisk(distance) ? "risk" : "capital",
    ];
  }),
);

const SMALL = rupees(5_000);
const SMALL_PRICE = rupees(800);
const [NEAR, FAR] = [rupees(30), rupees(60)];
const TURNOVER = rupees(1_000_000_000);
const allShares = turnoverShares(TURNOVER, PRICE, {
  capital: CAPITAL,
  before: paise(0),
  all: CAPITAL,
  rotation: paise(0),
});
const risk = stake(rupees(10));

const facts: Facts = {
  capital: given(money(CAPITAL)),
  price: given(money(PRICE)),
  risk: computed(money(risk)),
  risk_percent: computed(percent((risk / CAPITAL) * 100)),
  near: given(money(rupees(5))),
  far: given(money(rupees(20))),
  near_shares: computed(count(sharesFor(CAPITAL, PRICE, rupees(5)))),
  far_shares: computed(count(sharesFor(CAPITAL, PRICE, rupees(20)))),
  two_shares: computed(count(sharesFor(CAPITAL, PRICE, rupees(2)))),
  two: given(money(rupees(2))),
  two_stake: computed(money(stake(rupees(2)))),
  sizes: computed(sizes),
  daily: computed(money(dailyStopLimit(CAPITAL, null))),
  daily_percent: computed(percent((dailyStopLimit(CAPITAL, null) / CAPITAL) * 100)),
  margin_percent: computed(percent((intradayMargin(PRICE) / PRICE) * 100)),
  leverage: computed(count(PRICE / intradayMargin(PRICE))),
  full_shares: computed(count((CAPITAL / PRICE) * (PRICE / intradayMargin(PRICE)))),
  full_loss: computed(money((CAPITAL / PRICE) * (PRICE / intradayMargin(PRICE)) * rupees(20))),
  full_percent: computed(percent((((CAPITAL / PRICE) * (PRICE / intradayMargin(PRICE)) * rupees(20)) / CAPITAL) * 100)),
  small: given(money(SMALL)),
  small_price: given(money(SMALL_PRICE)),
  small_near: given(money(NEAR)),
  small_far: given(money(FAR)),
  small_risk: computed(money(SMALL * RISK_SHARE)),
  small_daily: computed(money(dailyStopLimit(SMALL, null))),
  small_near_says: computed(isOneShare(SMALL, SMALL_PRICE, NEAR) ? "one share" : "no share"),
  small_far_says: computed(sharesFor(SMALL, SMALL_PRICE, FAR) === 0 ? "skips the trade" : "takes a share"),
  turnover: given("₹100 crore"),
  turnover_percent: computed(percent(((allShares * PRICE) / TURNOVER) * 100)),
  turnover_shares: computed(count(allShares)),
  turnover_value: computed(`₹${(allShares * PRICE) / rupees(100_000)} lakh`),
  trade_cost: computed(money(chargesOn(paise(50 * PRICE), ZERODHA))),
  half_value: computed(money(50 * PRICE)),
  half_stop: given(money(rupees(10))),
  cost_of_risk: computed(percent(Math.round((chargesOn(paise(50 * PRICE), ZERODHA) / risk) * 100))),
  ten: given("Ten"),
  ten_losses: computed(percent((1 - (1 - RISK_SHARE) ** 10) * 100, 1)),
};

const sharesByStop: Figure = {
  name: "shares-by-stop",
  alt: `Shares of ${money(PRICE)} that a capital of ${money(CAPITAL)} takes, by the distance to the stop: ${DISTANCES.map((distance) => `${money(distance)} away ${sharesFor(CAPITAL, PRICE, distance)} shares`).join(", ")}.`,
  draw: (frame) =>
    drawColumns(frame, {
      words: { title: "A wider stop, fewer shares", unit: "Shares; capital decides (blue) or risk (gold)" },
      columns: DISTANCES.map((distance) => {
        const shares = sharesFor(CAPITAL, PRICE, distance);
        return {
          label: money(distance),
          value: shares,
          note: String(shares),
          fill: isByRisk(distance) ? INK.gold : INK.blue,
        };
      }),
      max: 110,
      levelAt: [0, 50, 100],
      levelText: String,
      foot: "Distance to the stop",
    }),
};

export const positionSizing: Article = { slug: "position-sizing-starts-at-the-stop", facts, figures: [sharesByStop] };
