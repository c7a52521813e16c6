import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assert } from "../shared/assert.ts";
import { paise } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { brokerOrderId } from "./order.ts";
import { type OrderEvent, type OrderEventKind, orderEventKinds, type SeenRow } from "./order-event.ts";
import {
  isLate,
  isOrderFinal,
  mayTrade,
  newOrder,
  type OrderLeg,
  type OrderState,
  type OrderStatus,
  orderStatuses,
  remainingOf,
} from "./order-state.ts";
import { moveOrder, type TransitionRefusal } from "./order-transition.ts";

/** Mutation testing runs fewer examples. */
const { numRuns: RUNS } = fc.readConfigureGlobal();

const AT = epochMs(1_000_000);
const ID = brokerOrderId("240");
const row: SeenRow = {
  orderId: ID,
  status: "open",
  quantity: 10,
  filled: 0,
  averagePrice: paise(0),
  reason: null,
};

const events: { readonly [K in OrderEventKind]: Extract<OrderEvent, { readonly kind: K }> } = {
  released: { kind: "released" },
  claimed: { kind: "claimed", at: AT },
  sent: { kind: "sent", at: AT, orderId: ID },
  never_sent: { kind: "never_sent" },
  throttled: { kind: "throttled" },
  refused: { kind: "refused", reason: "no funds" },
  outcome_unknown: { kind: "outcome_unknown", at: AT, isResetProved: true },
  restarted: { kind: "restarted", at: AT },
  seen: { kind: "seen", at: AT, row },
  absence_proved: { kind: "absence_proved" },
  valid_until_passed: { kind: "valid_until_passed" },
  blocked: { kind: "blocked" },
  not_approved: { kind: "not_approved", answer: "declined" },
  withdrawn: { kind: "withdrawn" },
  stuck: { kind: "stuck", reason: "circuit" },
  handed_over: { kind: "handed_over" },
  day_closed: { kind: "day_closed" },
  day_missed: { kind: "day_missed" },
};

function play(start: OrderState, ...happened: readonly OrderEvent[]): OrderState {
  return happened.reduce((order, event) => {
    const moved = moveOrder(order, event);
    assert(moved.ok, `${event.kind} happens to an order that is ${order.status}`);
    return moved.value;
  }, start);
}

const seen = (change: Partial<SeenRow>, at = AT): OrderEvent => ({ kind: "seen", at, row: { ...row, ...change } });

const startStates = {
  planned: (leg: OrderLeg) => newOrder({ leg, quantity: 10, status: "planned" }),
  ready: (leg: OrderLeg) => newOrder({ leg, quantity: 10, status: "ready" }),
  sending: (leg: OrderLeg) => newOrder({ leg, quantity: 10, status: "sending" }),
  unsent: (leg: OrderLeg) => play(startStates.sending(leg), events.never_sent),
  unknown: (leg: OrderLeg) => play(startStates.sending(leg), events.outcome_unknown),
  abandoned: (leg: OrderLeg) => play(startStates.unknown(leg), events.absence_proved),
  accepted: (leg: OrderLeg) => play(startStates.sending(leg), events.sent),
  partly_filled: (leg: OrderLeg) => play(startStates.accepted(leg), seen({ filled: 4, averagePrice: paise(100) })),
  filled: (leg: OrderLeg) => play(startStates.accepted(leg), seen({ status: "filled", filled: 10 })),
  cancelled: (leg: OrderLeg) => play(startStates.accepted(leg), seen({ status: "cancelled" })),
  rejected: (leg: OrderLeg) => play(startStates.sending(leg), events.refused),
  expired: (leg: OrderLeg) => play(startStates.planned(leg), events.day_closed),
  stuck: (leg: OrderLeg) => ({ ...startStates.accepted(leg), status: "stuck" as const, reason: "circuit" as const }),
  handed_over: (leg: OrderLeg) => ({ ...startStates.accepted(leg), status: "handed_over" as const }),
} as const;
type StartState = keyof typeof startStates;
const startStateNames = Object.keys(startStates) as StartState[];

