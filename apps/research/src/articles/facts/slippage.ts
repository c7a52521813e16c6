import { tickSizeAt } from "@vriddhi/core/market/tick-size";
import { ENTRY_REMAINDER_MS, ENTRY_VALID_MS } from "@vriddhi/core/order/plan-entry";
import { guardPrice } from "@vriddhi/core/risk/price-guard";
import { rupees } from "@vriddhi/core/shared/money";
import type { Article } from "../article.ts";
import { computed, type Facts, fromPaper, given } from "../fact.ts";
import { drawColumns } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { clock, count, decimal, longDate, money, percent, seconds, table } from "../format.ts";
import { MIDDAY } from "../measure/minute-ranges.ts";
import { MEASURED } from "./measured.ts";
import { CHOSEN } from "./records.ts";

const { minuteRanges } = MEASURED;
const LAKH = rupees(100_000);
const SIGNAL = rupees(1_000);
const BASIS_POINTS = 10_000;
const SLIPPAGE = 6.5;

const inRupees = (basisPoints: number): string => money(Math.round((LAKH * basisPoints) / BASIS_POINTS / 100) * 100);

const ticks = table(
  ["Price of the share", "Smallest step", "In basis points"],
  [100, 260, 900, 1_100, 4_500, 5_500, 9_500].map((price) => {
    const tick = tickSizeAt(rupees(price));
    return [money(rupees(price)), `₹${decimal(tick / 100, 2)}`, decimal((tick * BASIS_POINTS) / rupees(price), 1)];
  }),
);

const yearly = (CHOSEN.tradesPerMonth * 12 * SLIPPAGE) / 100;

const facts: Facts = {
  shares: computed(count(MEASURED.shares.length)),
  from: computed(longDate(MEASURED.from)),
  until: computed(longDate(MEASURED.until)),
  share_days: computed(count(minuteRanges.shareDays)),
  first_minute: computed(decimal(minuteRanges.firstMinute, 0)),
  first_quarter: computed(decimal(minuteRanges.firstQuarter, 0)),
  midday: computed(decimal(minuteRanges.midday, 0)),
  midday_time: computed(clock(MIDDAY)),
  times: computed(decimal(minuteRanges.firstQuarter / minuteRanges.midday, 1)),
  close_to_open: computed(decimal(minuteRanges.closeToOpen, 1)),
  close_to_close: computed(decimal(minuteRanges.closeToClose, 1)),
  open: computed(clock(minuteRanges.stretches[0]?.from ?? 0)),
  second_stretch: computed(clock(minuteRanges.stretches[1]?.from ?? 0)),
  second_quarter: computed(decimal(minuteRanges.stretches[1]?.basisPoints ?? 0, 0)),
  one_minute: given("one minute"),
  ticks: computed(ticks),
  assumed: fromPaper("model-card", "3 basis points", "3 basis points of slippage, 5 at a stop"),
  assumed_stop: fromPaper("model-card", "5", "3 basis points of slippage, 5 at a stop"),
  charges: fromPaper("model-card", "8.3", "charges take 8.3"),
  paid: fromPaper("model-card", decimal(SLIPPAGE, 1), `slippage ${decimal(SLIPPAGE, 1)}`),
  lakh: given(money(LAKH)),
  paid_rupees: computed(inRupees(SLIPPAGE)),
  yearly: computed(percent(yearly, 0)),
  trades_a_month: computed(decimal(CHOSEN.tradesPerMonth, 1)),
  guard: computed(percent(((guardPrice("buy", SIGNAL) - SIGNAL) / SIGNAL) * 100)),
  signal: given(money(SIGNAL)),
  guard_buy: computed(money(guardPrice("buy", SIGNAL))),
  guard_sell: computed(money(guardPrice("sell", SIGNAL))),
  valid: computed(seconds(ENTRY_VALID_MS)),
  remainder: computed(seconds(ENTRY_REMAINDER_MS)),
  stop_limit: fromPaper("concepts/orders", "3%", "a **stop-limit** whose limit lies 3 % behind its trigger"),
};

const minutes: Figure = {
  name: "minute-ranges",
  alt: `Mean distance between the high and the low of one minute, by quarter of an hour, in basis points: ${decimal(minuteRanges.firstQuarter, 0)} from ${clock(minuteRanges.stretches[0]?.from ?? 0)}, ${decimal(minuteRanges.stretches[1]?.basisPoints ?? 0, 0)} in the next quarter, ${decimal(minuteRanges.midday, 0)} at midday.`,
  draw: (frame) =>
    drawColumns(frame, {
      words: { title: "The first minutes are the widest", unit: "Mean height of a one-minute bar, bps" },
      columns: minuteRanges.stretches.map(({ from, basisPoints }, place) => ({
        label: clock(from),
        value: basisPoints,
        note: decimal(basisPoints, 0),
        fill: place === 0 ? INK.gold : INK.blue,
      })),
      max: 24,
      levelAt: [0, 5, 10, 15, 20],
      levelText: String,
      narrowEvery: 5,
      wideEvery: 3,
      foot: "Quarter of an hour that begins at",
    }),
};

export const slippage: Article = {
  slug: "slippage-the-price-you-saw-and-the-price-you-got",
  facts,
  figures: [minutes],
};
