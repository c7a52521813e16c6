import type { OrderTag } from "@vriddhi/core/order/order";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { OrderUpdate } from "@vriddhi/execution/ports/order-store";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { runFor } from "../../platform/db/async-context.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { type IntentRow, orderOf } from "./order-rows.ts";

/** A named statement is parsed and planned once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface OrderPool {
  /** Runs one statement as one whole transaction. */
  ask<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Creates the partitions of these days, before the first row of a month. */
  prepareDays(days: Iterable<IstDate>): Promise<void>;
  remember(orders: Iterable<StoredOrder>): void;
  /** The order at some version, for its immutable columns; its day names the partition. `null` if there is none. */
  find(tag: OrderTag): Promise<StoredOrder | null>;
}

export const changedBy = (order: StoredOrder, { state, pricing, version }: OrderUpdate): StoredOrder => ({
  ...order,
  state,
  pricing,
  version: version + 1,
});

const MAKE_PARTITIONS: Statement = { name: "order_partitions", text: "SELECT make_order_partitions($1::date)" };
const FIND: Statement = {
  name: "order_find",
  text: "SELECT to_jsonb(i) AS row FROM intent i WHERE i.tag = $1 ORDER BY i.trading_day DESC LIMIT 1",
};

/** More than the orders of a busy day; evicted ones are read again. */
const KNOWN_ORDERS_MAX = 100_000;
const MONTH_LENGTH = "2026-11".length;
/** A plan made for few orders must not serve thousands: plan again when the orders have quadrupled. */
const PLANNED_ANEW_AT = 4;

export function createOrderPool(database: Database): OrderPool {
  const months = new Set<string>();
  const known = new Map<OrderTag, StoredOrder>();

  const sizeOfDay = (): number => Math.floor(Math.log(1 + known.size) / Math.log(PLANNED_ANEW_AT));

  async function ask<Row extends object>(statement: Statement, values: readonly unknown[]) {
    const { text } = statement;
    const name = `${statement.name}/${sizeOfDay()}`;
    const { rows } = await runFor("orders", () => database.pool.query<Row>({ name, text, values: [...values] }));
    return rows;
  }

  function remember(orders: Iterable<StoredOrder>): void {
    for (const order of orders) known.set(order.tag, order);
    for (const oldest of known.keys()) {
      if (known.size <= KNOWN_ORDERS_MAX) break;
      known.delete(oldest);
    }
  }

  return {
    ask,
    transaction: (work) => runFor("orders", () => database.transaction(work)),
    remember,
    async prepareDays(wanted) {
      for (const day of new Set(wanted)) {
        const month = day.slice(0, MONTH_LENGTH);
        if (months.has(month)) continue;
        await ask(MAKE_PARTITIONS, [day]);
        months.add(month);
      }
    },
    async find(tag) {
      const remembered = known.get(tag);
      if (remembered !== undefined) return remembered;
      const [found] = await ask<{ readonly row: IntentRow }>(FIND, [tag]);
      if (found === undefined) return null;
      const order = orderOf(found.row);
      remember([order]);
      return order;
    },
  };
}
