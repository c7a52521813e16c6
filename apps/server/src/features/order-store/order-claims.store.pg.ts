import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { ClaimRefusal, OrderStore, OrderUpdate } from "@vriddhi/execution/ports/order-store";
import type { NotOwner } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { toTimestamp } from "../../platform/db/instant.ts";
import {
  bucketsOf,
  CHANGED_TYPES,
  HOLDERS_FOUND,
  holderOf,
  holds,
  isIn,
  isOwned,
  type OrderAsk,
  owners,
  sameVersion,
  writeChanged,
} from "./order-batches.ts";
import { GATE_IS_CURRENT, untilCurrent } from "./order-gate.ts";
import { changedBy, type OrderPool, type Statement } from "./order-pool.ts";
import { appendEvents, eventColumns, eventRow, stateColumns } from "./order-rows.ts";
import { placesFrom, RowColumns } from "./row-columns.ts";
import { StatementBatcher } from "./statement-batcher.ts";

const wanted = new RowColumns(`tag text, holder bigint, version int, now timestamptz, ${CHANGED_TYPES}`);
const claimed = eventColumns("claimed text");
const [WANTED = 0, EVENTS = 0] = placesFrom(4, [wanted, claimed]);

/** Claims of many callers, all of entries or all of exits: exits never wait for a block that is being set. */
const CLAIM: Statement = {
  name: "order_claim",
  text: `WITH ${owners("$1")},
    gate AS MATERIALIZED (SELECT epoch FROM order_block_epoch WHERE $2::boolean FOR SHARE),
    wanted AS MATERIALIZED (
      SELECT * FROM ${wanted.from(WANTED)} AS w ORDER BY w.tag
    ),
    seen AS MATERIALIZED (${sameVersion("$3", "w.now")} WHERE ${isOwned("w")}),
    checked AS MATERIALIZED (
      SELECT s.*, CASE
        WHEN s.leg = 'exit' THEN 'fine'
        WHEN NOT EXISTS (SELECT FROM gate) OR NOT ${GATE_IS_CURRENT} THEN 'again'
        WHEN EXISTS (SELECT FROM order_block b WHERE b.account_id = ANY (ARRAY['', s.account_id])) THEN 'blocked'
        WHEN s.valid_until <= s.now THEN 'too_late'
        ELSE 'fine' END AS word
      FROM seen s
    ),
    changed AS (${writeChanged("checked", "checked.word = 'fine'")} RETURNING intent.tag),
    ${appendEvents(claimed.from(EVENTS), isIn("said.claimed", "changed.tag FROM changed"))}
    SELECT ${HOLDERS_FOUND}, to_json(ARRAY(SELECT changed.tag FROM changed)) AS tags,
      to_json(ARRAY(SELECT json_build_object('tag', j.tag, 'word', j.word, 'block', CASE WHEN j.word = 'blocked' THEN
        (SELECT max(b.epoch) FROM order_block b WHERE b.account_id = ANY (ARRAY['', j.account_id])) END)
        FROM checked j WHERE j.word <> 'fine')) AS refused`,
};

interface Claiming extends OrderAsk {
  readonly order: StoredOrder;
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
  readonly holders: readonly number[];
  readonly tags: readonly OrderTag[];
  readonly refused: readonly Refused[];
}

const refusalOf = ({ word, block }: Refused): ClaimRefusal =>
  word === "blocked" ? { kind: "blocked", epoch: Number(block) } : { kind: "too_late" };

async function claim(pool: OrderPool, asked: readonly Claiming[], isEntries: boolean): Promise<readonly Claimed[]> {
  await pool.prepareDays(asked.flatMap(({ events }) => events.map((event) => event.day)));
  const rows = asked.map(({ lease, update, now }) => {
    const { tag, version, state, pricing } = update;
    return { holder: holderOf(lease), tag, version, pricing, now: toTimestamp(now), ...stateColumns(state) };
  });
  const events = asked.flatMap(({ update, events: own }) =>
    own.map((event) => ({ ...eventRow(event), claimed: update.tag })),
  );
  const values = [bucketsOf(asked), isEntries, asked[0]?.day, ...wanted.values(rows), ...claimed.values(events)];
  const [row] = await untilCurrent<ClaimRow>(
    pool,
    () => pool.ask(CLAIM, values),
    ([answer]) => answer?.refused.some(({ word }) => word === "again") === true,
  );
  if (row === undefined) return [];
  const taken = new Set(row.tags);
  const refused = new Map(row.refused.map((each) => [each.tag, each]));
  return asked.map(({ lease, order, update }) => {
    if (!holds(row.holders, lease)) return err({ kind: "not_owner" });
    const refusal = refused.get(update.tag);
    if (refusal !== undefined) return err(refusalOf(refusal));
    return taken.has(update.tag) ? ok(changedBy(order, update)) : err({ kind: "stale" });
  });
}

export function claimCalls(pool: OrderPool): Pick<OrderStore, "claim"> {
  const batcherOf = (isEntries: boolean) =>
    new StatementBatcher<Claiming, Claimed>({
      run: (asked) => claim(pool, asked, isEntries),
      dayOf: ({ day }) => day,
      touches: ({ update }) => [update.tag],
    });
  const entries = batcherOf(true);
  const exits = batcherOf(false);
  return {
    async claim(lease, update, events, now) {
      const order = await pool.find(update.tag);
      if (order === null) return err({ kind: "stale" });
      return (update.state.leg === "entry" ? entries : exits).ask({
        lease,
        day: order.day,
        order,
        update,
        events,
        now,
      });
    },
  };
}
