import { PLACEMENT_ANSWER_MS } from "@vriddhi/core/back-office/operator-order";
import { type OrderRow, type RowFault, readOrderRow, type TypedRow } from "@vriddhi/core/back-office/order-row";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs, MarketClock } from "@vriddhi/core/time/clock";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Timers } from "../../platform/clock/timers.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Explained } from "../../platform/http/handler.ts";
import type { AdminOrderStore } from "./admin-order.store.ts";
import { groupTroubles, rowFaultSentences, unknownSymbol } from "./admin-order.texts.ts";
import { type PlacementService, type PreparedRow, type PrepareRefusal, tradedFor } from "./placement.service.ts";
import { hasTrouble, tallyOf } from "./share-outcome.ts";

/** A row that waits for its time. */
export interface LaterRow extends OrderRow {
  readonly isin: string;
  readonly dueAt: EpochMs;
}

export interface BulkReport {
  readonly isWhole: boolean;
  readonly successful: number;
  readonly total: number;
  readonly unknown: number;
  readonly errors: readonly string[];
  readonly placementId: string | null;
}

export interface Placer {
  readonly userId: string;
  readonly ip: string;
  /** The second admin who said yes; null: nobody was asked. */
  readonly confirmedBy: string | null;
}

export type BulkRefusal = PrepareRefusal | Explained<"order_row_wrong" | "outside_session" | "calendar_ends">;

/** What was typed, judged and priced; nothing is stored yet. */
export interface BulkPlan {
  readonly now: readonly PreparedRow[];
  readonly later: readonly LaterRow[];
  /** What all of it would trade for; null: nobody wants to know, or of a row that waits no price is known. */
  readonly value: Paise | null;
}

export interface BulkDeps {
  readonly placements: PlacementService;
  readonly store: Pick<AdminOrderStore, "transaction" | "findShare">;
  readonly audit: Audit;
  readonly calendar: TradingCalendar;
  readonly marketClock: MarketClock;
  readonly timers: Timers;
  /** Somebody judges by what a plan would trade for; otherwise no price is waited for. */
  readonly isValueWanted: boolean;
  /** Stores rows that wait for their time, in the caller's transaction. */
  schedule(tx: Tx, rows: readonly LaterRow[], byUserId: string): Promise<void>;
}

export interface BulkService {
  plan(rows: readonly TypedRow[]): Promise<Result<BulkPlan, BulkRefusal>>;
  /** Stores everything in one transaction, and waits for the brokers' answers as long as a call may. */
  place(plan: BulkPlan, by: Placer): Promise<BulkReport>;
}

const toRefusal = (fault: RowFault): BulkRefusal => {
  const detail = rowFaultSentences[fault];
  if (fault === "calendar_ends") return { code: "calendar_ends", detail };
  return { code: fault === "outside_hours" ? "outside_session" : "order_row_wrong", detail };
};

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

async function tradeValue(
  { placements, isValueWanted }: Pick<BulkDeps, "placements" | "isValueWanted">,
  now: readonly PreparedRow[],
  later: readonly LaterRow[],
): Promise<Paise | null> {
  if (!isValueWanted) return null;
  const amounts = await Promise.all(
    later.map(async ({ totalQuantity, limit, isin, side }) => {
      const price = limit ?? (await placements.priceOf({ isin, side }));
      return price === null ? null : totalQuantity * price;
    }),
  );
  if (amounts.includes(null)) return null;
  return paise(tradedFor(now) + amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0));
}

export function createBulkService(deps: BulkDeps): BulkService {
  const { placements, store, audit, calendar, marketClock, timers } = deps;

  function readRows(typed: readonly TypedRow[]): Result<readonly OrderRow[], BulkRefusal> {
    const rows: OrderRow[] = [];
    for (const each of typed) {
      const row = readOrderRow(each, calendar, marketClock.now());
      if (!row.ok) return err(toRefusal(row.error));
      rows.push(row.value);
    }
    return ok(rows);
  }

  async function toLater(rows: readonly OrderRow[]): Promise<Result<readonly LaterRow[], BulkRefusal>> {
    const found: LaterRow[] = [];
    for (const row of rows) {
      if (row.dueAt === null) continue;
      const share = await store.findShare(row.symbol);
      if (share === null) return err({ code: "share_unknown", detail: unknownSymbol(row.symbol) });
      found.push({ ...row, dueAt: row.dueAt, isin: share.isin });
    }
    return ok(found);
  }

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

  return {
    async plan(typed) {
      const rows = readRows(typed);
      if (!rows.ok) return rows;
      const later = await toLater(rows.value);
      if (!later.ok) return later;
      const atOnce = rows.value.filter(({ dueAt }) => dueAt === null);
      const now = atOnce.length === 0 ? ok([]) : await placements.prepare(atOnce);
      if (!now.ok) return now;
      return ok({ now: now.value, later: later.value, value: await tradeValue(deps, now.value, later.value) });
    },
    async place(plan, by) {
      let isOver = false;
      const takeBack = timers.after(PLACEMENT_ANSWER_MS, () => {
        isOver = true;
      });
      const placementId = await store.transaction(async (tx) => {
        await record(tx, plan, by);
        if (plan.later.length > 0) await deps.schedule(tx, plan.later, by.userId);
        return plan.now.length === 0 ? null : placements.store(tx, plan.now, { userId: by.userId, source: "desk" });
      });
      const states = placementId === null ? [] : await placements.awaitStates(placementId, () => isOver);
      takeBack();
      const { total, successful, unknown } = tallyOf(states);
      return {
        isWhole: total === successful,
        successful: successful + plan.later.length,
        total: total + plan.later.length,
        unknown,
        errors: groupTroubles(states.filter(hasTrouble)),
        placementId,
      };
    },
  };
}
