import { err } from "@vriddhi/core/shared/result";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { blockCalls } from "./order-blocks.store.pg.ts";
import { type Change, type Changed, changeOrders } from "./order-changes.store.pg.ts";
import { claimCalls } from "./order-claims.store.pg.ts";
import { commandCalls } from "./order-commands.store.pg.ts";
import { leaseCalls } from "./order-leases.store.pg.ts";
import { createNotes } from "./order-notes.store.pg.ts";
import { createOrderPool, type OrderPool, type Statement } from "./order-pool.ts";
import { readCalls } from "./order-reads.store.pg.ts";
import { writeCalls } from "./order-writes.store.pg.ts";
import { RowColumns } from "./row-columns.ts";
import { StatementBatcher } from "./statement-batcher.ts";

const wire = new RowColumns("tag text, trading_day date, at timestamptz, direction text, call text, text text");

const ADD_WIRE_RECORDS: Statement = {
  name: "order_wire",
  text: `INSERT INTO wire_record (tag, trading_day, at, direction, call, text)
    SELECT tag, trading_day, at, direction, call, text FROM ${wire.from(1)} AS sent`,
};

type ChangeCalls = Pick<OrderStore, "record" | "judgeCommand">;

async function judgedDay(pool: OrderPool, { judged }: Pick<Change, "judged">): Promise<IstDate | undefined> {
  return judged === null ? undefined : (await pool.find(judged.tag))?.day;
}

function changeCalls(pool: OrderPool): ChangeCalls {
  const changes = new StatementBatcher<Change, Changed>({
    run: (asked) => changeOrders(pool, asked),
    dayOf: ({ day }) => day,
    touches: ({ updates, judged }) => [...updates.map(({ tag }) => tag), ...(judged === null ? [] : [judged.tag])],
  });
  const notes = createNotes(pool);
  const change = async (wanted: Omit<Change, "day" | "orders">): Promise<Changed> => {
    const orders: StoredOrder[] = [];
    for (const { tag } of wanted.updates) {
      const order = await pool.find(tag);
      if (order === null) return err({ kind: "stale" });
      orders.push(order);
    }
    const day = orders[0]?.day ?? (await judgedDay(pool, wanted)) ?? wanted.events[0]?.day;
    if (day === undefined) return err({ kind: "stale" });
    const { lease, events, updates, judged } = wanted;
    if (updates.length === 0 && judged === null) return notes.ask({ lease, day, events });
    return changes.ask({ day, orders, ...wanted });
  };
  return {
    record: (lease, updates, events) => change({ lease, updates, events, judged: null }),
    judgeCommand: (lease, tag, n, verdict, updates, events) =>
      change({ lease, updates, events, judged: { tag, n, verdict } }),
  };
}

export function createPgOrderStore(database: Database): OrderStore {
  const pool = createOrderPool(database);
  return {
    ...leaseCalls(pool),
    ...readCalls(pool),
    ...writeCalls(pool),
    ...claimCalls(pool),
    ...changeCalls(pool),
    ...commandCalls(pool),
    ...blockCalls(pool),
    async addWireRecords(records) {
      if (records.length === 0) return;
      await pool.prepareDays(records.map(({ day }) => day));
      const rows = records.map(({ tag, day, at, direction, call, text }) => ({
        tag,
        trading_day: day,
        at: toTimestamp(at),
        direction,
        call,
        text,
      }));
      await pool.ask(ADD_WIRE_RECORDS, wire.values(rows));
    },
  };
}
