import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { createBarFed } from "@vriddhi/core/strategy/opening-range/bar-fed";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import type { BarClosed, Enter } from "@vriddhi/core/strategy/strategy";
import { UNIVERSE } from "@vriddhi/core/strategy/universe";
import { addDays, type IstDate, istDate, istDateOf, istInstant, istMinute, istMinuteOf } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { describe, expect, it } from "vitest";
import { DEMO_SEED } from "./demo-seed.ts";
import { createExchange } from "./exchange.ts";
import { MARKET_INDEX } from "./market-index.ts";

const HISTORY_DAYS = 45;
const CLOSE = istMinute(15, 15);
const symbols = [...UNIVERSE.map(({ symbol }) => symbol), MARKET_INDEX.symbol];

/** Every share's minutes until the end of the first day, by day in order. */
function barsUntil(first: IstDate) {
  const settings = { anchorDate: first, isCountedFromAnchor: true };
  const exchange = createExchange({ seed: DEMO_SEED, calendar: nseCalendar, settings });
  const end = istInstant(first, CLOSE);
  exchange.advance(end);
  const bars = symbols.flatMap((symbol, share) =>
    exchange
      .candles(symbol, 1, istInstant(addDays(first, -HISTORY_DAYS), istMinute(0, 0)), end)
      .map(({ at, open, high, low, close, volume }) => ({
        day: istDateOf(at),
        bar: { kind: "bar", share, minute: istMinuteOf(at), open, high, low, close, volume } satisfies BarClosed,
      })),
  );
  return bars.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.bar.minute - b.bar.minute));
}

function firstTrade(first: IstDate): { entry: Enter | null; isTargetReached: boolean } {
  const index = symbols.length - 1;
  const rule = createBarFed({ symbols, index, barMinutes: 1, models: OPENING_RANGE_MODELS, settings: OPENING_RANGE });
  const state = rule.begin();
  let today: IstDate | null = null;
  let entry: Enter | null = null;
  let isTargetReached = false;
  for (const { day, bar } of barsUntil(first)) {
    if (day !== today) rule.startDay(state, day);
    today = day;
    const decided = rule.takeBar(state, bar).find((decision) => decision.kind === "enter");
    if (day !== first) continue;
    entry ??= decided ?? null;
    if (entry !== null && bar.share === entry.share && bar.minute > entry.minute && bar.high >= entry.target)
      isTargetReached = true;
  }
  return { entry, isTargetReached };
}

describe("the first day of a new sandbox", () => {
  it.each(["2026-11-17", "2027-08-16"])(
    "[B1.1] has an entry whose target is reached when it is %s",
    (text) => {
      const { entry, isTargetReached } = firstTrade(istDate(text));
      expect(entry).toMatchObject({ symbol: "ETERNAL", side: "buy" });
      expect(isTargetReached).toBe(true);
    },
    120_000,
  );
});
