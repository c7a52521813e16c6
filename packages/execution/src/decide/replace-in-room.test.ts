import type { RateBudget } from "@vriddhi/brokers/port/rate-shape";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { type PositionView, positionViewOf } from "./position-view.ts";
import { createReplacementRoom } from "./replace-in-room.ts";
import { ago, commandOf, exitWith, filledEntry, NOW, type ViewFacts, viewOf } from "./view-fixture.ts";

const perMinute = (max: number, change: Partial<RateBudget> = {}): RateBudget => ({
  classes: ["order"],
  span: "minute",
  max,
  ...change,
});
/** An entry 50 seconds ago and its stop 40 seconds ago. */
const orders = [
  filledEntry({ plannedAt: ago(50_000), state: { ...filledEntry().state, attempts: 1 } }),
  exitWith({ attempts: 1 }, { plannedAt: ago(40_000) }),
];
function roomOf(facts: ViewFacts, positions: readonly PositionView[] = []) {
  const view = viewOf({ orders, ...facts });
  return createReplacementRoom(view, positions);
}
const waits = (facts: ViewFacts): EpochMs | null => roomOf(facts).waitsUntil();

describe("an exit that is cancelled to be replaced", () => {
  it("is cancelled at once while both calls fit into the broker's rate limits", () => {
    expect(waits({ rates: [] })).toBeNull();
    expect(waits({ rates: [perMinute(4)] })).toBeNull();
  });

  it("waits until earlier calls have left the rate window", () => {
    expect(waits({ rates: [perMinute(3)] })).toBe(later(NOW, 10_000));
    expect(waits({ rates: [perMinute(2)] })).toBe(later(NOW, 20_000));
    expect(waits({ rates: [perMinute(3)], orders: orders.toReversed() })).toBe(later(NOW, 10_000));
    expect(waits({ rates: [perMinute(3, { span: "hour" })] })).toBe(later(NOW, 3_550_000));
    expect(waits({ rates: [perMinute(3), perMinute(2)] })).toBe(later(NOW, 20_000));
  });

  it("counts only changes and calls within the rate window", () => {
    expect(waits({ rates: [perMinute(4)], commands: [commandOf({ sentAt: ago(30_000) })] })).toBe(later(NOW, 10_000));
    expect(waits({ rates: [perMinute(3)], now: later(NOW, 9_999) })).toBe(later(NOW, 10_000));
    expect(waits({ rates: [perMinute(3)], now: later(NOW, 10_000) })).toBeNull();
  });

  it("ignores limits per second and per day, of other calls, and limits that two calls never fit", () => {
    for (const change of [{ span: "second" }, { span: "day" }, { classes: ["book"] }] as const)
      expect(waits({ rates: [perMinute(2, { ...change, classes: [...(change.classes ?? ["order"])] })] })).toBeNull();
    expect(waits({ rates: [perMinute(1)] })).toBeNull();
  });

  it("leaves rate limit for replacements decided earlier in the turn", () => {
    const room = roomOf({ rates: [perMinute(5)] });
    expect(room.waitsUntil()).toBeNull();
    expect(room.waitsUntil()).toBe(later(NOW, 10_000));
  });

  it("leaves rate limit for uncovered positions", () => {
    const bare = { orders: [filledEntry({ plannedAt: ago(50_000) })] };
    const view = viewOf(bare);
    const position = positionViewOf(view, filledEntry());
    expect(roomOf({ rates: [perMinute(4)] }, [position]).waitsUntil()).toBe(later(NOW, 10_000));
    const handedOver = { ...position, position: { ...position.position, isHandedOver: true } };
    const covered = positionViewOf(viewOf({ orders }), filledEntry());
    for (const other of [handedOver, covered, { ...position, open: 0 }])
      expect(roomOf({ rates: [perMinute(4)] }, [other]).waitsUntil()).toBeNull();
  });
});
