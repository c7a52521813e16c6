import { describe, expect, it } from "vitest";
import { type BarWalker, walkBars } from "../../backtest/walk-bars.ts";
import type { BarSeries } from "../../market/bar-series.ts";
import { timeOfMinute } from "../../market/bar-time.ts";
import { type IstDate, istDate } from "../../time/ist.ts";
import { OPENING_RANGE_MODELS } from "../model/opening-range-model.ts";
import {
  barsOf,
  decisionsOf,
  flatModel,
  SYMBOLS,
  setupWith,
  syntheticDays,
  WARM_UP_SESSIONS,
} from "../strategy-fixture.ts";
import { createSyntheticMarket } from "../synthetic/synthetic-market.ts";
import { syntheticSeries, weekdaysFrom } from "../synthetic/synthetic-series.ts";
import { openingRangeForBacktest } from "./backtest-port.ts";
import { createBarFed } from "./bar-fed.ts";

function entriesOf(series: readonly BarSeries[], models = OPENING_RANGE_MODELS): readonly string[] {
  const strategy = openingRangeForBacktest({ symbols: SYMBOLS, barMinutes: 5, index: "INDEX", models });
  const state = strategy.start(SYMBOLS);
  const entries: string[] = [];
  const walker: BarWalker = {
    startDay: (day) => void strategy.step(state, { kind: "day_start", day }),
    endDay: () => undefined,
    bar(bar) {
      for (const decision of strategy.step(state, bar))
        if (decision.kind === "enter") entries.push(`${timeOfMinute(bar.minute)} ${decision.reason}`);
    },
  };
  walkBars(series, walker);
  return entries;
}

describe("the strategy in a back-test", () => {
  const series = syntheticSeries(
    { seed: 5, symbols: SYMBOLS, barMinutes: 5 },
    istDate("2026-09-01"),
    WARM_UP_SESSIONS + 20,
  );

  it("decides exactly as on a live day, which gets facts and auction prices as input", () => {
    const live = syntheticDays(5, 20).flatMap((events) =>
      decisionsOf(setupWith(OPENING_RANGE_MODELS), events).flatMap(({ decision }) =>
        decision.kind === "enter" ? [`${decision.minute} ${decision.signal.sentence}`] : [],
      ),
    );
    expect(live.length).toBeGreaterThan(10);
    expect(entriesOf(series)).toEqual(live);
  });

  it("makes no trade before the first day on which a model may decide", () => {
    const early = syntheticSeries(
      { seed: 5, symbols: SYMBOLS, barMinutes: 5 },
      istDate("2022-09-01"),
      WARM_UP_SESSIONS + 20,
    );
    expect(entriesOf(early)).toEqual([]);
    expect(entriesOf(early, [flatModel(-1_000)]).length).toBeGreaterThan(10);
  });

  it("skips weekend sessions", () => {
    const rule = createBarFed(setupWith([flatModel(-1_000)]));
    const enteredOn = (last: IstDate): number => {
      const market = createSyntheticMarket({ seed: 5, symbols: SYMBOLS, barMinutes: 5 });
      const state = rule.begin();
      const days = [...weekdaysFrom(istDate("2026-09-01"), WARM_UP_SESSIONS), last];
      return days
        .flatMap((day) => {
          rule.startDay(state, day);
          return barsOf(market.nextDay()).flatMap((bar) => rule.takeBar(state, bar));
        })
        .filter(({ kind }) => kind === "enter").length;
    };
    expect(enteredOn(istDate("2026-09-30"))).toBe(1);
    expect(enteredOn(istDate("2026-10-04"))).toBe(0);
  });
});
