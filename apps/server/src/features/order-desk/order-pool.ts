import type { OrderTag } from "@vriddhi/core/order/order";
import { type IstDate, istDate } from "@vriddhi/core/time/ist";
import { runFor } from "../../platform/db/async-context.ts";
import type { Database, Tx } from "../../platform/db/database.ts";

/** A statement with a name is parsed and planned once for each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The connections that are kept for orders, and what is remembered of the tables. */
export interface OrderPool {
  /** One statement, which is one whole transaction. */
  ask<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<readonly Row[]>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Partitions for these days, before the first row of a month. */
  prepareDays(days: Iterable<IstDate>): Promise<void>;
  remember(orders: Iterable<{ readonly tag: OrderTag; readonly day: IstDate }>): void;
  /** Tables are divided by day: with it one partition is looked at and not all. Null: there is no such order. */
  dayOf(tag: OrderTag): Promise<IstDate | null>;
}

const MAKE_PARTITIONS: Statement = { name: "order_partitions", text: "SELECT make_order_partitions($1::date)" };
const FIND_DAY: Statement = {
  name: "order_day",
  text: "SELECT max(trading_day) AS day FROM intent WHERE tag = $1",
};

/** More than the orders of a busy day; whatever falls out is looked up. */
const REMEMBERED_MAX = 100_000;
const MONTH_LENGTH = "2026-11".length;

export function createOrderPool(database: Database): OrderPool {
  const months = new Set<string>();
  const days = new Map<OrderTag, IstDate>();

  async function ask<Row extends object>({ name, text }: Statement, values: readonly unknown[]) {
    const { rows } = await runFor("orders", () => database.pool.query<Row>({ name, text, values: [...values] }));
    return rows;
  }

  function remember(orders: Iterable<{ readonly tag: OrderTag; readonly day: IstDate }>): void {
    for (const { tag, day } of orders) days.set(tag, day);
    for (const oldest of days.keys()) {
      if (days.size <= REMEMBERED_MAX) break;
      days.delete(oldest);
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
    async dayOf(tag) {
      const known = days.get(tag);
      if (known !== undefined) return known;
      const [row] = await ask<{ day: string | null }>(FIND_DAY, [tag]);
      if (row === undefined || row.day === null) return null;
      const day = istDate(row.day);
      remember([{ tag, day }]);
      return day;
    },
  };
}
