import { PLACEMENT_ANSWER_MS } from "@vriddhi/core/back-office/operator-order";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Timers } from "../../platform/clock/timers.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Keep, Keyed } from "../../platform/http/handler.ts";
import { KEY_TTL_MS } from "../../platform/http/idempotency.ts";
import type { AdminOrderStore, ShareState } from "./admin-order.store.ts";
import { groupFaults, STORED_UNREAD } from "./admin-order.texts.ts";
import type { ShareMarket } from "./latest-price.ts";
import type { NumberedRow, PlacementService, PreparedRow } from "./placement.service.ts";
import { hasFault, type Tally, tallyOf } from "./share-outcome.ts";

export interface LaterRow extends NumberedRow {
  readonly isin: string;
  readonly dueAt: EpochMs;
  /** `null` for a market order, or without a known price. */
  readonly market: ShareMarket | null;
}

export interface BulkReport extends Omit<Tally, "failed"> {
  readonly isWhole: boolean;
  readonly errors: readonly string[];
  readonly placementId: string | null;
}

export interface Placer {
  readonly userId: string;
  readonly ip: string;
  /** The second admin, who confirmed; `null` where four eyes are not required. */
  readonly confirmedBy: string | null;
}

export interface BulkPlan {
  readonly now: readonly PreparedRow[];
  readonly later: readonly LaterRow[];
  /** The value of all rows; `null` if the caller does not need it, or if a scheduled row has no price yet. */
  readonly value: Paise | null;
}

/** From the idempotency key: the placement's id, the mark of the attempt, and the place of the stored answer. */
export type PlacingKey = Pick<Keyed<unknown>, "id" | "mark"> & { readonly keep: Keep<BulkReport> };

export interface BulkPlacing {
  /** Stores everything in one transaction and waits for the brokers' answers as long as the call may take. */
  place(plan: BulkPlan, by: Placer, key: PlacingKey | null): Promise<BulkReport>;
  /** `null` when none is stored; `old` when the key is older than keys are kept, so this is another call. */
  reportStored(id: string, laterRows: number): Promise<BulkReport | "old" | null>;
}

export interface PlacingDeps {
  readonly placements: PlacementService;
  readonly store: Pick<AdminOrderStore, "transaction" | "find">;
  readonly audit: Audit;
  readonly humanClock: HumanClock;
  readonly timers: Timers;
  schedule(tx: Tx, rows: readonly LaterRow[], byUserId: string): Promise<void>;
}

const factsOf = ({ row, shares }: PreparedRow) => ({
  symbol: row.symbol,
  side: row.side,
  quantity: row.totalQuantity,
  limitPaise: row.limit,
  pricePaise: row.price,
  accounts: shares.length,
});

const laterFactsOf = ({ symbol, side, totalQuantity, limit, dueAt }: LaterRow) => ({
  symbol,
  side,
  quantity: totalQuantity,
  limitPaise: limit,
  dueAt: new Date(dueAt).toISOString(),
});

function reportOf(placementId: string | null, states: readonly ShareState[], laterRows: number): BulkReport {
  const { failed: _, ...tally } = tallyOf(states);
  const { total, successful } = tally;
  return {
    ...tally,
    isWhole: total === successful,
    successful: successful + laterRows,
    total: total + laterRows,
    errors: groupFaults(states.filter(hasFault)),
    placementId,
  };
}

/** The placement is stored and its orders cannot be read; `shares` is their number, as far as it is known. */
const unreadReport = (placementId: string, shares: number, laterRows: number): BulkReport => ({
  ...reportOf(placementId, [], laterRows),
  isWhole: false,
  total: shares + laterRows,
  unknown: shares,
  errors: [STORED_UNREAD],
});

export function createBulkPlacing(deps: PlacingDeps): BulkPlacing {
  const { placements, store, audit, humanClock, timers, schedule } = deps;
  async function record(tx: Tx, { now, later }: BulkPlan, by: Placer): Promise<void> {
    const who = { userId: null, byUserId: by.userId, ip: by.ip };
    const second = by.confirmedBy === null ? {} : { confirmedBy: by.confirmedBy };
    if (now.length > 0)
      await audit.record({ ...who, kind: "desk_orders_placed", after: { rows: now.map(factsOf), ...second } }, tx);
    if (later.length > 0)
      await audit.record(
        { ...who, kind: "desk_orders_scheduled", after: { rows: later.map(laterFactsOf), ...second } },
        tx,
      );
  }

  /** Returns the placement's id; `null` when every row is scheduled. */
  const storeAll = (plan: BulkPlan, by: Placer, key: PlacingKey | null): Promise<string | null> =>
    store.transaction(async (tx) => {
      await record(tx, plan, by);
      if (plan.later.length > 0) await schedule(tx, plan.later, by.userId);
      if (plan.now.length === 0) {
        // Nothing is awaited, so this is the complete answer.
        await key?.keep(tx, reportOf(null, [], plan.later.length));
        return null;
      }
      // The mark precedes its rows: if an earlier attempt stored them, this one ends here.
      await key?.mark(tx, { placementId: key.id });
      return placements.store(tx, plan.now, { id: key?.id, userId: by.userId, source: "desk" });
    });

  /** `null` when the database cannot be read within the time limit of a call. */
  async function statesOf(placementId: string): Promise<readonly ShareState[] | null> {
    let isOver = false;
    const takeBack = timers.after(PLACEMENT_ANSWER_MS, () => {
      isOver = true;
    });
    return placements.awaitStates(placementId, () => isOver).finally(takeBack);
  }

  return {
    async place(plan, by, key) {
      const placementId = await storeAll(plan, by, key);
      const laterRows = plan.later.length;
      if (placementId === null) return reportOf(null, [], laterRows);
      const states = await statesOf(placementId);
      const shares = plan.now.reduce((sum, row) => sum + row.shares.length, 0);
      return states === null ? unreadReport(placementId, shares, laterRows) : reportOf(placementId, states, laterRows);
    },
    async reportStored(id, laterRows) {
      const placement = await store.find(id);
      if (placement === null) return null;
      if (humanClock.now() >= placement.placedAt + KEY_TTL_MS) return "old";
      const states = await statesOf(id);
      return states === null ? unreadReport(id, 0, laterRows) : reportOf(id, states, laterRows);
    },
  };
}
