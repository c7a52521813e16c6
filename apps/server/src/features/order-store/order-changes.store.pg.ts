import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { OrderUpdate, Stale } from "@vriddhi/execution/ports/order-store";
import type { BucketLease, NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredCommand, StoredOrder } from "@vriddhi/execution/ports/stored-order";
import {
  bucketsOf,
  CHANGED_TYPES,
  HOLDERS_FOUND,
  holderOf,
  holds,
  isOwned,
  owners,
  sameVersion,
  writeChanged,
} from "./order-batches.ts";
import { changedBy, type OrderPool, type Statement } from "./order-pool.ts";
import { appendEvents, COMMAND_COLUMNS, eventColumns, eventRow, stateColumns } from "./order-rows.ts";
import { placesFrom, RowColumns } from "./row-columns.ts";

/** One caller's change: all of it or nothing. */
export interface Change {
  readonly lease: BucketLease;
  readonly day: IstDate;
  readonly updates: readonly OrderUpdate[];
  /** The orders of the updates, for their immutable columns. */
  readonly orders: readonly StoredOrder[];
  readonly events: readonly LedgerEvent[];
  readonly judged: { readonly tag: OrderTag; readonly n: number; readonly verdict: StoredCommand["verdict"] } | null;
}

export type Changed = Result<readonly StoredOrder[], NotOwner | Stale>;

const callers = new RowColumns("call int, holder bigint");
const updated = new RowColumns(`tag text, call int, version int, ${CHANGED_TYPES}`);
const judgements = new RowColumns("tag text, call int, n int, verdict text");
const eventRows = eventColumns("call int");
const [CALLERS = 0, UPDATED = 0, JUDGED = 0, EVENTS = 0] = placesFrom(3, [callers, updated, judgements, eventRows]);

/**
 * Callers are independent: one without its bucket, or with an order of another version, changes nothing. Rows are
 * locked in the order of their tags. Sets instead of joins keep the cost per caller constant in a large batch.
 */
const CHANGE: Statement = {
  name: "order_change",
  text: `WITH ${owners("$1")},
    asked AS MATERIALIZED (SELECT * FROM ${callers.from(CALLERS)} AS a),
    wanted AS MATERIALIZED (SELECT * FROM ${updated.from(UPDATED)} AS w ORDER BY w.tag),
    verdicts AS MATERIALIZED (SELECT * FROM ${judgements.from(JUDGED)} AS v ORDER BY v.tag, v.n),
    seen AS MATERIALIZED (${sameVersion("$2", "w.call")}),
    found AS MATERIALIZED (
      SELECT v.call, ${COMMAND_COLUMNS}, v.verdict FROM verdicts v CROSS JOIN LATERAL (
        SELECT * FROM command WHERE command.tag = v.tag AND command.n = v.n LIMIT 1 FOR UPDATE
      ) AS c
    ),
    broken AS MATERIALIZED (
      SELECT a.call FROM asked a WHERE NOT ${isOwned("a")}
      UNION ALL SELECT w.call FROM wanted w WHERE w.tag NOT IN (SELECT seen.tag FROM seen)
      UNION ALL SELECT v.call FROM verdicts v WHERE (v.tag, v.n) NOT IN (SELECT found.tag, found.n FROM found)
    ),
    changed AS (${writeChanged("seen", "seen.call NOT IN (SELECT broken.call FROM broken)")}),
    judged AS (
      INSERT INTO command (tag, n, kind, quantity, pricing, sent_at, answer, verdict)
      SELECT ${COMMAND_COLUMNS}, c.verdict FROM found c
      WHERE c.call NOT IN (SELECT broken.call FROM broken)
      ON CONFLICT (tag, n) DO UPDATE SET verdict = excluded.verdict
    ),
    ${appendEvents(eventRows.from(EVENTS), "said.call NOT IN (SELECT broken.call FROM broken)")}
    SELECT ${HOLDERS_FOUND}, to_json(ARRAY(SELECT broken.call FROM broken)) AS broken`,
};

interface ChangeRow {
  readonly holders: readonly number[];
  readonly broken: readonly number[];
}

/** All changes of one day, no order in two of them. The answers have the order of the changes. */
export async function changeOrders(pool: OrderPool, changes: readonly Change[]): Promise<readonly Changed[]> {
  await pool.prepareDays(changes.flatMap(({ events }) => events.map(({ day }) => day)));
  const asked = changes.map(({ lease }, call) => ({ call, holder: holderOf(lease) }));
  const wanted = changes.flatMap(({ updates }, call) =>
    updates.map(({ tag, version, state, pricing }) => ({ call, tag, version, pricing, ...stateColumns(state) })),
  );
  const verdicts = changes.flatMap(({ judged }, call) => (judged === null ? [] : [{ call, ...judged }]));
  const events = changes.flatMap((change, call) => change.events.map((event) => ({ call, ...eventRow(event) })));
  const [row] = await pool.ask<ChangeRow>(CHANGE, [
    bucketsOf(changes),
    changes[0]?.day,
    ...callers.values(asked),
    ...updated.values(wanted),
    ...judgements.values(verdicts),
    ...eventRows.values(events),
  ]);
  if (row === undefined) return [];
  const broken = new Set(row.broken);
  return changes.map(({ lease, updates, orders }, call) => {
    if (!holds(row.holders, lease)) return err({ kind: "not_owner" });
    if (broken.has(call)) return err({ kind: "stale" });
    return ok(orders.flatMap((order, at) => (updates[at] === undefined ? [] : [changedBy(order, updates[at])])));
  });
}
