import { describe, expect, it } from "vitest";
import type { BarSeries } from "../market/bar-series.ts";
import { createSeededRandom } from "../shared/random.ts";
import { openingRangeForBacktest } from "../strategy/opening-range/backtest-port.ts";
import { flatModel } from "../strategy/strategy-fixture.ts";
import { syntheticSeries } from "../strategy/synthetic/synthetic-series.ts";
import { istDate } from "../time/ist.ts";
import { buyAndHold } from "./built-in/buy-and-hold.ts";
import { donchian } from "./built-in/donchian.ts";
import { openingRange } from "./built-in/opening-range.ts";
import { smaCross } from "./built-in/sma-cross.ts";
import { randomBars } from "./kernel/random-bars-fixture.ts";
import { decisionsOf, findLookAhead } from "./look-ahead.ts";
import { NO_DECISIONS, type Strategy } from "./strategy-port.ts";

const CUTS = 200;
const series = [1, 2].map((seed) => randomBars(seed, { days: 3, missing: 5, step: 40 }));

const strategies = {
  sma: () => smaCross({ fast: 5, slow: 20 }),
  orb: () => openingRange({ rangeMinutes: 15, barMinutes: 1, targetRanges: 1 }),
  donchian: () => donchian({ entryBars: 20, exitBars: 10 }),
  hold: () => buyAndHold(),
} satisfies Record<string, () => unknown>;

/** Deliberate look-ahead: buys when the next bar closes higher. */
function peeking([first]: readonly BarSeries[]): Strategy<{ bar: number }> {
  return {
    name: "peeking",
    start: () => ({ bar: 0 }),
    step(state, event) {
      if (event.kind !== "bar" || event.symbol !== 0) return NO_DECISIONS;
      state.bar += 1;
      const next = first?.close[state.bar];
      if (next === undefined || next <= event.close) return NO_DECISIONS;
      return [{ kind: "exit", symbol: 0, reason: "the next bar closes higher" }];
    },
  };
}

describe("look-ahead", () => {
  it.each(Object.keys(strategies))(
    "is absent from %s: its decisions before 200 cuts do not depend on later bars",
    (name) => {
      const make = strategies[name as keyof typeof strategies] as () => Strategy<unknown>;
      expect(decisionsOf(make(), series).length).toBeGreaterThan(1);
      expect(findLookAhead(make, series, CUTS, createSeededRandom(3))).toBeNull();
    },
  );

  it("is absent from the product's strategy: its decisions before 200 cuts do not depend on later bars", () => {
    const symbols = ["INDEX", "ONE", "TWO", "THREE", "FOUR"];
    const market = syntheticSeries({ seed: 11, symbols, barMinutes: 5 }, istDate("2026-01-05"), 26);
    const make = () => openingRangeForBacktest({ symbols, barMinutes: 5, index: "INDEX", models: [flatModel(-1)] });
    expect(decisionsOf(make(), market).length).toBeGreaterThan(1);
    expect(findLookAhead(make, market, CUTS, createSeededRandom(5))).toBeNull();
  });

  it("is detected in a strategy that reads the next bar", () => {
    const found = findLookAhead(peeking, series, CUTS, createSeededRandom(3));
    expect(found).not.toBeNull();
    expect(found?.before).not.toEqual(found?.after);
  });
});
