import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { OrderUpdate, Stale } from "@vriddhi/execution/ports/order-store";
import type { BucketLease, NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredCommand, StoredOrder } from "@vriddhi/execution/ports/stored-order";
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
 * have the version that it saw, or nothing of its change happens. Rows are locked in the order of their tags.
 */
const CHANGE: Statement = {
  name: "order_change",
  text: `WITH asked AS MATERIALIZED (
      SELECT * FROM json_to_recordset($1::json) AS a(call int, bucket smallint, epoch bigint, updates int, verdicts int)
    ),
    owner AS MATERIALIZED (
      SELECT o.bucket, o.epoch FROM bucket_owner o WHERE o.bucket = ANY (ARRAY(SELECT bucket FROM asked))
      ORDER BY o.bucket FOR SHARE
    ),
    wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset($2::json) AS w(call int, tag text, version int, status text, is_final boolean,
        has_fills boolean, state jsonb, pricing jsonb)
    ),
    verdicts AS MATERIALIZED (
      SELECT * FROM json_to_recordset($3::json) AS v(call int, tag text, n int, verdict text)
    ),
    seen AS MATERIALIZED (
      SELECT w.call, i.tag FROM wanted w
      JOIN intent i ON i.tag = w.tag AND i.trading_day = $5::date AND i.version = w.version
      ORDER BY i.tag FOR UPDATE OF i
    ),
    found AS MATERIALIZED (
      SELECT v.call FROM verdicts v JOIN command c ON c.tag = v.tag AND c.n = v.n ORDER BY c.tag, c.n FOR UPDATE OF c
    ),
    fit AS MATERIALIZED (
      SELECT a.call,
        EXISTS (SELECT FROM owner o WHERE o.bucket = a.bucket AND o.epoch = a.epoch) AS is_owner,
        (SELECT count(*) FROM seen s WHERE s.call = a.call) = a.updates
          AND (SELECT count(*) FROM found f WHERE f.call = a.call) = a.verdicts AS is_fresh
      FROM asked a
    ),
    changed AS (
      UPDATE intent i SET status = w.status, is_final = w.is_final, has_fills = w.has_fills, state = w.state,
        pricing = w.pricing, version = i.version + 1
      FROM wanted w JOIN fit ON fit.call = w.call
      WHERE fit.is_owner AND fit.is_fresh AND i.tag = w.tag AND i.trading_day = $5::date AND i.version = w.version
      RETURNING w.call, to_jsonb(i) AS row
    ),
    judged AS (
      UPDATE command c SET verdict = v.verdict FROM verdicts v JOIN fit ON fit.call = v.call
      WHERE fit.is_owner AND fit.is_fresh AND c.tag = v.tag AND c.n = v.n
    ),
    ${appendEvents("$4", "EXISTS (SELECT FROM fit WHERE fit.call = said.call AND fit.is_owner AND fit.is_fresh)", "call int, ")}
    SELECT call, is_owner, is_fresh, ARRAY(SELECT c.row FROM changed c WHERE c.call = fit.call) AS rows FROM fit`,
};

interface ChangeRow {
  readonly call: number;
  readonly is_owner: boolean;
  readonly is_fresh: boolean;
  readonly rows: readonly IntentRow[];
}

function changedOf(row: ChangeRow | undefined, { updates }: Change): Changed {
  if (row === undefined || !row.is_owner) return err({ kind: "not_owner" });
  if (!row.is_fresh) return err({ kind: "stale" });
  const orders = new Map(row.rows.map((each) => [each.tag, orderOf(each)]));
  return ok(updates.flatMap(({ tag }) => orders.get(tag) ?? []));
}

/** All of one day, no order in two of them. The answers stand in the order of the changes. */
export async function changeOrders(pool: OrderPool, changes: readonly Change[]): Promise<readonly Changed[]> {
  await pool.prepareDays(changes.flatMap(({ events }) => events.map(({ day }) => day)));
  const asked = changes.map(({ lease, updates, judged }, call) => ({
    call,
    bucket: lease.bucket,
    epoch: lease.epoch,
    updates: updates.length,
    verdicts: judged === null ? 0 : 1,
  }));
  const wanted = changes.flatMap(({ updates }, call) =>
    updates.map(({ tag, version, state, pricing }) => ({ call, tag, version, pricing, ...stateColumns(state) })),
  );
  const verdicts = changes.flatMap(({ judged }, call) => (judged === null ? [] : [{ call, ...judged }]));
  const events = changes.flatMap((change, call) => change.events.map((event) => ({ call, ...eventRow(event) })));
  const values = [asked, wanted, verdicts, events].map((each) => JSON.stringify(each));
  const rows = await pool.ask<ChangeRow>(CHANGE, [...values, changes[0]?.day]);
  const answers = new Map(rows.map((row) => [row.call, row]));
  return changes.map((change, call) => changedOf(answers.get(call), change));
}
