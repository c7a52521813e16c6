import { DAY_MS, type EpochMs, epochMs, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallClass, RateShape, RateSpan } from "../port/rate-shape.ts";
import { ARRIVAL_SLACK_MS, allowanceOf, createRateRoom, type RateCall } from "./rate-room.ts";

const START = epochMs(Date.parse("2026-11-16T09:15:00.400+05:30"));
const SPAN_MS: Record<RateSpan, number> = { second: SECOND_MS, minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const ENTRY: RateCall = { class: "order", priority: "entry" };
const EXIT: RateCall = { class: "order", priority: "exit" };

const classes: readonly CallClass[] = ["order", "book", "quote"];
const shapes: fc.Arbitrary<RateShape> = fc.array(
  fc.record({
    classes: fc.subarray([...classes], { minLength: 1 }),
    span: fc.constantFrom<RateSpan>("second", "minute", "hour"),
    max: fc.integer({ min: 1, max: 12 }),
  }),
  { minLength: 1, maxLength: 4 },
);
const calls = fc.array(
  fc.record({
    call: fc.record({
      class: fc.constantFrom(...classes),
      priority: fc.constantFrom("entry" as const, "exit" as const),
    }),
    afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 200_000 })),
  }),
  { maxLength: 80 },
);

interface Passed {
  readonly at: EpochMs;
  readonly call: RateCall;
}

/** Every call arrives at its instant and is sent when the budget allows it. */
function run(shape: RateShape, came: readonly { readonly call: RateCall; readonly afterMs: number }[]): Passed[] {
  const room = createRateRoom(shape);
  let now = START;
  return came.map(({ call, afterMs }) => {
    now = later(now, afterMs);
    const at = room.freeAt(call, now);
    if (at === null) throw new Error("every call fits some day");
    now = at;
    expect(room.freeAt(call, now)).toBe(now);
    room.spend(call, now);
    return { at: now, call };
  });
}

describe("a rate budget", () => {
  it("is exceeded in no sliding or calendar window, on any clock and with any delay up to the slack", () => {
    fc.assert(
      fc.property(
        shapes,
        calls,
        fc.nat(DAY_MS),
        fc.infiniteStream(fc.nat(ARRIVAL_SLACK_MS)),
        (shape, came, skewMs, delays) => {
          const passed = run(shape, came);
          for (const budget of shape) {
            const arrivals = passed
              .filter(({ call }) => budget.classes.includes(call.class))
              .map(({ at }) => at + (delays.next().value as number));
            const length = SPAN_MS[budget.span];
            const perWindow = Map.groupBy(arrivals, (at) => Math.floor((at + skewMs) / length));
            for (const window of perWindow.values()) expect(window.length).toBeLessThanOrEqual(budget.max);
            for (const from of arrivals)
              expect(arrivals.filter((at) => at >= from && at < from + length).length).toBeLessThanOrEqual(budget.max);
          }
        },
      ),
    );
  });

  it("reserves a third for exits", () => {
    fc.assert(
      fc.property(shapes, calls, (shape, came) => {
        const passed = run(shape, came);
        for (const budget of shape.filter((each) => each.classes.includes("order"))) {
          const counted = passed.filter(({ call }) => budget.classes.includes(call.class));
          for (const [index, { at, call }] of counted.entries()) {
            if (call.priority === "exit") continue;
            const before = counted.slice(0, index + 1).filter((other) => other.at > at - SPAN_MS[budget.span]);
            expect(before.length).toBeLessThanOrEqual(allowanceOf(budget, "entry"));
          }
        }
      }),
    );
  });

  it("delays no call without need: the returned instant is the first that fits", () => {
    fc.assert(
      fc.property(shapes, calls, (shape, came) => {
        const room = createRateRoom(shape);
        let now = START;
        for (const { call, afterMs } of came) {
          now = later(now, afterMs);
          const at = room.freeAt(call, now);
          if (at !== null && at > now) expect(room.freeAt(call, epochMs(at - 1))).not.toBe(at - 1);
          now = at ?? now;
          room.spend(call, now);
        }
      }),
    );
  });
});

describe("ten orders a second", () => {
  const shape: RateShape = [{ classes: ["order"], span: "second", max: 10 }];

  it("let six entries through at once, then four exits, then none for a second", () => {
    const room = createRateRoom(shape);
    for (let n = 0; n < 6; n++) {
      expect(room.freeAt(ENTRY, START)).toBe(START);
      room.spend(ENTRY, START);
    }
    expect(room.freeAt(ENTRY, START)).toBe(later(START, SECOND_MS + ARRIVAL_SLACK_MS));
    for (let n = 0; n < 4; n++) {
      expect(room.freeAt(EXIT, START)).toBe(START);
      room.spend(EXIT, START);
    }
    expect(room.freeAt(EXIT, START)).toBe(later(START, SECOND_MS + ARRIVAL_SLACK_MS));
  });

  it("do not limit reads, and a budget of one lets entries through too", () => {
    const room = createRateRoom([...shape, { classes: ["book"], span: "second", max: 1 }]);
    const read: RateCall = { class: "book", priority: "entry" };
    room.spend(read, START);
    expect(room.freeAt(ENTRY, START)).toBe(START);
    expect(room.freeAt(read, START)).toBe(later(START, SECOND_MS + ARRIVAL_SLACK_MS));
    expect(allowanceOf({ classes: ["order"], span: "second", max: 1 }, "entry")).toBe(1);
  });

  it("include modifications, as does every budget that names them; reads in such a budget leave room for exits", () => {
    const others = { classes: ["change", "book"], span: "second", max: 3 } as const;
    const room = createRateRoom([...shape, others]);
    const change: RateCall = { class: "change", priority: "exit" };
    const read: RateCall = { class: "book", priority: "entry" };
    const free = later(START, SECOND_MS + ARRIVAL_SLACK_MS);
    for (let n = 0; n < 2; n++) room.spend(read, START);
    expect(room.freeAt(read, START)).toBe(free);
    expect(room.freeAt(change, START)).toBe(START);
    room.spend(change, START);
    expect(room.freeAt(change, START)).toBe(free);
    for (let n = 0; n < 9; n++) room.spend(EXIT, START);
    expect(room.freeAt(EXIT, START)).toBe(free);
  });

  it.each([
    [10, 6],
    [9, 6],
    [3, 2],
    [2, 1],
    [400, 266],
  ])("of %i entries may use %i", (max, entries) => {
    expect(allowanceOf({ classes: ["order"], span: "second", max }, "entry")).toBe(entries);
    expect(allowanceOf({ classes: ["order"], span: "second", max }, "exit")).toBe(max);
  });
});