/** A status, or a refusal; `unsent` is `sending` that was proved unsent. */
type Cell = OrderStatus | "unsent" | TransitionRefusal;

const short: Readonly<Record<string, Cell>> = {
  ".": "not_from_here",
  fly: "in_flight",
  book: "book_knows_better",
  partly: "partly_filled",
  handed: "handed_over",
};
const cells = (line: string): readonly Cell[] => line.split(/\s+/).map((word) => short[word] ?? (word as Cell));
const everywhere = (cell: Cell): readonly Cell[] => startStateNames.map(() => cell);

/** Columns: the states above, in that order. */
const entryTable: Readonly<Record<OrderEventKind, readonly Cell[]>> = {
  released: cells("ready . . . . . . . . . . . . ."),
  claimed: cells(". sending fly sending . . . . . . . . . ."),
  sent: cells(". . accepted . accepted accepted accepted partly filled cancelled accepted accepted stuck handed"),
  never_sent: cells(". . unsent . . . book book book book . . book book"),
  throttled: cells(". . unsent . . . book book book book . . book book"),
  refused: cells(". . rejected . . . book book book book . . book book"),
  outcome_unknown: cells(". . unknown . . . accepted partly filled cancelled . . stuck handed"),
  restarted: cells(
    "planned ready unknown unknown unknown abandoned accepted partly filled cancelled rejected expired stuck handed",
  ),
  seen: cells(
    "accepted accepted accepted accepted accepted accepted accepted partly filled cancelled accepted accepted stuck handed",
  ),
  absence_proved: cells(". . fly . abandoned abandoned book book book book . . book book"),
  valid_until_passed: cells("expired expired fly expired . . . . . . . . . ."),
  blocked: cells("cancelled cancelled fly cancelled . . . . . . . . . ."),
  not_approved: cells("cancelled . fly . . . . . . . . . . ."),
  withdrawn: everywhere("only_exits"),
  stuck: everywhere("only_exits"),
  handed_over: everywhere("only_exits"),
  day_closed: cells(
    "expired expired fly expired expired expired expired expired filled cancelled rejected expired handed handed",
  ),
  day_missed: cells(
    "expired expired fly expired expired expired expired expired filled cancelled rejected expired handed handed",
  ),
};

const exitTable: Readonly<Record<OrderEventKind, readonly Cell[]>> = {
  ...entryTable,
  valid_until_passed: everywhere("exits_never_expire"),
  blocked: everywhere("exits_are_never_blocked"),
  not_approved: everywhere("exits_are_never_blocked"),
  withdrawn: cells("cancelled cancelled fly cancelled . . . . . . . . . ."),
  stuck: cells(". . . . . . stuck stuck . . . . stuck ."),
  handed_over: cells("handed handed fly handed handed handed handed handed . . . . handed handed"),
};

const cases = [["entry", entryTable] as const, ["exit", exitTable] as const].flatMap(([leg, table]) =>
  orderEventKinds.flatMap((kind) => startStateNames.map((name, n) => ({ leg, kind, name, cell: table[kind][n] }))),
);

const cellOf = (outcome: ReturnType<typeof moveOrder>): Cell | undefined => {
  if (!outcome.ok) return outcome.error;
  return outcome.value.isProvedUnsent ? "unsent" : outcome.value.status;
};

