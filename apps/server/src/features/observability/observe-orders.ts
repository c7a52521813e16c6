import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderStore, WireRecord } from "@vriddhi/execution/ports/order-store";

export interface OrderObserver {
  /** Committed events. */
  events?(events: readonly LedgerEvent[]): void;
  wire?(records: readonly WireRecord[]): void;
}

type Outcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

const tagOf = ({ fact }: LedgerEvent): string | null => ("tag" in fact ? fact.tag : null);

/** Reports what the store committed. The caller gets the store's own promise: no order waits for an observer. */
export function observeOrders(store: OrderStore, observers: readonly OrderObserver[]): OrderStore {
  const report = (events: readonly LedgerEvent[]): void => {
    if (events.length > 0) for (const observer of observers) observer.events?.(events);
  };
  function after<T extends Outcome>(result: Promise<T>, eventsOf: (value: T) => readonly LedgerEvent[]): Promise<T> {
    result.then(
      (value) => value.ok && report(eventsOf(value)),
      () => undefined,
    );
    return result;
  }
  return {
    ...store,
    addEntries: (lease, orders, events) =>
      after(store.addEntries(lease, orders, events), (added) => {
        const tags = new Set<string>(added.ok ? added.value : []);
        return events.filter((event) => tags.has(tagOf(event) ?? ""));
      }),
    addExit: (lease, order, events) =>
      after(store.addExit(lease, order, events), (added) => (added.ok && added.value !== null ? events : [])),
    claim: (lease, update, events, now) => after(store.claim(lease, update, events, now), () => events),
    record: (lease, updates, events) => after(store.record(lease, updates, events), () => events),
    judgeCommand: (lease, tag, n, verdict, updates, events) =>
      after(store.judgeCommand(lease, tag, n, verdict, updates, events), () => events),
    addWireRecords(records) {
      for (const observer of observers) observer.wire?.(records);
      return store.addWireRecords(records);
    },
  };
}
