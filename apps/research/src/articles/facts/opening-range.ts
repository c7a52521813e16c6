import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import type { Article } from "../article.ts";
import { computed, type Facts, fromPaper, given } from "../fact.ts";
import { drawColumns, drawSpans } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { clock, count, decimal, longDate, percent, signed, table } from "../format.ts";
import { HISTOGRAM_STARTS, HISTOGRAM_STEP } from "../measure/opening-ranges.ts";
import { MEASURED } from "./measured.ts";
import {
  CHOSEN,
  FIRST_CANDIDATE,
  LIVELY_OPENING,
  nameOfWay,
  RECORD,
  REGISTER,
  SPREAD,
  shortNameOfWay,
  TREES,
  tradesToTell,
  WAYS,
  yearsToTell,
} from "./records.ts";
import { costBasisPoints, ZERODHA } from "./trades.ts";

const { openingRanges } = MEASURED;
const openEnd = OPENING_RANGE.sessionOpen + OPENING_RANGE.rangeMinutes;
const whole = (value: number): string => `${Math.round(value)}%`;

const ways = table(
  ["Way to choose the day's trade", "Trades", "Net a trade, bps", "95% interval", "Won"],
  WAYS.map(({ config, metrics }) => [
    nameOfWay(config),
    count(metrics.trades),
    signed(metrics.meanNet, 1),
    `${signed(metrics.meanNetLow, 1)} to ${signed(metrics.meanNetHigh, 1)}`,
    percent(metrics.wonShare * 100, 1),
  ]),
);

const years = table(
  ["Year", "Trades", "Net a trade, bps", "Won", "Sum"],
  CHOSEN.years.map(({ year, trades, meanNet, wonShare, sumPercent }) => [
    String(year),
    count(trades),
    signed(meanNet, 1),
    percent(wonShare * 100, 1),
    `${signed(sumPercent, 1)}%`,
  ]),
);

const facts: Facts = {
  range_end: computed(clock(openEnd)),
  range_minutes: computed(String(OPENING_RANGE.rangeMinutes)),
  candidates_until: computed(clock(OPENING_RANGE.candidatesUntil)),
  closing: computed(clock(TRADING_HOURS.closingFrom)),
  minute_shares: computed(count(MEASURED.shares.length)),
  minute_from: computed(longDate(MEASURED.from)),
  minute_until: computed(longDate(MEASURED.until)),
  share_days: computed(count(openingRanges.shareDays)),
  median_width: computed(decimal(openingRanges.medianWidth, 0)),
  part_of_day: computed(whole(openingRanges.meanPartOfDay)),
  held: computed(whole(openingRanges.heldHighOrLow)),
  broke: computed(whole(openingRanges.broke)),
  came_back: computed(whole(openingRanges.cameBack)),
  stood_beyond: computed(whole(openingRanges.stoodBeyond)),
  mean_move: computed(signed(openingRanges.meanMove, 1)),
  median_move: computed(signed(openingRanges.medianMove, 1)),
  one_lakh_cost: computed(decimal(costBasisPoints(rupees(100_000), ZERODHA), 1)),
  shares: computed(count(RECORD.shares)),
  data_from: computed(longDate(RECORD.dataFrom)),
  data_until: computed(longDate(RECORD.dataUntil)),
  bar_minutes: computed(String(RECORD.barMinutes)),
  judged_sessions: computed(count(RECORD.judgedSessions)),
  features: fromPaper("model-card", "20", "[20 features]"),
  stop: computed(String(OPENING_RANGE.stopDistance)),
  target: computed(String(OPENING_RANGE.targetDistance)),
  ways: computed(ways),
  years: computed(years),
  trades: computed(count(CHOSEN.trades)),
  net: computed(signed(CHOSEN.meanNet, 1)),
  low: computed(signed(CHOSEN.meanNetLow, 1)),
  high: computed(signed(CHOSEN.meanNetHigh, 1)),
  won: computed(percent(CHOSEN.wonShare * 100, 1)),
  t_value: computed(signed(CHOSEN.tValue, 2)),
  without_best: computed(signed(CHOSEN.withoutBestTen, 1)),
  gross: fromPaper("model-card", "+0.8", "Before costs a trade brings +0.8 basis points on average"),
  charges: fromPaper("model-card", "8.3", "charges take 8.3"),
  slippage: fromPaper("model-card", "6.5", "slippage 6.5"),
  first_net: computed(signed(FIRST_CANDIDATE.meanNet, 1)),
  lively_net: computed(signed(LIVELY_OPENING.meanNet, 1)),
  lively_high: computed(signed(LIVELY_OPENING.meanNetHigh, 1)),
  trees_net: computed(signed(TREES.meanNet, 1)),
  slip: fromPaper("model-card", "3 basis points", "3 basis points of slippage, 5 at a stop"),
  stop_slip: fromPaper("model-card", "5", "3 basis points of slippage, 5 at a stop"),
  spread: computed(decimal(SPREAD, 0)),
  edge: given("5 basis points"),
  trades_to_tell: computed(count(tradesToTell(5))),
  years_to_tell: computed(decimal(yearsToTell(5), 0)),
  registered: computed(count(REGISTER.length)),
  pass_mark: fromPaper("model-card", "0.95", "0.95\nis the usual mark of an edge"),
  psr: fromPaper("model-card", "0.0002", "Probability that its true Sharpe ratio is above zero: 0.0002"),
};

const afterTheBreak: Figure = {
  name: "after-the-break",
  alt: `Where the price stood at ${clock(TRADING_HOURS.closingFrom)} after the first break of the opening range, counted in steps of ${HISTOGRAM_STEP} basis points with the direction of the break. Losses and gains are nearly mirror images; the mean is ${signed(openingRanges.meanMove, 1)} basis points before all costs.`,
  draw: (frame) =>
    drawColumns(frame, {
      words: { title: "After the break: a coin toss", unit: "Breaks, by move until closing, basis points" },
      columns: HISTOGRAM_STARTS.map((start, place) => ({
        label: signed(start, 0),
        value: openingRanges.histogram[place] ?? 0,
        note: frame.isNarrow ? "" : String(openingRanges.histogram[place] ?? 0),
        fill: start < 0 ? INK.loss : INK.gain,
      })),
      max: 200,
      levelAt: [0, 50, 100, 150],
      levelText: String,
      narrowEvery: 4,
      wideEvery: 2,
      foot: "− against the break    + with the break",
    }),
};

const waysToChoose: Figure = {
  name: "ways-to-choose",
  alt: `Mean net result of a trade in basis points with its 95 percent interval for ${WAYS.length} ways to choose the day's trade: ${WAYS.map(({ config, metrics }) => `${nameOfWay(config)} ${signed(metrics.meanNet, 1)}`).join("; ")}. Every mean lies below zero.`,
  draw: (frame) =>
    drawSpans(
      frame,
      { title: "Every way lost, after costs", unit: "Net a trade in basis points, 95% interval" },
      WAYS.map(({ config, metrics }) => ({
        label: nameOfWay(config),
        narrowLabel: shortNameOfWay(config),
        low: metrics.meanNetLow,
        middle: metrics.meanNet,
        high: metrics.meanNetHigh,
        note: signed(metrics.meanNet, 1),
        fill: nameOfWay(config).endsWith("trades") ? INK.gold : INK.blue,
      })),
      [-30, 4],
      frame.isNarrow ? 8.6 : 13.4,
    ),
};

export const openingRange: Article = {
  slug: "what-an-opening-range-is-worth",
  facts,
  figures: [waysToChoose, afterTheBreak],
};