describe("every event in every state", () => {
  it("has its row and column in the table", () => {
    expect(new Set(startStateNames.map((name) => startStates[name]("exit").status))).toEqual(new Set(orderStatuses));
    expect(Object.keys(events)).toEqual([...orderEventKinds]);
    expect(cases.every(({ cell }) => cell !== undefined)).toBe(true);
    expect(cases).toHaveLength(2 * 18 * 14);
  });

  it.each(cases)("$leg: $kind when $name → $cell", ({ leg, kind, name, cell }) => {
    expect(cellOf(moveOrder(startStates[name](leg), events[kind]))).toBe(cell);
  });

  it.each(cases)("$leg: $kind when $name loses no filled quantity and keeps the order's id", ({ leg, kind, name }) => {
    const before = startStates[name](leg);
    const after = moveOrder(before, events[kind]);
    if (!after.ok) return;
    expect(after.value.filled).toBeGreaterThanOrEqual(before.filled);
    expect(after.value.orderId === null && before.orderId !== null).toBe(false);
  });
});

describe("sending an order", () => {
  it("counts its attempts, and an attempt that was proved unsent may be followed by another with the same tag", () => {
    const order = play(startStates.ready("exit"), events.claimed, events.throttled, events.claimed, events.never_sent);
    expect(order.attempts).toBe(2);
    expect(play(order, events.claimed, events.sent)).toMatchObject({ status: "accepted", attempts: 3 });
  });

  it("allows only a look-up after a restart, even if the order was proved unsent", () => {
    const order = play(startStates.unsent("entry"), events.restarted);
    expect(order).toMatchObject({ status: "unknown", isResetProved: false, reason: "process_restarted" });
    expect(moveOrder(order, events.claimed)).toEqual({ ok: false, error: "not_from_here" });
  });

  it("may trade while in flight and not when it is proved unsent", () => {
    expect(mayTrade(startStates.sending("entry"))).toBe(true);
    expect(mayTrade(startStates.unsent("entry"))).toBe(false);
  });
});

describe("an order that may trade", () => {
  it.each(startStateNames)("%s", (name) => {
    const quiet: readonly StartState[] = [
      "planned",
      "ready",
      "unsent",
      "filled",
      "cancelled",
      "rejected",
      "expired",
      "handed_over",
    ];
    expect(mayTrade(startStates[name]("exit"))).toBe(!quiet.includes(name));
  });
});

describe("an order that appears after it was abandoned", () => {
  it.each(["abandoned", "rejected", "expired"] as const)("is active and late when it was %s", (name) => {
    const order = play(startStates[name]("entry"), seen({ filled: 3 }, epochMs(77)));
    expect(order).toMatchObject({ status: "partly_filled", reason: "appeared_late", lateSince: 77, filled: 3 });
    expect(isLate(order)).toBe(true);
  });

  it("is not late when the book only repeats its rejection", () => {
    expect(isLate(play(startStates.rejected("entry"), seen({ status: "rejected" })))).toBe(false);
  });

  it("is late when the book shows it filled and ended", () => {
    expect(isLate(play(startStates.abandoned("entry"), seen({ status: "cancelled", filled: 2 })))).toBe(true);
  });

  it("is late when the broker's answer arrives afterwards", () => {
    expect(isLate(play(startStates.abandoned("entry"), events.sent))).toBe(true);
  });

  it("is not late when it was only unknown", () => {
    expect(isLate(play(startStates.unknown("entry"), seen({ filled: 3 })))).toBe(false);
  });
});

