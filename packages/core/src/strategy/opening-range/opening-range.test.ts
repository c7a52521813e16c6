import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../../shared/random.ts";
import { istDate } from "../../time/ist.ts";
import { OPENING_RANGE_MODELS } from "../model/opening-range-model.ts";
import { scoreOf } from "../model/ranking-model.ts";
import type { BarClosed, Enter, StrategyEvent } from "../strategy.ts";
import { decisionsOf, flatModel, setupWith, syntheticDays } from "../strategy-fixture.ts";
import { FEATURES } from "./features.ts";
import { createOpeningRange } from "./opening-range.ts";

const isBar = (event: StrategyEvent): event is BarClosed => event.kind === "bar";

function disturb(bar: BarClosed, random: ReturnType<typeof createSeededRandom>): BarClosed {
  const times = random.int(700, 1_300) / 1_000;
  const scaled = (price: number): number => Math.round(price * times);
  return {
    kind: "bar",
    share: bar.share,
    minute: bar.minute,
    open: scaled(bar.open),
    high: scaled(bar.high) + random.int(0, 500),
    low: Math.max(1, scaled(bar.low) - random.int(0, 500)),
    close: scaled(bar.close),
    volume: random.int(0, 1_000_000),
  };
}

describe("the opening range strategy", () => {
  const days = syntheticDays(7, 60);
  const entriesOf = (events: readonly StrategyEvent[], models = OPENING_RANGE_MODELS): readonly Enter[] =>
    decisionsOf(setupWith(models), events).flatMap(({ decision }) => (decision.kind === "enter" ? [decision] : []));

  it("enters at most once a day whatever the scores are", () => {
    for (const events of days) expect(entriesOf(events, [flatModel(-1_000)]).length).toBeLessThanOrEqual(1);
    expect(days.filter((events) => entriesOf(events, [flatModel(-1_000)]).length === 1).length).toBeGreaterThan(50);
  });

  it("makes no entry on a day for which no model may decide", () => {
    expect(days.flatMap((events) => entriesOf(events, []))).toEqual([]);
  });

  it("trades on most days of a synthetic market in demonstrations", () => {
    const traded = days.filter((events) => entriesOf(events).length === 1).length / days.length;
    expect(traded).toBeGreaterThan(0.6);
  });

  it("considers no share before 9:30 or after 12:45, and each at most once a day", () => {
    for (const events of days) {
      const seen = decisionsOf(setupWith([]), events).flatMap(({ decision }) =>
        decision.kind === "passed_over" ? [decision] : [],
      );
      expect(seen.every(({ minute }) => minute >= 570 && minute + 5 <= 765)).toBe(true);
      expect(new Set(seen.map(({ share }) => share)).size).toBe(seen.length);
    }
  });

  it("puts the stop half and the target one average true range from the deciding close", () => {
    const atrOf = ([start]: readonly StrategyEvent[], share: number): number =>
      (start?.kind === "day_start" ? start.facts.find((each) => each.share === share)?.atr : undefined) ?? 0;
    for (const events of days.slice(0, 20))
      for (const { side, price, stop, target, share } of entriesOf(events, [flatModel(-1_000)])) {
        const sign = side === "buy" ? 1 : -1;
        expect(Math.abs(sign * (price - stop) - atrOf(events, share) / 2)).toBeLessThanOrEqual(0.5);
        expect(sign * (target - price)).toBe(atrOf(events, share));
      }
  });

  it("stores with each signal twenty features, a reproducible score, the model's hash and a sentence", () => {
    const entries = days.flatMap((events) => entriesOf(events));
    expect(entries.length).toBeGreaterThan(0);
    for (const { signal, symbol } of entries) {
      const model = OPENING_RANGE_MODELS.find(({ hash }) => hash === signal.modelHash);
      expect(signal.features).toHaveLength(FEATURES.length);
      expect(signal.features.every(Number.isFinite)).toBe(true);
      expect(model && scoreOf(model, signal.features)).toBe(signal.score);
      expect(signal.score).toBeGreaterThanOrEqual(signal.threshold);
      expect(signal.sentence).toMatch(
        new RegExp(`^${symbol} closed at ₹[0-9,.]+, (above the high|below the low) of its`),
      );
    }
  });

  it("decides the same in a replay, also from a snapshot in the middle of the day", () => {
    const setup = setupWith(OPENING_RANGE_MODELS);
    const strategy = createOpeningRange(setup);
    for (const [number, events] of days.slice(0, 10).entries()) {
      const whole = decisionsOf(setup, events).map(({ decision }) => decision);
      const cut = 20 + number * 60;
      const state = strategy.begin();
      const before = events.slice(0, cut).flatMap((event) => strategy.step(state, event));
      const copy = structuredClone(state);
      for (const event of events.slice(cut)) strategy.step(state, event);
      const after = events.slice(cut).flatMap((event) => strategy.step(copy, event));
      expect([...before, ...after]).toEqual(whole);
    }
  });

  it("ignores duplicate bars and a repeated start of the day", () => {
    const setup = setupWith(OPENING_RANGE_MODELS);
    for (const events of days.slice(0, 10)) {
      const whole = decisionsOf(setup, events).map(({ decision }) => decision);
      const twice = events.flatMap((event) => [event, event]);
      expect(decisionsOf(setup, twice).map(({ decision }) => decision)).toEqual(whole);
      expect(decisionsOf(setup, [...events, ...events]).map(({ decision }) => decision)).toEqual(whole);
    }
  });

  it("never enters on a bar that comes after a later one of another share", () => {
    const setup = setupWith([flatModel(-1_000)]);
    for (const events of days.slice(0, 10)) {
      const [found] = decisionsOf(setup, events).filter(({ decision }) => decision.kind === "enter");
      if (found === undefined) continue;
      const late = events[found.place] as BarClosed;
      const next = events.findIndex((event) => isBar(event) && event.minute > late.minute);
      const moved = [...events.slice(0, found.place), ...events.slice(found.place + 1, next + 1), late];
      const entered = decisionsOf(setup, moved).find(
        ({ decision }) => decision.kind === "enter" && decision.share === late.share && decision.minute === late.minute,
      );
      expect(entered).toBeUndefined();
    }
  });

  it("finds the same candidates in one-minute bars as in five-minute bars built from them", () => {
    const candidates = (barMinutes: number, given: readonly StrategyEvent[]) =>
      decisionsOf(setupWith([], barMinutes), given).flatMap(({ decision }) =>
        decision.kind === "passed_over" ? [decision] : [],
      );
    for (const events of syntheticDays(11, 12, 1)) {
      const [fine, coarse] = [candidates(1, events), candidates(5, syntheticDaysOfFive(events))];
      const named = (found: typeof fine) => found.map(({ symbol, side, price }) => `${symbol} ${side} ${price}`);
      expect(named(fine)).toEqual(named(coarse));
      // Turnover uses each bar's close, so finer bars give a slightly different value.
      const apart = fine.map(({ signal }, number) =>
        Math.max(
          ...signal.features.map((value, place) => Math.abs(value - (coarse[number]?.signal.features[place] ?? 0))),
        ),
      );
      expect(Math.max(0, ...apart)).toBeLessThan(0.15);
    }
  });

  it("does not depend on the order of the shares of a minute", () => {
    const candidates = (given: readonly StrategyEvent[]) =>
      decisionsOf(setupWith([]), given)
        .flatMap(({ decision }) => (decision.kind === "passed_over" ? [decision] : []))
        .map(({ symbol, minute, signal }) => `${minute} ${symbol} ${signal.features.join()}`)
        .sort();
    for (const events of days.slice(0, 10)) {
      const reversed = events
        .filter(isBar)
        .map((bar, place) => ({ bar, place }))
        .sort((one, other) => one.bar.minute - other.bar.minute || other.place - one.place)
        .map(({ bar }) => bar);
      expect(candidates([...events.slice(0, 2), ...reversed])).toEqual(candidates(events));
    }
  });

  it("has no look-ahead: 200 cuts with every later bar disturbed change no earlier decision", () => {
    const random = createSeededRandom(200);
    const setup = setupWith(OPENING_RANGE_MODELS);
    for (let cut = 0; cut < 200; cut++) {
      const events = random.pick(days);
      const at = random.int(2, events.length - 1);
      const disturbed = events.map((event, place) => (place >= at && isBar(event) ? disturb(event, random) : event));
      const early = (given: readonly StrategyEvent[]) => decisionsOf(setup, given).filter(({ place }) => place < at);
      expect(early(disturbed)).toEqual(early(events));
    }
  });

  it("ignores bars outside a day, of an unknown share, or without a price", () => {
    const strategy = createOpeningRange(setupWith([flatModel(-1_000)]));
    const state = strategy.begin();
    const bar = { kind: "bar", share: 1, minute: 600, open: 1, high: 1, low: 1, close: 1, volume: 1 } as const;
    expect(strategy.step(state, bar)).toEqual([]);
    strategy.step(state, { kind: "day_start", day: istDate("2026-09-01"), facts: [] });
    const before = structuredClone(state);
    for (const [share, low, minute] of [
      [99, 1, 600],
      [1, 0, 600],
      [1, 1, 540],
    ] as const)
      strategy.step(state, { kind: "bar", share, minute, open: 1, high: 1, low, close: 1, volume: 1 });
    expect(state).toEqual(before);
  });
});

function syntheticDaysOfFive(events: readonly StrategyEvent[]): readonly StrategyEvent[] {
  const open = new Map<string, { first: BarClosed; high: number; low: number; close: number; volume: number }>();
  for (const event of events.filter(isBar)) {
    const key = `${String(Math.floor(event.minute / 5)).padStart(4, "0")}:${String(event.share).padStart(3, "0")}`;
    const known = open.get(key) ?? { first: event, high: 0, low: Number.POSITIVE_INFINITY, close: 0, volume: 0 };
    known.high = Math.max(known.high, event.high);
    known.low = Math.min(known.low, event.low);
    known.close = event.close;
    known.volume += event.volume;
    open.set(key, known);
  }
  const bars = [...open.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { first, high, low, close, volume }]): StrategyEvent => {
      const minute = first.minute - (first.minute % 5);
      return { kind: "bar", share: first.share, minute, open: first.open, high, low, close, volume };
    });
  return [...events.filter((event) => !isBar(event) && event.kind !== "session_end"), ...bars];
}
