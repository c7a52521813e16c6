import { describe, expect, it } from "vitest";
import { addScan, holdsEntriesBack, isAbsenceProved, lateDeadline, lateStep, startLookUp } from "../order/look-up.ts";
import { brokerOrderId, type OrderTag } from "../order/order.ts";
import type { OrderEvent } from "../order/order-event.ts";
import { isOrderFinal, newOrder, type OrderState } from "../order/order-state.ts";
import { moveOrder } from "../order/order-transition.ts";
import { type EntryOrder, planEntry } from "../order/plan-entry.ts";
import { assert } from "../shared/assert.ts";
import { paise } from "../shared/money.ts";
import { type EpochMs, later, SECOND_MS } from "../time/clock.ts";
import { longOfTen, NOW, planWith } from "./exit-fixture.ts";

const after = (seconds: number): EpochMs => later(NOW, seconds * SECOND_MS);

function move(order: OrderState, event: OrderEvent): OrderState {
  const moved = moveOrder(order, event);
  assert(moved.ok, `${event.kind} can happen`);
  return moved.value;
}

const entryOf = (state: OrderState): EntryOrder => ({
  tag: "ENTRY0000000000" as OrderTag,
  state,
  validUntil: after(20),
  workingSince: null,
  isCommandPending: false,
  lastCommandAt: null,
});

const row = (status: "open" | "cancelled", filled: number) => ({
  orderId: brokerOrderId("77"),
  status,
  quantity: 10,
  filled,
  averagePrice: paise(100_000),
  reason: null,
});

describe("an entry whose process was killed while sending", () => {
  const lost = move(newOrder({ leg: "entry", quantity: 10, status: "sending" }), { kind: "restarted", at: NOW });

  it("is never resent, blocks new entries and is abandoned after two minutes of clean books", () => {
    expect(lost.status).toBe("unknown");
    expect(holdsEntriesBack(lost, null)).toBe(true);
    expect(planEntry(entryOf(lost), false, after(60))).toEqual({ kind: "wait", until: null });
    let lookUp = startLookUp(NOW, lost.isResetProved);
    for (let second = 2; second < 122; second += 2) {
      lookUp = addScan(lookUp, { startedAt: after(second), outcome: "clean" });
      expect(isAbsenceProved(lookUp)).toBe(false);
    }
    expect(isAbsenceProved(addScan(lookUp, { startedAt: after(122), outcome: "clean" }))).toBe(true);
  });

  it("is cancelled when it appears later, and its fill is closed at once", () => {
    const abandoned = move(lost, { kind: "absence_proved" });
    const appeared = move(abandoned, { kind: "seen", at: after(300), row: row("open", 4) });
    expect(lateStep(appeared, false)).toBe("cancel");
    expect(lateDeadline(appeared)).toBe(after(360));
    expect(planEntry(entryOf(appeared), false, after(300))).toMatchObject({ kind: "cancel", cause: "late" });

    const position = { ...longOfTen, entryFilled: appeared.filled, isEntryFinal: false };
    const closing = { ...position, orderedClose: "late_appearance" as const };
    expect(planWith({ position: closing })).toMatchObject({
      kind: "place",
      side: "sell",
      quantity: 4,
      pricing: { kind: "limit" },
      cause: "late_appearance",
    });

    const ended = move(appeared, { kind: "seen", at: after(302), row: row("cancelled", 6) });
    expect(isOrderFinal(ended.status)).toBe(true);
    expect(lateStep(ended, false)).toBe("flatten");
    expect(ended.filled).toBe(6);
    expect(planEntry(entryOf(ended), false, after(303))).toBeNull();
  });
});