describe("a row of the book", () => {
  it("of another order with the same tag is refused as a fault", () => {
    const other = seen({ orderId: brokerOrderId("999") });
    expect(moveOrder(startStates.accepted("entry"), other)).toEqual({ ok: false, error: "other_order_id" });
    expect(moveOrder(startStates.accepted("entry"), { ...events.sent, orderId: brokerOrderId("999") })).toEqual({
      ok: false,
      error: "other_order_id",
    });
  });

  it.each([{ filled: 11 }, { filled: -1 }, { quantity: 0 }, { filled: 1.5 }, { status: "filled" as const, filled: 9 }])(
    "that is impossible is refused: %j",
    (change) => {
      expect(moveOrder(startStates.accepted("entry"), seen(change))).toEqual({ ok: false, error: "impossible_row" });
    },
  );

  it("keeps the broker's reason for the end", () => {
    const order = play(startStates.accepted("exit"), seen({ status: "rejected", reason: "outside the band" }));
    expect(order).toMatchObject({ status: "rejected", reason: "ended_by_broker", brokerReason: "outside the band" });
  });

  it("raises the filled quantity even after the handover", () => {
    expect(play(startStates.handed_over("exit"), seen({ filled: 6 }))).toMatchObject({
      status: "handed_over",
      filled: 6,
    });
  });

  it("that is older than a cancellation cannot reopen the order, but its fills count", () => {
    const order = play(startStates.cancelled("entry"), seen({ status: "open", filled: 4 }, epochMs(1)));
    expect(order).toMatchObject({ status: "cancelled", filled: 4 });
  });

  it("determines the remaining quantity", () => {
    expect(remainingOf(startStates.partly_filled("exit"))).toBe(6);
  });
});

const rows = fc
  .record({
    status: fc.constantFrom(
      "pending",
      "open",
      "trigger_pending",
      "cancelled",
      "rejected",
      "expired",
      "filled" as const,
    ),
    quantity: fc.integer({ min: 1, max: 20 }),
    filledShare: fc.integer({ min: 0, max: 20 }),
    price: fc.integer({ min: 1, max: 1_000 }),
  })
  .map(
    ({ status, quantity, filledShare, price }): SeenRow => ({
      orderId: ID,
      status: status as SeenRow["status"],
      quantity,
      filled: status === "filled" ? quantity : Math.min(quantity, filledShare),
      averagePrice: paise(price),
      reason: null,
    }),
  );
const reads = fc
  .array(rows, { minLength: 1, maxLength: 6 })
  .map((list) => list.map((read, n): OrderEvent => ({ kind: "seen", at: epochMs(n + 1), row: read })));
const startNames = fc.constantFrom<StartState>("sending", "unsent", "unknown", "abandoned", "rejected", "handed_over");

describe("rows of the book, repeated and in any order", () => {
  it("lead to the same order", () => {
    fc.assert(
      fc.property(
        startNames,
        reads.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: 2 * list.length })),
        ),
        (name, [inOrder, shuffled]) => {
          const { brokerReason: _, ...expected } = play(startStates[name]("exit"), ...inOrder);
          expect(play(startStates[name]("exit"), ...shuffled)).toMatchObject(expected);
        },
      ),
      { numRuns: RUNS ?? 500 },
    );
  });

  it("never reduce the filled quantity, and the greatest wins", () => {
    fc.assert(
      fc.property(startNames, reads, (name, list) => {
        let order = startStates[name]("entry");
        for (const event of list) {
          const next = play(order, event);
          expect(next.filled).toBeGreaterThanOrEqual(order.filled);
          order = next;
        }
        expect(order.filled).toBe(Math.max(...list.map((event) => (event.kind === "seen" ? event.row.filled : 0))));
      }),
    );
  });
});

describe("any sequence of events", () => {
  const anyEvent = fc.constantFrom(...Object.values(events));
  it("leaves a final status only for a late appearance, and a refused event changes no field", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<OrderLeg>("entry", "exit"),
        fc.array(
          fc.oneof(
            anyEvent,
            rows.map((read): OrderEvent => ({ kind: "seen", at: AT, row: read })),
          ),
          {
            maxLength: 25,
          },
        ),
        (leg, happened) => {
          let order = startStates.planned(leg);
          for (const event of happened) {
            const moved = moveOrder(order, event);
            const next = moved.ok ? moved.value : order;
            const isRevived = isOrderFinal(order.status) && !isOrderFinal(next.status);
            expect(isRevived && (order.isFinalInBook || !next.wasGivenUp)).toBe(false);
            expect(next.filled).toBeGreaterThanOrEqual(order.filled);
            order = next;
          }
        },
      ),
      { numRuns: RUNS ?? 1_000 },
    );
  });
});
