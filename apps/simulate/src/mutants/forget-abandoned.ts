import type { OrderTag } from "@vriddhi/core/order/order";
import { ok } from "@vriddhi/core/shared/result";
import type { OrderStore, OrderUpdate } from "@vriddhi/execution/ports/order-store";
import type { WorkerProcess } from "../time/worker-session.ts";
import type { Mutant } from "./mutant.ts";

const forgotten = new WeakMap<WorkerProcess, Set<OrderTag>>();

function forgottenOf(workerProcess: WorkerProcess): Set<OrderTag> {
  const known = forgotten.get(workerProcess) ?? new Set<OrderTag>();
  forgotten.set(workerProcess, known);
  return known;
}

function heeding(store: OrderStore, given: Set<OrderTag>): OrderStore {
  const note = (orders: readonly Pick<OrderUpdate, "tag" | "state">[]): void => {
    for (const { tag, state } of orders) if (state.status === "abandoned") given.add(tag);
  };
  return {
    ...store,
    record(lease, updates, events) {
      note(updates);
      return store.record(lease, updates, events);
    },
    judgeCommand(lease, tag, n, verdict, updates, events) {
      note(updates);
      return store.judgeCommand(lease, tag, n, verdict, updates, events);
    },
    async loadAccount(account, day) {
      const loaded = await store.loadAccount(account, day);
      note(loaded.orders);
      return loaded;
    },
  };
}

export const forgetAbandoned: Mutant = {
  favours: ["late-entries"],
  store: (store, { workerProcess }) => heeding(store, forgottenOf(workerProcess)),
  adapter(adapter, { workerProcess }) {
    const given = forgottenOf(workerProcess);
    const { portfolio } = adapter;
    return {
      ...adapter,
      portfolio: {
        ...portfolio,
        async orders(access) {
          const book = await portfolio.orders(access);
          if (!book.ok) return book;
          const { rows, unreadable } = book.value;
          return ok({ rows: rows.filter(({ tag }) => tag === null || !given.has(tag)), unreadable });
        },
      },
    };
  },
};
