import { randomUUID } from "node:crypto";
import { PLACEMENT_ANSWER_MS } from "@vriddhi/core/back-office/operator-order";
import { SCHEDULED_LATE_MS } from "@vriddhi/core/back-office/order-row";
import type { Side } from "@vriddhi/core/order/order";
import type { Paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, later, type MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Audit } from "../../platform/audit/audit.ts";
import { oneAtATime } from "../../platform/clock/one-at-a-time.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { ScheduledOrder, ScheduledOrderStore } from "./scheduled-order.store.ts";

export interface NewScheduled {
  readonly isin: string;
  readonly symbol: string;
  readonly side: Side;
  readonly totalQuantity: number;
  readonly limit: Paise | null;
  readonly dueAt: EpochMs;
}

export type StorePlacement = (tx: Tx) => Promise<string>;

export interface ScheduledOrderDeps {
  readonly store: ScheduledOrderStore;
  readonly audit: Audit;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  /** Splits and prices a due row; or the reason why it cannot be placed now. */
  prepare(order: ScheduledOrder): Promise<Result<StorePlacement, string>>;
}

export interface Canceller {
  readonly userId: string;
  readonly ip: string;
}

export interface ScheduledOrderService {
  add(tx: Tx, rows: readonly NewScheduled[], byUserId: string): Promise<void>;
  listShown(): Promise<readonly ScheduledOrder[]>;
  cancel(id: string, by: Canceller): Promise<Result<ScheduledOrder, "not_found" | "too_late_to_cancel">>;
  /** Cancels all waiting orders; returns their number. */
  clear(by: Canceller): Promise<number>;
  /** Places due orders. Several processes may call it at once: each order is placed exactly once. */
  runDue(): Promise<void>;
  /** Instants in (from, to] at which a known order is due. */
  stopsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[];
}

const factsOf = ({ symbol, side, totalQuantity, limit, dueAt }: ScheduledOrder) => ({
  symbol,
  side,
  quantity: totalQuantity,
  limitPaise: limit,
  dueAt: new Date(dueAt).toISOString(),
});

export function createScheduledOrderService(deps: ScheduledOrderDeps): ScheduledOrderService {
  const { store, audit, humanClock, marketClock, log } = deps;
  /** The waiting orders of the last poll; a clock jump stops at each. */
  let known: readonly EpochMs[] = [];

  async function giveUp(order: ScheduledOrder): Promise<void> {
    const end = { state: "missed" as const, at: humanClock.now(), note: "not placed in time" };
    if (await store.transaction((tx) => store.end(tx, order.id, end)))
      log.error({ orderId: order.id }, "scheduled orders: not placed in time");
  }

  async function placeOne(order: ScheduledOrder): Promise<void> {
    const isLate = marketClock.now() >= order.dueAt + SCHEDULED_LATE_MS;
    if (isLate) return giveUp(order);
    const prepared = await deps.prepare(order);
    if (!prepared.ok) {
      // Prices and logins may come in a moment: retried until its time is over.
      log.warn({ orderId: order.id, reason: prepared.error }, "scheduled orders: placing failed, retrying");
      return;
    }
    await store.transaction(async (tx) => {
      // Only the process whose `end` succeeds places the order: it is false for one cancelled or placed elsewhere.
      if (!(await store.end(tx, order.id, { state: "placed", at: humanClock.now() }))) return;
      await store.setPlacement(tx, order.id, await prepared.value(tx));
      const after = { rows: [factsOf(order)], scheduled: order.id };
      await audit.record({ kind: "desk_orders_placed", userId: null, byUserId: order.byUserId, ip: "", after }, tx);
    });
  }

  const runDue = oneAtATime(async () => {
    const pending = await store.listPending();
    known = pending.map(({ dueAt }) => dueAt);
    const now = marketClock.now();
    for (const order of pending) if (order.dueAt <= now) await placeOne(order);
  });

  return {
    async add(tx, rows, byUserId) {
      for (const row of rows) {
        const order = { ...row, id: randomUUID(), byUserId, day: istDateOf(row.dueAt) };
        await store.add(tx, order, humanClock.now());
      }
      known = [...known, ...rows.map(({ dueAt }) => dueAt)];
    },
    listShown: () => store.listShown(istDateOf(marketClock.now()), later(humanClock.now(), -PLACEMENT_ANSWER_MS)),
    async cancel(id, { userId, ip }) {
      const order = await store.find(id);
      if (order === null) return err("not_found");
      const isEnded = await store.transaction(async (tx) => {
        if (!(await store.end(tx, id, { state: "cancelled", at: humanClock.now() }))) return false;
        const entry = { kind: "desk_order_cancelled" as const, userId: null, byUserId: userId, ip };
        await audit.record({ ...entry, before: factsOf(order), after: { state: "cancelled" } }, tx);
        return true;
      });
      return isEnded ? ok(order) : err("too_late_to_cancel");
    },
    async clear({ userId, ip }) {
      const pending = await store.listPending();
      return store.transaction(async (tx) => {
        const cleared: ScheduledOrder[] = [];
        for (const order of pending)
          if (await store.end(tx, order.id, { state: "cleared", at: humanClock.now() })) cleared.push(order);
        if (cleared.length > 0)
          await audit.record(
            {
              kind: "desk_orders_cleared",
              userId: null,
              byUserId: userId,
              ip,
              before: { orders: cleared.map(factsOf) },
              after: { state: "cleared" },
            },
            tx,
          );
        return cleared.length;
      });
    },
    runDue,
    stopsBetween: (from, to) => known.filter((at) => at > from && at <= to).toSorted((a, b) => a - b),
  };
}
