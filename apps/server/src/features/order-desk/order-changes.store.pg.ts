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
} from "./order-crowd.ts";
import { changedBy, type OrderPool, type Statement } from "./order-pool.ts";
import { appendEvents, COMMAND_COLUMNS, eventRow, stateColumns } from "./order-rows.ts";

/** What one caller wants changed: all of it or nothing. */
export interface Change {
  readonly lease: BucketLease;
  readonly day: IstDate;
  readonly updates: readonly OrderUpdate[];
  /** The orders of the updates, for what never changes of them. */
  readonly orders: readonly StoredOrder[];
  readonly events: readonly LedgerEvent[];
  readonly judged: { readonly tag: OrderTag; readonly n: number; readonly verdict: StoredCommand["verdict"] } | null;
}

export type Changed = Result<readonly StoredOrder[], NotOwner | Stale>;

/**
 * Many callers' changes in one statement. Each caller stands alone: its bucket must be its own, and each of its orders must
 * have the version that it saw, or nothing of its change happens. Rows are locked in the order of their tags. What belongs
 * together is found by sets and not by joins, so that a crowd costs each of them no more than a few.
 */
const CHANGE: Statement = {
  name: "order_change",
  text: `WITH ${owners("$1")},
    asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset($2::json) AS a(call int, holder bigint)
    ),
    wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset($3::json) AS w(call int, tag text, version int, ${CHANGED_TYPES})
      ORDER BY w.tag
    ),
    verdicts AS MATERIALIZED (
      SELECT * FROM json_to_recordset($4::json) AS v(call int, tag text, n int, verdict text) ORDER BY v.tag, v.n
    ),
    seen AS MATERIALIZED (${sameVersion("$6", "w.call")}),
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
    ${appendEvents("$5", "said.call NOT IN (SELECT broken.call FROM broken)", "call int, ")}
    SELECT ${HOLDERS_FOUND}, to_json(ARRAY(SELECT broken.call FROM broken)) AS broken`,
};

interface ChangeRow {
  readonly holders: readonly number[];
  readonly broken: readonly number[];
}

/** All of one day, no order in two of them. The answers stand in the order of the changes. */
export async function changeOrders(pool: OrderPool, changes: readonly Change[]): Promise<readonly Changed[]> {
  await pool.prepareDays(changes.flatMap(({ events }) => events.map(({ day }) => day)));
  const asked = changes.map(({ lease }, call) => ({ call, holder: holderOf(lease) }));
  const wanted = changes.flatMap(({ updates }, call) =>
    updates.map(({ tag, version, state, pricing }) => ({ call, tag, version, pricing, ...stateColumns(state) })),
  );
  const verdicts = changes.flatMap(({ judged }, call) => (judged === null ? [] : [{ call, ...judged }]));
  const events = changes.flatMap((change, call) => change.events.map((event) => ({ call, ...eventRow(event) })));
  const values = [asked, wanted, verdicts, events].map((each) => JSON.stringify(each));
  const [row] = await pool.ask<ChangeRow>(CHANGE, [bucketsOf(changes), ...values, changes[0]?.day]);
  if (row === undefined) return [];
  const broken = new Set(row.broken);
  return changes.map(({ lease, updates, orders }, call) => {
    if (!holds(row.holders, lease)) return err({ kind: "not_owner" });
    if (broken.has(call)) return err({ kind: "stale" });
    return ok(orders.flatMap((order, at) => (updates[at] === undefined ? [] : [changedBy(order, updates[at])])));
  });
}
