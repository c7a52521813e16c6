import type { OrderTag } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { ClaimRefusal, OrderStore, Stale } from "@vriddhi/execution/ports/order-store";
import type { NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { toTimestamp } from "../../platform/db/instant.ts";
import { ENSURE_GATE } from "./order-blocks.store.pg.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import {
  appendEvents,
  eventRow,
  INTENT_COLUMNS,
  INTENT_TYPES,
  type IntentRow,
  intentRow,
  orderOf,
  stateColumns,
} from "./order-rows.ts";

const NOT_OWNER: NotOwner = { kind: "not_owner" };
const STALE: Stale = { kind: "stale" };

/** Held to the end of the statement: a bucket is passed on before it or after it. */
const OWNER = "owner AS MATERIALIZED (SELECT bucket FROM bucket_owner WHERE bucket = $1 AND epoch = $2 FOR SHARE)";

/**
 * Blocks are read as of the statement's beginning, the gate's epoch as of now. Where they differ, a block was set in
 * between and the statement does nothing: it is asked again.
 */
const GATE_IS_CURRENT = "(SELECT epoch FROM gate) IS NOT DISTINCT FROM (SELECT epoch FROM order_block_epoch)";

const ADD_ENTRIES: Statement = {
  name: "order_add_entries",
  text: `WITH ${OWNER},
    gate AS MATERIALIZED (SELECT epoch FROM order_block_epoch FOR SHARE),
    standing AS MATERIALIZED (
      SELECT EXISTS (SELECT FROM owner) AS is_owner, EXISTS (SELECT FROM gate) AND ${GATE_IS_CURRENT} AS is_current
    ),
    added AS (
      INSERT INTO intent (${INTENT_COLUMNS})
      SELECT ${INTENT_COLUMNS} FROM json_to_recordset($3::json) AS wanted(${INTENT_TYPES})
      WHERE (SELECT is_owner AND is_current FROM standing)
        AND NOT EXISTS (SELECT FROM order_block b WHERE b.account_id = '')
        AND NOT EXISTS (SELECT FROM order_block b WHERE b.account_id = wanted.account_id)
      ON CONFLICT DO NOTHING RETURNING tag
    ),
    ${appendEvents("$4", "(SELECT is_owner AND is_current FROM standing) AND (said.tag IS NULL OR said.tag IN (SELECT added.tag FROM added))")}
    SELECT is_owner, is_current, ARRAY(SELECT tag FROM added) AS tags FROM standing`,
};

const ADD_EXIT: Statement = {
  name: "order_add_exit",
  text: `WITH ${OWNER},
    added AS (
      INSERT INTO intent (${INTENT_COLUMNS})
      SELECT ${INTENT_COLUMNS} FROM json_to_recordset($3::json) AS wanted(${INTENT_TYPES})
      WHERE EXISTS (SELECT FROM owner) ON CONFLICT DO NOTHING RETURNING tag
    ),
    ${appendEvents("$4", "EXISTS (SELECT FROM added)")}
    SELECT EXISTS (SELECT FROM owner) AS is_owner, EXISTS (SELECT FROM added) AS is_added`,
};

const CLAIM: Statement = {
  name: "order_claim",
  text: `WITH ${OWNER},
    gate AS MATERIALIZED (SELECT epoch FROM order_block_epoch WHERE $6::boolean FOR SHARE),
    seen AS MATERIALIZED (
      SELECT account_id, leg, valid_until FROM intent
      WHERE tag = $3 AND trading_day = $4::date AND version = $5::int AND EXISTS (SELECT FROM owner) FOR UPDATE
    ),
    standing AS MATERIALIZED (
      SELECT CASE
        WHEN NOT EXISTS (SELECT FROM owner) THEN 'not_owner'
        WHEN NOT EXISTS (SELECT FROM seen) THEN 'stale'
        WHEN NOT EXISTS (SELECT FROM seen WHERE leg = 'entry') THEN 'fine'
        WHEN NOT EXISTS (SELECT FROM gate) OR NOT ${GATE_IS_CURRENT} THEN 'again'
        WHEN EXISTS (SELECT FROM seen JOIN order_block b ON b.account_id = ANY (ARRAY['', seen.account_id])) THEN 'blocked'
        WHEN EXISTS (SELECT FROM seen WHERE valid_until <= $7::timestamptz) THEN 'too_late'
        ELSE 'fine' END AS word
    ),
    changed AS (
      UPDATE intent SET status = next.status, is_final = next.is_final, has_fills = next.has_fills, state = next.state,
        pricing = next.pricing, version = intent.version + 1
      FROM json_to_record($8::json)
        AS next(status text, is_final boolean, has_fills boolean, state jsonb, pricing jsonb)
      WHERE intent.tag = $3 AND intent.trading_day = $4::date AND (SELECT word FROM standing) = 'fine'
      RETURNING to_jsonb(intent) AS row
    ),
    ${appendEvents("$9", "EXISTS (SELECT FROM changed)")}
    SELECT word, (SELECT row FROM changed) AS row,
      (SELECT max(b.epoch) FROM seen JOIN order_block b ON b.account_id = ANY (ARRAY['', seen.account_id])) AS block
    FROM standing`,
};

