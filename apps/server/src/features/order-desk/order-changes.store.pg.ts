import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { OrderUpdate, Stale } from "@vriddhi/execution/ports/order-store";
import type { BucketLease, NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredCommand, StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { bucketsOf, type FoundOwner, holds, isOwned, OWNERS_FOUND, owners } from "./order-crowd.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { appendEvents, eventRow, type IntentRow, orderOf, stateColumns } from "./order-rows.ts";

/** What one caller wants changed: all of it or nothing. */
export interface Change {
  readonly lease: BucketLease;
  readonly day: IstDate;
  readonly updates: readonly OrderUpdate[];
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
      SELECT * FROM json_to_recordset($2::json) AS a(call int, bucket smallint, epoch bigint)
    ),
    wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset($3::json) AS w(call int, tag text, version int, status text, is_final boolean,
        has_fills boolean, state jsonb, pricing jsonb)
    ),
    verdicts AS MATERIALIZED (
      SELECT * FROM json_to_recordset($4::json) AS v(call int, tag text, n int, verdict text)
    ),
    seen AS MATERIALIZED (
      SELECT i.tag FROM wanted w
      JOIN intent i ON i.tag = w.tag AND i.trading_day = $6::date AND i.version = w.version
      ORDER BY i.tag FOR UPDATE OF i
    ),
    found AS MATERIALIZED (
      SELECT c.tag, c.n FROM verdicts v JOIN command c ON c.tag = v.tag AND c.n = v.n
      ORDER BY c.tag, c.n FOR UPDATE OF c
    ),
    broken AS MATERIALIZED (
      SELECT a.call FROM asked a WHERE NOT ${isOwned("a")}
      UNION ALL SELECT w.call FROM wanted w WHERE w.tag NOT IN (SELECT seen.tag FROM seen)
      UNION ALL SELECT v.call FROM verdicts v WHERE (v.tag, v.n) NOT IN (SELECT found.tag, found.n FROM found)
    ),
    changed AS (
      UPDATE intent i SET status = w.status, is_final = w.is_final, has_fills = w.has_fills, state = w.state,
        pricing = w.pricing, version = i.version + 1
      FROM wanted w
      WHERE i.tag = w.tag AND i.trading_day = $6::date AND w.call NOT IN (SELECT broken.call FROM broken)
      RETURNING to_jsonb(i) AS row
    ),
    judged AS (
      UPDATE command c SET verdict = v.verdict FROM verdicts v
      WHERE c.tag = v.tag AND c.n = v.n AND v.call NOT IN (SELECT broken.call FROM broken)
    ),
    ${appendEvents("$5", "said.call NOT IN (SELECT broken.call FROM broken)", "call int, ")}
    SELECT ${OWNERS_FOUND}, ARRAY(SELECT broken.call FROM broken) AS broken, ARRAY(SELECT changed.row FROM changed) AS rows`,
};

interface ChangeRow {
  readonly owners: readonly FoundOwner[];
  readonly broken: readonly number[];
  readonly rows: readonly IntentRow[];
}

/** All of one day, no order in two of them. The answers stand in the order of the changes. */
export async function changeOrders(pool: OrderPool, changes: readonly Change[]): Promise<readonly Changed[]> {
  await pool.prepareDays(changes.flatMap(({ events }) => events.map(({ day }) => day)));
  const asked = changes.map(({ lease }, call) => ({ call, ...lease }));
  const wanted = changes.flatMap(({ updates }, call) =>
    updates.map(({ tag, version, state, pricing }) => ({ call, tag, version, pricing, ...stateColumns(state) })),
  );
  const verdicts = changes.flatMap(({ judged }, call) => (judged === null ? [] : [{ call, ...judged }]));
  const events = changes.flatMap((change, call) => change.events.map((event) => ({ call, ...eventRow(event) })));
  const values = [asked, wanted, verdicts, events].map((each) => JSON.stringify(each));
  const [row] = await pool.ask<ChangeRow>(CHANGE, [bucketsOf(changes), ...values, changes[0]?.day]);
  if (row === undefined) return [];
  const orders = new Map(row.rows.map((each) => [each.tag, orderOf(each)]));
  const broken = new Set(row.broken);
  return changes.map(({ lease, updates }, call) => {
    if (!holds(row.owners, lease)) return err({ kind: "not_owner" });
    return broken.has(call) ? err({ kind: "stale" }) : ok(updates.flatMap(({ tag }) => orders.get(tag) ?? []));
  });
}
