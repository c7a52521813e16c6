import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { createBarFed } from "@vriddhi/core/strategy/opening-range/bar-fed";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import { weekdaysFrom } from "@vriddhi/core/strategy/synthetic/synthetic-series";
import { istDate } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { BAR_WIDTH } from "./bar-ticks.ts";
import { nseInstruments } from "./instruments.ts";
import { closeAfter, createScratch, type DayPlan, drawDay, marketReturn, temperOf } from "./price-day.ts";

const WARM_UP = 21;
const DAYS = 15;
const MINUTES = 375;

/** Drawn sessions without client trades. */
function drawSessions(seed: number, days: number): readonly (readonly DayPlan[])[] {
  const tempers = nseInstruments.map((instrument) => temperOf(seed, instrument));
  const closes = nseInstruments.map(({ referencePrice }): number => referencePrice);
  const scratch = createScratch();
  return Array.from({ length: days }, (_, day) =>
    tempers.map((temper, share) => {
      const market = marketReturn(seed, day);
      const previousClose = closes[share] ?? 0;
      const close = closeAfter(temper, market, day, previousClose);
      closes[share] = close;
      const frame = { day, market, minutes: MINUTES, previousClose, close, hasPreOpen: true, hasClosingAuction: false };
      return drawDay(temper, frame, scratch);
    }),
  );
}

describe("a demonstration on the exchange's own prices", () => {
  it("lets the product's strategy trade on most days", () => {
    const symbols = nseInstruments.map(({ symbol }) => symbol);
    const setup = { symbols, index: null, barMinutes: 1, models: OPENING_RANGE_MODELS, settings: OPENING_RANGE };
    const rule = createBarFed(setup);
    const state = rule.begin();
    const sessions = drawSessions(1, WARM_UP + DAYS);
    let entries = 0;
    for (const [number, day] of weekdaysFrom(istDate("2026-09-01"), WARM_UP + DAYS).entries()) {
      rule.startDay(state, day);
      for (let at = 0; at < MINUTES * BAR_WIDTH; at += BAR_WIDTH)
        for (const [share, { bars }] of (sessions[number] ?? []).entries()) {
          const [open = 0, high = 0, low = 0, close = 0, volume = 0] = bars.subarray(at, at + BAR_WIDTH);
          const minute = OPENING_RANGE.sessionOpen + at / BAR_WIDTH;
          const decisions = rule.takeBar(state, { kind: "bar", share, minute, open, high, low, close, volume });
          entries += decisions.filter(({ kind }) => kind === "enter").length;
        }
    }
    expect(entries).toBeGreaterThan(DAYS * 0.6);
    expect(entries).toBeLessThanOrEqual(DAYS);
  });
});
