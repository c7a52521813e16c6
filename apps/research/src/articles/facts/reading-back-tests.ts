import { bestOfWorthless } from "@vriddhi/core/backtest/overfitting";
import { TRADING_DAYS_PER_YEAR } from "@vriddhi/core/backtest/statistics";
import type { Article } from "../article.ts";
import { computed, type Facts, fromMarket, fromPaper, given } from "../fact.ts";
import { drawColumns } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { count, decimal, signed } from "../format.ts";
import { CHOSEN, REGISTER, SPREAD, tradesToTell, yearsToTell } from "./records.ts";

/** A year's Sharpe ratio that the best of so many worthless strategies is expected to show after `years` of days. */
function bestSharpe(trials: number, years: number): number {
  const days = TRADING_DAYS_PER_YEAR * years;
  return bestOfWorthless(trials, 1 / (days - 1)) * Math.sqrt(TRADING_DAYS_PER_YEAR);
}

const TRIALS = [1, 5, 10, 50, 100, 500, 1_000];
const short = `RV>=4 short (2018-21: +22.4, t 2.75) | 566 | 10.3 | -0.5`;

const facts: Facts = {
  best_ten: computed(decimal(bestSharpe(10, 1), 1)),
  best_hundred: computed(decimal(bestSharpe(100, 1), 1)),
  best_thousand: computed(decimal(bestSharpe(1_000, 1), 1)),
  best_hundred_five: computed(decimal(bestSharpe(100, 5), 1)),
  ten: given("ten"),
  hundred: given("100"),
  thousand: given("1,000"),
  five_years: given("five"),
  design_net: fromMarket("+22.4", short),
  design_t: fromMarket("2.75", short),
  test_net: fromMarket("−0.5", short),
  test_trades: fromMarket("566", short),
  test_sessions: fromMarket("1,138", "2022-Aug 2026 (1138 sessions) is the test"),
  shares: fromPaper("model-card", "149", "an earlier study of 149 shares"),
  variants: fromPaper("model-card", "64", "looked at some 64 variants"),
  study_net: fromMarket("+3.9", "| A ridge | 946 | 17.2 | +3.9 | 49.5 | 1.00"),
  study_slip: fromMarket("two basis points", "Two bps more slippage a side: -0.1"),
  study_slipped: fromMarket("−0.1", "Two bps more slippage a side: -0.1"),
  study_without: fromMarket("0.0", "Without its 10 best trades: 0.0"),
  study_dsr_few: fromMarket("0.095", "DSR 0.095 at 9 trials"),
  study_dsr_many: fromMarket("0.005", "0.005 at 64 (pass mark 0.95)"),
  few: fromMarket("9", "DSR 0.095 at 9 trials"),
  pass: fromMarket("0.95", "pass mark 0.95"),
  ours_net: computed(signed(CHOSEN.meanNet, 1)),
  ours_without: computed(signed(CHOSEN.withoutBestTen, 1)),
  registered: computed(count(REGISTER.length)),
  spread: computed(decimal(SPREAD, 0)),
  edge: given("5 basis points"),
  double_edge: given("10"),
  trades_to_tell: computed(count(tradesToTell(5))),
  years_to_tell: computed(decimal(yearsToTell(5), 0)),
  trades_to_tell_ten: computed(count(tradesToTell(10))),
  years_to_tell_ten: computed(decimal(yearsToTell(10), 1)),
  rate: computed(decimal(CHOSEN.tradesPerMonth, 1)),
  best: given("ten"),
};

const bestOfMany: Figure = {
  name: "best-of-worthless",
  alt: `The Sharpe ratio that the best of many worthless strategies is expected to show after one year: ${TRIALS.map((trials) => `${count(trials)} tried, ${decimal(bestSharpe(trials, 1), 1)}`).join("; ")}.`,
  draw: (frame) =>
    drawColumns(frame, {
      words: { title: "The best of many worthless ones", unit: "Expected Sharpe ratio after one year" },
      columns: TRIALS.map((trials) => ({
        label: count(trials),
        value: bestSharpe(trials, 1),
        note: decimal(bestSharpe(trials, 1), 1),
        fill: trials === 1_000 ? INK.gold : INK.blue,
      })),
      max: 4,
      levelAt: [0, 1, 2, 3],
      levelText: String,
      foot: "Strategies that were tried",
    }),
};

export const readingBackTests: Article = { slug: "how-to-read-a-back-test", facts, figures: [bestOfMany] };
