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

/** A new process does not know earlier exits. */
export const forgetStopAfterRestart: Mutant = {
  store: (store, { restarts }) =>
    restarts === 0
      ? store
      : {
          ...withLoaded(store, (day) => ({ ...day, orders: day.orders.filter(({ leg }) => leg === "entry") })),
          addExit: (lease, order, events) =>
            store.addExit(lease, { ...order, n: order.n + NUMBERED_ANEW * restarts }, events),
        },
};

/** A new process treats what the previous one was sending as unsent. */
export const retryAfterRestart: Mutant = {
  store: (store, { restarts }) =>
    restarts === 0
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

/** Writes the day's result before charges with the charges deducted. */
export const netForGross: Mutant = {
  store: (store) =>
    withEvents(store, (events) =>
      events.map((event) =>
        event.fact.kind === "day_closed" ? { ...event, fact: { ...event.fact, gross: event.fact.net } } : event,
      ),
    ),
};

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

export const killIgnoresClaimed: Mutant = {
  store: (store) => ({ ...store, blockEpoch: async () => 0, listBlocks: async () => [] }),
};

/** Treats a commit without an acknowledgement as failed. */
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

/** As soon as an entry trades, an alert says that its position is stuck or handed over. */
const alertAtOnce = (fact: (positionId: PositionId, quantity: number) => LedgerFact): Mutant => ({
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

export const stuckAtOnce = alertAtOnce((positionId) => ({
  kind: "position_stuck",
  positionId,
  reason: "not_flat_in_time",
}));
export const refusedAtOnce = alertAtOnce((positionId) => ({
  kind: "position_stuck",
  positionId,
  reason: "refused_repeatedly",
}));
export const handedOverAtOnce = alertAtOnce((positionId, quantity) => ({
  kind: "position_handed_over",
  positionId,
  quantity,
}));
