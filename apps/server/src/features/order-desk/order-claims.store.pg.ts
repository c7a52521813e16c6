import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { ClaimRefusal, OrderStore, OrderUpdate } from "@vriddhi/execution/ports/order-store";
import type { NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { toTimestamp } from "../../platform/db/instant.ts";
import { Crowd } from "./crowd.ts";
import { bucketsOf, type FoundOwner, holds, isOwned, type OrderAsk, OWNERS_FOUND, owners } from "./order-crowd.ts";
import { GATE_IS_CURRENT, untilCurrent } from "./order-gate.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { appendEvents, eventRow, type IntentRow, orderOf, stateColumns } from "./order-rows.ts";

/** Claims of many callers, all of entries or all of exits: exits never wait for a block that is being set. */
const CLAIM: Statement = {
  name: "order_claim",
  text: `WITH ${owners("$1")},
    gate AS MATERIALIZED (SELECT epoch FROM order_block_epoch WHERE $2::boolean FOR SHARE),
    wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset($4::json) AS w(bucket smallint, epoch bigint, tag text, version int,
        now timestamptz, status text, is_final boolean, has_fills boolean, state jsonb, pricing jsonb)
    ),
    seen AS MATERIALIZED (
      SELECT i.tag, i.account_id, i.leg, i.valid_until, w.now FROM wanted w
      JOIN intent i ON i.tag = w.tag AND i.trading_day = $3::date AND i.version = w.version
      WHERE ${isOwned("w")} ORDER BY i.tag FOR UPDATE OF i
    ),
    judged AS MATERIALIZED (
      SELECT s.tag, s.account_id, CASE
        WHEN s.leg = 'exit' THEN 'fine'
        WHEN NOT EXISTS (SELECT FROM gate) OR NOT ${GATE_IS_CURRENT} THEN 'again'
        WHEN EXISTS (SELECT FROM order_block b WHERE b.account_id = ANY (ARRAY['', s.account_id])) THEN 'blocked'
        WHEN s.valid_until <= s.now THEN 'too_late'
        ELSE 'fine' END AS word
      FROM seen s
    ),
    changed AS (
      UPDATE intent i SET status = w.status, is_final = w.is_final, has_fills = w.has_fills, state = w.state,
        pricing = w.pricing, version = i.version + 1
      FROM wanted w
      WHERE i.tag = w.tag AND i.trading_day = $3::date
        AND w.tag IN (SELECT judged.tag FROM judged WHERE judged.word = 'fine')
      RETURNING i.tag, to_jsonb(i) AS row
    ),
    ${appendEvents("$5", "said.claimed IN (SELECT changed.tag FROM changed)", "claimed text, ")}
    SELECT ${OWNERS_FOUND}, ARRAY(SELECT changed.row FROM changed) AS rows,
      ARRAY(SELECT json_build_object('tag', j.tag, 'word', j.word, 'block', CASE WHEN j.word = 'blocked' THEN
        (SELECT max(b.epoch) FROM order_block b WHERE b.account_id = ANY (ARRAY['', j.account_id])) END)
        FROM judged j WHERE j.word <> 'fine') AS refused`,
};

interface Claiming extends OrderAsk {
  readonly update: OrderUpdate;
  readonly events: readonly LedgerEvent[];
  readonly now: EpochMs;
}

type Claimed = Result<StoredOrder, NotOwner | ClaimRefusal>;

interface Refused {
  readonly tag: OrderTag;
  readonly word: "again" | "blocked" | "too_late";
  readonly block: number | null;
}

interface ClaimRow {
  readonly owners: readonly FoundOwner[];
  readonly rows: readonly IntentRow[];
  readonly refused: readonly Refused[];
}

const refusalOf = ({ word, block }: Refused): ClaimRefusal =>
  word === "blocked" ? { kind: "blocked", epoch: Number(block) } : { kind: "too_late" };

async function claim(pool: OrderPool, asked: readonly Claiming[], isEntries: boolean): Promise<readonly Claimed[]> {
  await pool.prepareDays(asked.flatMap(({ events }) => events.map((event) => event.day)));
  const wanted = asked.map(({ lease, update, now }) => {
    const { tag, version, state, pricing } = update;
    return { ...lease, tag, version, pricing, now: toTimestamp(now), ...stateColumns(state) };
  });
  const events = asked.flatMap(({ update, events: own }) =>
    own.map((event) => ({ ...eventRow(event), claimed: update.tag })),
  );
  const values = [bucketsOf(asked), isEntries, asked[0]?.day, JSON.stringify(wanted), JSON.stringify(events)];
  const [row] = await untilCurrent<ClaimRow>(
    pool,
    () => pool.ask(CLAIM, values),
    ([answer]) => answer?.refused.some(({ word }) => word === "again") === true,
  );
  if (row === undefined) return [];
  const claimed = new Map(row.rows.map((each) => [each.tag, orderOf(each)]));
  const refused = new Map(row.refused.map((each) => [each.tag, each]));
  return asked.map(({ lease, update: { tag } }) => {
    if (!holds(row.owners, lease)) return err({ kind: "not_owner" });
    const refusal = refused.get(tag);
    if (refusal !== undefined) return err(refusalOf(refusal));
    const order = claimed.get(tag);
    return order === undefined ? err({ kind: "stale" }) : ok(order);
  });
}

export function claimCalls(pool: OrderPool): Pick<OrderStore, "claim"> {
  const crowdOf = (isEntries: boolean) =>
    new Crowd<Claiming, Claimed>({
      run: (asked) => claim(pool, asked, isEntries),
      dayOf: ({ day }) => day,
      touches: ({ update }) => [update.tag],
    });
  const entries = crowdOf(true);
  const exits = crowdOf(false);
  return {
    async claim(lease, update, events, now) {
      const day = await pool.dayOf(update.tag);
      if (day === null) return err({ kind: "stale" });
      return (update.state.leg === "entry" ? entries : exits).ask({ lease, day, update, events, now });
    },
  };
}
