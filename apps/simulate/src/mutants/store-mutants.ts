import type { LedgerEvent, LedgerFact, PositionId } from "@vriddhi/core/ledger/ledger-event";
import { ok } from "@vriddhi/core/shared/result";
import type { AccountDay, OrderStore } from "@vriddhi/execution/ports/order-store";
import type { Mutant } from "./mutant.ts";

const NUMBERED_ANEW = 50;

const withLoaded = (store: OrderStore, change: (day: AccountDay) => AccountDay): OrderStore => ({
  ...store,
  loadAccount: async (account, day) => change(await store.loadAccount(account, day)),
});

const withEvents = (
  store: OrderStore,
  change: (events: readonly LedgerEvent[]) => readonly LedgerEvent[],
): OrderStore => ({
  ...store,
  record: (lease, updates, events) => store.record(lease, updates, change(events)),
  judgeCommand: (lease, tag, n, verdict, updates, events) =>
    store.judgeCommand(lease, tag, n, verdict, updates, change(events)),
});

/** A new life does not know the exits of the one before. */
export const forgetStopAfterRestart: Mutant = {
  store: (store, { livesBefore }) =>
    livesBefore === 0
      ? store
      : {
          ...withLoaded(store, (day) => ({ ...day, orders: day.orders.filter(({ leg }) => leg === "entry") })),
          addExit: (lease, order, events) =>
            store.addExit(lease, { ...order, n: order.n + NUMBERED_ANEW * livesBefore }, events),
        },
};

/** A new life takes what the one before was sending for unsent. */
export const retryAfterRestart: Mutant = {
  store: (store, { livesBefore }) =>
    livesBefore === 0
      ? store
      : withLoaded(store, (day) => ({
          ...day,
          orders: day.orders.map((order) =>
            order.state.status === "sending"
              ? { ...order, state: { ...order.state, status: "ready" as const } }
              : order,
          ),
        })),
};

/** A fill is counted twice. */
export const doubleCountFill: Mutant = {
  store: (store) =>
    withEvents(store, (events) =>
      events.flatMap((event) =>
        event.fact.kind === "fill"
          ? [event, { ...event, fact: { ...event.fact, fillId: `${event.fact.fillId}-again` } }]
          : [event],
      ),
    ),
};

/** The day's result before charges is written with the charges taken off. */
export const netForGross: Mutant = {
  store: (store) =>
    withEvents(store, (events) =>
      events.map((event) =>
        event.fact.kind === "day_closed" ? { ...event, fact: { ...event.fact, gross: event.fact.net } } : event,
      ),
    ),
};

/** What one account traded is written for another. */
export const chargeOtherAccount: Mutant = {
  store: (store) => {
    let other: LedgerEvent["accountId"] | null = null;
    return withEvents(store, (events) =>
      events.map((event) => {
        if (event.fact.kind !== "fill") return event;
        const accountId = other ?? event.accountId;
        other = event.accountId;
        return { ...event, accountId };
      }),
    );
  },
};

/** Blocks are not heard of. */
export const killIgnoresClaimed: Mutant = {
  store: (store) => ({ ...store, blockEpoch: async () => 0, listBlocks: async () => [] }),
};

/** A commit whose answer was lost is taken for one that never was. */
export const commitErrorMeansNo: Mutant = {
  favours: ["lost-commits"],
  store: (store) => ({
    ...store,
    addEntries: async (lease, orders, events) => {
      try {
        return await store.addEntries(lease, orders, events);
      } catch {
        return ok([]);
      }
    },
    addExit: async (lease, order, events) => {
      try {
        return await store.addExit(lease, order, events);
      } catch {
        return ok({ ...order, n: order.n });
      }
    },
  }),
};

/** As soon as an entry trades, a person is told that its position is stuck, or the broker's. */
const toldAtOnce = (fact: (positionId: PositionId, quantity: number) => LedgerFact): Mutant => ({
  store: (store, { tables }) =>
    withEvents(store, (events) =>
      events.flatMap((event) => {
        if (event.fact.kind !== "fill") return [event];
        const order = tables.orders.get(event.fact.tag);
        if (order?.leg !== "entry") return [event];
        return [event, { ...event, fact: fact(order.positionId, event.fact.quantity) }];
      }),
    ),
});

export const stuckAtOnce = toldAtOnce((positionId) => ({
  kind: "position_stuck",
  positionId,
  reason: "not_flat_in_time",
}));
export const refusedAtOnce = toldAtOnce((positionId) => ({
  kind: "position_stuck",
  positionId,
  reason: "refused_repeatedly",
}));
export const handedOverAtOnce = toldAtOnce((positionId, quantity) => ({
  kind: "position_handed_over",
  positionId,
  quantity,
}));
