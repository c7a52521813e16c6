import { bandAt } from "@vriddhi/core/billing/plans";
import { rupees } from "@vriddhi/core/shared/money";
import type { Article } from "../article.ts";
import { computed, type Facts, fromMarket, fromPaper, given } from "../fact.ts";
import { drawColumns } from "../figures/charts.ts";
import type { Figure } from "../figures/figure.ts";
import { INK } from "../figures/kit.ts";
import { count, decimal, money, percent, signed, table } from "../format.ts";
import { CHOSEN } from "./records.ts";
import { costBasisPoints, ZERODHA } from "./trades.ts";

const LAKH = rupees(100_000);
const charges = costBasisPoints(LAKH, ZERODHA);
/** In and out at a target, in and out at a stop: three basis points each time, five at a stop. */
const [WON_SLIPPAGE, LOST_SLIPPAGE] = [3 + 3, 3 + 5];
const COIN_MOVE = 100;

interface Toss {
  readonly won: number;
  readonly lost: number;
}

const tossOf = (move: number): Toss => ({ won: move - charges - WON_SLIPPAGE, lost: move + charges + LOST_SLIPPAGE });
const breakEven = (move: number): number => {
  const { won, lost } = tossOf(move);
  return lost / (won + lost);
};

function chanceAhead(tosses: number, { won, lost }: Toss): number {
  let [chance, ahead] = [0.5 ** tosses, 0];
  for (let wins = 0; wins <= tosses; wins += 1) {
    if (wins * won > (tosses - wins) * lost) ahead += chance;
    chance *= (tosses - wins) / (wins + 1);
  }
  return ahead;
}

const coin = tossOf(COIN_MOVE);
const meanToss = (coin.won - coin.lost) / 2;
const TOSSES = [1, 11, 51, 101, 251, 501];
const STUDY =
  "71% of individual intraday cash traders lost money in FY23, 80% of those with over 500 trades a year; losers paid a further 57% of their losses as costs";
const plan = bandAt(1);

const needed = table(
  ["Stop and target, each", "Share of trades that must win"],
  [25, 50, 75, 100, 150, 200].map((move) => [`${move} basis points`, percent(breakEven(move) * 100, 1)]),
);

const aheadText = (tosses: number): string => {
  const chance = chanceAhead(tosses, coin) * 100;
  return chance < 1 ? percent(chance, 2) : percent(Math.round(chance));
};

const facts: Facts = {
  lost: fromMarket("71%", STUDY),
  year: fromMarket("2022–23", STUDY),
  often: fromMarket("500", STUDY),
  lost_often: fromMarket("80%", STUDY),
  costs: fromMarket("57%", STUDY),
  of_hundred: fromMarket("₹57", STUDY),
  hundred: given("₹100"),
  charges: computed(decimal(charges, 1)),
  lakh: given(money(LAKH)),
  won_slippage: given(String(WON_SLIPPAGE)),
  lost_slippage: given(String(LOST_SLIPPAGE)),
  move: given("1%"),
  needed: computed(needed),
  narrow: given("25 basis points"),
  narrow_needed: computed(percent(breakEven(25) * 100, 0)),
  wide: given("2%"),
  wide_needed: computed(percent(breakEven(200) * 100, 0)),
  mean_toss: computed(signed(meanToss, 1)),
  few: given(count(TOSSES[1] ?? 0)),
  few_ahead: computed(aheadText(TOSSES[1] ?? 0)),
  some: given(count(TOSSES[3] ?? 0)),
  some_ahead: computed(aheadText(TOSSES[3] ?? 0)),
  many: given(count(TOSSES[5] ?? 0)),
  many_ahead: computed(aheadText(TOSSES[5] ?? 0)),
  ours: computed(signed(CHOSEN.meanNet, 1)),
  ours_won: computed(percent(CHOSEN.wonShare * 100, 1)),
  ours_gross: fromPaper("model-card", "+0.8", "Before costs a trade brings +0.8 basis points on average"),
  plan: computed(money(plan.prices.MONTHLY)),
  plan_band: computed(money(plan.band)),
  plan_share: computed(percent((plan.prices.MONTHLY / plan.band) * 100, 1)),
};

const coinTosser: Figure = {
  name: "coin-after-costs",
  alt: `The chance that a trader who tosses a fair coin is ahead after costs: ${TOSSES.map((tosses) => `after ${count(tosses)} ${tosses === 1 ? "trade" : "trades"} ${aheadText(tosses)}`).join(", ")}.`,
  draw: (frame) =>
    drawColumns(frame, {
      words: { title: "A fair coin, after costs", unit: "Chance to be ahead, percent" },
      columns: TOSSES.map((tosses, place) => ({
        label: count(tosses),
        value: chanceAhead(tosses, coin) * 100,
        note: aheadText(tosses),
        fill: place === 0 ? INK.gold : INK.blue,
      })),
      max: 60,
      levelAt: [0, 25, 50],
      levelText: String,
      foot: "Trades",
    }),
};

export const whyTradersLose: Article = { slug: "why-most-intraday-traders-lose", facts, figures: [coinTosser] };
