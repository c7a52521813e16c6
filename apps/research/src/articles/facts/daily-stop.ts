import { tickSizeAt } from "@vriddhi/core/market/tick-size";
import { dailyStopLimit, dayResult } from "@vriddhi/core/risk/daily-stop";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import type { Article } from "../article.ts";
import { computed, type Facts, fromPaper, given } from "../fact.ts";
import { drawCurves } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { count, money, percent, seconds, table } from "../format.ts";
import { CHOSEN } from "./records.ts";
import { RISK_SHARE } from "./sizes.ts";
import { chargesOn, ZERODHA } from "./trades.ts";

const CAPITAL = rupees(100_000);
const PRICE = rupees(1_000);
const QUANTITY = 100;
const limit = dailyStopLimit(CAPITAL, null);
const rule = limit / CAPITAL;

/** What the day comes to with the position still open at this bid. */
const resultAt = (bid: Paise): number =>
  dayResult({
    realised: paise(0),
    executed: [{ side: "buy", value: paise(QUANTITY * PRICE) }],
    open: [{ netQuantity: QUANTITY, openValue: paise(QUANTITY * PRICE), leavingPrice: bid }],
    tariff: ZERODHA,
  }) ?? 0;

function bidThatStops(): Paise {
  for (let bid: number = PRICE; ; bid -= tickSizeAt(bid)) if (resultAt(paise(bid)) <= -limit) return paise(bid);
}

const bid = bidThatStops();
const grossLoss = QUANTITY * (PRICE - bid);
const DAYS = 20;
const LOSSES = [rule, 0.02, 0.05];
const leftAfter = (loss: number, days: number): number => (1 - loss) ** days * 100;
const neededAfter = (loss: number): number => (1 / (1 - loss) - 1) * 100;

const recovery = table(
  ["Lost so far", "Gain needed to be back"],
  [0.05, 0.1, 0.2, 0.3, 0.5].map((loss) => [percent(loss * 100), percent(neededAfter(loss), 1)]),
);

const wholeRupees = (amount: number): number => Math.round(amount / rupees(1)) * rupees(1);
const stopOut = CAPITAL * RISK_SHARE + chargesOn(rupees(50_000), ZERODHA);

const facts: Facts = {
  capital: given(money(CAPITAL)),
  rule: computed(percent(rule * 100)),
  limit: computed(money(limit)),
  quantity: given(count(QUANTITY)),
  price: given(money(PRICE)),
  bid: computed(money(bid)),
  gross_loss: computed(money(grossLoss)),
  net_loss: computed(money(-resultAt(bid))),
  charges: computed(money(-resultAt(bid) - grossLoss)),
  days: given(count(DAYS)),
  left_one: computed(percent(leftAfter(rule, DAYS), 1)),
  two_percent: given("2%"),
  left_two: computed(percent(leftAfter(0.02, DAYS), 1)),
  five_percent: given("5%"),
  left_five: computed(percent(leftAfter(0.05, DAYS), 1)),
  recovery: computed(recovery),
  half: given("50%"),
  half_needed: computed(percent(neededAfter(0.5))),
  jump: fromPaper("concepts/risk", "1%", "A price more than 1 % away from the last trusted one"),
  silent: computed(seconds(FEED_SILENT_MS)),
  own_limit: given(money(rupees(600))),
  own_counts: computed(money(dailyStopLimit(CAPITAL, rupees(600)))),
  wide_limit: given(money(rupees(5_000))),
  wide_counts: computed(money(dailyStopLimit(CAPITAL, rupees(5_000)))),
  trade_risk: fromPaper("concepts/risk", "0.5%", "0.5 % of the capital over the distance to the stop"),
  stop_out: computed(money(wholeRupees(stopOut))),
  two_stop_outs: computed(money(2 * wholeRupees(stopOut))),
  trades_a_month: computed(Math.round(CHOSEN.tradesPerMonth).toString()),
};

const curveOf = (loss: number): (readonly [number, number])[] =>
  Array.from({ length: DAYS + 1 }, (_, day) => [day, leftAfter(loss, day)] as const);

const badDays: Figure = {
  name: "bad-days-in-a-row",
  alt: `Capital that is left after up to ${DAYS} losing days in a row: ${LOSSES.map((loss) => `${percent(loss * 100)} a day leaves ${percent(leftAfter(loss, DAYS), 1)}`).join(", ")}.`,
  draw: (frame) =>
    drawCurves(frame, {
      words: { title: "Twenty bad days in a row", unit: "Capital left, percent" },
      curves: LOSSES.map((loss, place) => ({
        label: `−${percent(loss * 100)} a day`,
        narrowLabel: `−${percent(loss * 100)}`,
        stroke: [INK.gold, INK.blue, INK.loss][place] ?? INK.blue,
        points: curveOf(loss),
      })),
      x: { from: 0, to: DAYS, isLog: false },
      y: { from: 0, to: 100 },
      xMarks: [0, 5, 10, 15, 20].map((day) => [day, String(day)]),
      yMarks: [0, 25, 50, 75, 100],
      yText: String,
      foot: "Days",
      names: "ends",
    }),
};

export const dailyStop: Article = { slug: "the-daily-stop", facts, figures: [badDays] };
