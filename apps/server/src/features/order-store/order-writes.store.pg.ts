import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import type { NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { bucketsOf, HOLDERS_FOUND, holderOf, holds, isIn, isOwned, type OrderAsk, owners } from "./order-batches.ts";
import { GATE_IS_CURRENT, untilCurrent } from "./order-gate.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { appendEvents, eventColumns, eventRow, INTENT_COLUMNS, INTENT_TYPES, intentRow } from "./order-rows.ts";
import { placesFrom, RowColumns } from "./row-columns.ts";
import { StatementBatcher } from "./statement-batcher.ts";

const NOT_OWNER: NotOwner = { kind: "not_owner" };

const orders = new RowColumns(`holder bigint, ${INTENT_TYPES}`);
const entryEvents = eventColumns("holder bigint");
const exitEvents = eventColumns("exit text");
const [ORDERS = 0, EVENTS = 0] = placesFrom(2, [orders, entryEvents]);

/** Entries of many callers. Events without an order are written too; the others only with their order. */
const ADD_ENTRIES: Statement = {
  name: "order_add_entries",
  text: `WITH ${owners("$1")},
    gate AS MATERIALIZED (SELECT epoch FROM order_block_epoch FOR SHARE),
    standing AS MATERIALIZED (SELECT EXISTS (SELECT FROM gate) AND ${GATE_IS_CURRENT} AS is_current),
    added AS (
      INSERT INTO intent (${INTENT_COLUMNS})
      SELECT ${INTENT_COLUMNS} FROM ${orders.from(ORDERS)} AS wanted
      WHERE (SELECT is_current FROM standing) AND ${isOwned("wanted")}
        AND NOT EXISTS (SELECT FROM order_block b WHERE b.account_id = '')
        AND NOT EXISTS (SELECT FROM order_block b WHERE b.account_id = wanted.account_id)
      ON CONFLICT DO NOTHING RETURNING tag
    ),
    ${appendEvents(
      entryEvents.from(EVENTS),
      `(SELECT is_current FROM standing) AND ${isOwned("said")}
        AND (said.tag IS NULL OR said.tag IN (SELECT added.tag FROM added))`,
    )}
    SELECT is_current, ${HOLDERS_FOUND}, to_json(ARRAY(SELECT tag FROM added)) AS tags FROM standing`,
};

/** Exits of many callers, as \`ready\`. They ignore blocks: an exit never waits for one. */
const ADD_EXITS: Statement = {
  name: "order_add_exits",
  text: `WITH ${owners("$1")},
    added AS (
      INSERT INTO intent (${INTENT_COLUMNS})
      SELECT ${INTENT_COLUMNS} FROM ${orders.from(ORDERS)} AS wanted
      WHERE ${isOwned("wanted")} ON CONFLICT DO NOTHING RETURNING tag
    ),
    ${appendEvents(exitEvents.from(EVENTS), isIn("said.exit", "added.tag FROM added"))}
    SELECT ${HOLDERS_FOUND}, to_json(ARRAY(SELECT tag FROM added)) AS tags`,
};

interface Adding extends OrderAsk {
  readonly orders: readonly StoredOrder[];
  readonly events: readonly LedgerEvent[];
}

type Added = Result<ReadonlySet<OrderTag>, NotOwner>;

interface AddedRow {
  readonly holders: readonly number[];
  readonly tags: readonly OrderTag[];
}

const keysOf = ({ orders }: Adding): readonly string[] =>
  orders.map(({ accountId, signalId, n }) => `${accountId} ${signalId} ${n}`);

const orderRows = (asked: readonly Adding[]) =>
  asked.flatMap(({ lease, orders: own }) => own.map((order) => ({ ...intentRow(order), holder: holderOf(lease) })));

function addedOf(asked: readonly Adding[], { holders, tags }: AddedRow): readonly Added[] {
  const all = new Set(tags);
  return asked.map(({ lease, orders }) => {
    if (!holds(holders, lease)) return err(NOT_OWNER);
    return ok(new Set(orders.map(({ tag }) => tag).filter((tag) => all.has(tag))));
  });
}

async function prepare(pool: OrderPool, asked: readonly Adding[]): Promise<void> {
  await pool.prepareDays(asked.flatMap(({ day, events }) => [day, ...events.map((event) => event.day)]));
}

async function addEntries(pool: OrderPool, asked: readonly Adding[]): Promise<readonly Added[]> {
  await prepare(pool, asked);
  const events = asked.flatMap(({ lease, events: own }) =>
    own.map((event) => ({ ...eventRow(event), holder: holderOf(lease) })),
  );
  const values = [bucketsOf(asked), ...orders.values(orderRows(asked)), ...entryEvents.values(events)];
  type Row = AddedRow & { readonly is_current: boolean };
  const row = await untilCurrent<Row>(
    pool,
    () => pool.ask(ADD_ENTRIES, values),
    ([answer]) => answer?.is_current !== true,
  );
  return row[0] === undefined ? [] : addedOf(asked, row[0]);
}

async function addExits(pool: OrderPool, asked: readonly Adding[]): Promise<readonly Added[]> {
  await prepare(pool, asked);
  const events = asked.flatMap(({ orders: [exit], events: own }) =>
    own.map((event) => ({ ...eventRow(event), exit: exit?.tag })),
  );
  const values = [bucketsOf(asked), ...orders.values(orderRows(asked)), ...exitEvents.values(events)];
  const [row] = await pool.ask<AddedRow>(ADD_EXITS, values);
  return row === undefined ? [] : addedOf(asked, row);
}

type WriteCalls = Pick<OrderStore, "addEntries" | "addExit">;

export function writeCalls(pool: OrderPool): WriteCalls {
  const dayOf = ({ day }: Adding): string => day;
  const entries = new StatementBatcher<Adding, Added>({
    run: (asked) => addEntries(pool, asked),
    dayOf,
    touches: keysOf,
  });
  const exits = new StatementBatcher<Adding, Added>({ run: (asked) => addExits(pool, asked), dayOf, touches: keysOf });
  return {
    async addEntries(lease, orders, events) {
      const day = (orders[0] ?? events[0])?.day;
      if (day === undefined) return ok([]);
      const added = await entries.ask({ lease, day, orders, events });
      if (!added.ok) return added;
      pool.remember(orders.filter(({ tag }) => added.value.has(tag)));
      return ok([...added.value]);
    },
    async addExit(lease, order, events) {
      const added = await exits.ask({ lease, day: order.day, orders: [order], events });
      if (!added.ok) return added;
      if (!added.value.has(order.tag)) return ok(null);
      pool.remember([order]);
      return ok(order);
    },
  };
}
