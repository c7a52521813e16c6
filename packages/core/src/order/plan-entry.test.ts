import { describe, expect, it } from "vitest";
import { epochMs, later } from "../time/clock.ts";
import type { OrderTag } from "./order.ts";
import { newOrder, type OrderState, orderStatuses } from "./order-state.ts";
import {
  ENTRY_COMMAND_PAUSE_MS,
  ENTRY_REMAINDER_MS,
  ENTRY_VALID_MS,
  type EntryOrder,
  planEntry,
} from "./plan-entry.ts";

const NOW = epochMs(1_000_000);
const TAG = "ENTRY0000000000" as OrderTag;
const entryWith = (state: Partial<OrderState>, change: Partial<EntryOrder> = {}): EntryOrder => ({
  tag: TAG,
  state: { ...newOrder({ leg: "entry", quantity: 10, status: "ready" }), ...state },
  validUntil: later(NOW, ENTRY_VALID_MS),
  workingSince: NOW,
  isCommandPending: false,
  lastCommandAt: null,
  ...change,
});
const waits = { kind: "wait", until: null };

describe("an unsent entry", () => {
  it.each([{ status: "planned" }, { status: "ready" }, { status: "sending", isProvedUnsent: true }] as const)(
    "is valid for 20 seconds and blocked at once: %j",
    (state) => {
      expect(planEntry(entryWith(state), false, NOW)).toEqual({ kind: "wait", until: later(NOW, 20_000) });
      expect(planEntry(entryWith(state), false, later(NOW, 20_000))).toEqual({
        kind: "end_unsent",
        tag: TAG,
        event: state.status === "planned" ? "approval_lapsed" : "valid_until_passed",
      });
      expect(planEntry(entryWith(state), true, NOW)).toEqual({ kind: "end_unsent", tag: TAG, event: "blocked" });
    },
  );
});

describe("a lost entry, or one in flight,", () => {
  it.each(["sending", "unknown", "abandoned"] as const)(
    "is awaited while it is %s, also when it is blocked",
    (status) => {
      expect(planEntry(entryWith({ status }), true, later(NOW, 60_000))).toEqual(waits);
    },
  );
});

describe("a working entry", () => {
  it("is cancelled for its unfilled rest after 5 seconds", () => {
    expect(planEntry(entryWith({ status: "accepted" }), false, later(NOW, ENTRY_REMAINDER_MS - 1))).toEqual({
      kind: "wait",
      until: later(NOW, 5_000),
    });
    const partly = entryWith({ status: "partly_filled", filled: 3 });
    expect(planEntry(partly, false, later(NOW, 5_000))).toEqual({ kind: "cancel", tag: TAG, cause: "remainder" });
    expect(planEntry(entryWith({ status: "accepted" }, { workingSince: null }), false, NOW)).toEqual(waits);
  });

  it("is cancelled at once when entries are blocked or it appeared late", () => {
    expect(planEntry(entryWith({ status: "accepted" }), true, NOW)).toMatchObject({ cause: "blocked" });
    expect(planEntry(entryWith({ status: "accepted", wasGivenUp: true }), false, NOW)).toMatchObject({ cause: "late" });
  });

  it("is cancelled again after a pause when the broker refused, and not while the outcome is unknown", () => {
    const refused = entryWith({ status: "accepted" }, { lastCommandAt: NOW });
    expect(planEntry(refused, true, NOW)).toEqual({ kind: "wait", until: later(NOW, ENTRY_COMMAND_PAUSE_MS) });
    expect(planEntry(refused, true, later(NOW, ENTRY_COMMAND_PAUSE_MS))).toMatchObject({ kind: "cancel" });
    expect(planEntry({ ...refused, isCommandPending: true }, true, later(NOW, 9_000))).toEqual(waits);
  });
});

describe("an entry that has ended", () => {
  it("needs no step, and an entry in any other state needs one", () => {
    const done = orderStatuses.filter((status) => planEntry(entryWith({ status }), false, NOW) === null);
    expect(done).toEqual(["filled", "cancelled", "rejected", "expired", "handed_over"]);
  });
});