interface ClaimRow {
  readonly word: "not_owner" | "stale" | "again" | "blocked" | "too_late" | "fine";
  readonly row: IntentRow | null;
  readonly block: string | null;
}

function claimResult({ word, row, block }: ClaimRow): Result<StoredOrder, NotOwner | ClaimRefusal> {
  if (word === "not_owner") return err(NOT_OWNER);
  if (word === "blocked") return err({ kind: "blocked", epoch: Number(block) });
  if (word === "too_late") return err({ kind: "too_late" });
  return row === null ? err(STALE) : ok(orderOf(row));
}

/** A block between a statement's beginning and its lock is rare; as often as this in a row it does not happen. */
const TRIES_MAX = 20;

/** Asks until the answer is not about a block that came in between. */
async function untilCurrent<Row extends object>(
  pool: OrderPool,
  ask: () => Promise<readonly Row[]>,
  isOutdated: (row: Row) => boolean,
): Promise<Row> {
  for (let time = 0; time < TRIES_MAX; time++) {
    const [row] = await ask();
    if (row !== undefined && !isOutdated(row)) return row;
    await pool.ask(ENSURE_GATE, []);
  }
  throw new Error("the blocks of orders change too fast to be read");
}

type WriteCalls = Pick<OrderStore, "addEntries" | "addExit" | "claim">;

export const writeCalls = (pool: OrderPool): WriteCalls => ({
  async addEntries(lease, orders, events) {
    await pool.prepareDays([...orders, ...events].map(({ day }) => day));
    const values = [
      ...[lease.bucket, lease.epoch],
      ...[JSON.stringify(orders.map(intentRow)), JSON.stringify(events.map(eventRow))],
    ];
    type Row = { readonly is_owner: boolean; readonly is_current: boolean; readonly tags: OrderTag[] };
    const row = await untilCurrent<Row>(
      pool,
      () => pool.ask(ADD_ENTRIES, values),
      ({ is_current }) => !is_current,
    );
    if (!row.is_owner) return err(NOT_OWNER);
    pool.remember(orders);
    return ok(row.tags);
  },
  async addExit(lease, order, events) {
    await pool.prepareDays([order, ...events].map(({ day }) => day));
    const [row] = await pool.ask<{ readonly is_owner: boolean; readonly is_added: boolean }>(ADD_EXIT, [
      ...[lease.bucket, lease.epoch],
      ...[JSON.stringify([intentRow(order)]), JSON.stringify(events.map(eventRow))],
    ]);
    if (row?.is_owner !== true) return err(NOT_OWNER);
    if (!row.is_added) return ok(null);
    pool.remember([order]);
    return ok(order);
  },
  async claim(lease, update, events, now) {
    const { tag, version, state, pricing } = update;
    const day = await pool.dayOf(tag);
    await pool.prepareDays(events.map((event) => event.day));
    const values = [
      ...[lease.bucket, lease.epoch, tag, day, version, state.leg === "entry", toTimestamp(now)],
      ...[JSON.stringify({ ...stateColumns(state), pricing }), JSON.stringify(events.map(eventRow))],
    ];
    const row = await untilCurrent<ClaimRow>(
      pool,
      () => pool.ask(CLAIM, values),
      ({ word }) => word === "again",
    );
    return claimResult(row);
  },
});
