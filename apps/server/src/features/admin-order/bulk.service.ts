import { bandOfLaterDay, isFarThroughMarket } from "@vriddhi/core/back-office/far-limit";
import { operatorLimit } from "@vriddhi/core/back-office/operator-order";
import { judgeOrderTime, type RowFault, readOrderRow, type TypedRow } from "@vriddhi/core/back-office/order-row";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs, MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Explained } from "../../platform/http/handler.ts";
import type { AdminOrderStore } from "./admin-order.store.ts";
import { farLimit, limitOutOfRange, ofRow, rowFaultSentences, unknownSymbol } from "./admin-order.texts.ts";
import { type BulkPlacing, type BulkPlan, createBulkPlacing, type LaterRow, type PlacingDeps } from "./bulk-placing.ts";
import { type NumberedRow, type PreparedRow, type PrepareRefusal, tradedFor } from "./placement.service.ts";

export type BulkRefusal =
  | PrepareRefusal
  | Explained<"order_row_wrong" | "limit_far_through" | "outside_session" | "calendar_ends">;

export interface BulkDeps extends PlacingDeps {
  readonly store: Pick<AdminOrderStore, "transaction" | "findShare" | "find">;
  readonly calendar: TradingCalendar;
  readonly marketClock: MarketClock;
  /** The caller needs the plan's value; otherwise no price is awaited. */
  readonly isValueWanted: boolean;
}

export interface BulkService extends BulkPlacing {
  /** Refuses limits far through the market unless the operator confirmed them. */
  plan(rows: readonly TypedRow[], areFarLimitsMeant: boolean): Promise<Result<BulkPlan, BulkRefusal>>;
}

const toRefusal = (n: number, fault: RowFault): BulkRefusal => {
  const detail = ofRow(n, rowFaultSentences[fault]);
  if (fault === "calendar_ends") return { code: "calendar_ends", detail };
  return { code: fault === "outside_hours" ? "outside_session" : "order_row_wrong", detail };
};

function farLimitsOf(now: readonly PreparedRow[], later: readonly LaterRow[]): readonly string[] {
  const limits = [
    ...now.map(({ n, row, market }) => ({ n, market, ...row })),
    ...later.flatMap(({ market, ...row }) => (market === null ? [] : [{ ...row, market }])),
  ];
  return limits
    .toSorted((a, b) => a.n - b.n)
    .flatMap(({ n, symbol, side, totalQuantity, limit, market }) =>
      limit !== null && isFarThroughMarket(side, market.price, limit)
        ? [ofRow(n, farLimit({ symbol, side, totalQuantity, limit }, market))]
        : [],
    );
}

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

function createLaterRows({ placements, store, calendar, marketClock }: BulkDeps) {
  async function toLaterOne(row: NumberedRow, dueAt: EpochMs): Promise<Result<LaterRow, BulkRefusal>> {
    const { n, symbol, side, limit } = row;
    const share = await store.findShare(symbol);
    if (share === null) return err({ code: "share_unknown", detail: ofRow(n, unknownSymbol(symbol)) });
    const now = marketClock.now();
    const isOpen = judgeOrderTime(calendar, now) === null;
    const current = limit === null ? null : await placements.marketOf({ ...share, side }, isOpen);
    const isToday = istDateOf(dueAt) === istDateOf(now);
    const market =
      current === null || isToday ? current : { price: current.price, band: bandOfLaterDay(current.price, share.tick) };
    if (market !== null && operatorLimit({ side, price: market.price, limit }, market.band) === null)
      return err({ code: "order_row_wrong", detail: ofRow(n, limitOutOfRange(symbol, market)) });
    return ok({ ...row, dueAt, isin: share.isin, market });
  }

  async function toLater(rows: readonly NumberedRow[]): Promise<Result<readonly LaterRow[], BulkRefusal>> {
    const found: LaterRow[] = [];
    const waiting = rows.flatMap((row) => (row.dueAt === null ? [] : [toLaterOne(row, row.dueAt)]));
    for (const one of await Promise.all(waiting)) {
      if (!one.ok) return one;
      found.push(one.value);
    }
    return ok(found);
  }

  return toLater;
}

export function createBulkService(deps: BulkDeps): BulkService {
  const { placements, calendar, marketClock } = deps;
  const toLater = createLaterRows(deps);

  function readRows(typed: readonly TypedRow[]): Result<readonly NumberedRow[], BulkRefusal> {
    const rows: NumberedRow[] = [];
    for (const [place, each] of typed.entries()) {
      const row = readOrderRow(each, calendar, marketClock.now());
      if (!row.ok) return err(toRefusal(place + 1, row.error));
      rows.push({ ...row.value, n: place + 1 });
    }
    return ok(rows);
  }

  return {
    async plan(typed, areFarLimitsMeant) {
      const rows = readRows(typed);
      if (!rows.ok) return rows;
      const later = await toLater(rows.value);
      if (!later.ok) return later;
      const atOnce = rows.value.filter(({ dueAt }) => dueAt === null);
      const now = atOnce.length === 0 ? ok([]) : await placements.prepare(atOnce);
      if (!now.ok) return now;
      const far = farLimitsOf(now.value, later.value);
      if (far.length > 0 && !areFarLimitsMeant) return err({ code: "limit_far_through", detail: far.join("\n") });
      return ok({ now: now.value, later: later.value, value: await tradeValue(deps, now.value, later.value) });
    },
    ...createBulkPlacing(deps),
  };
}
