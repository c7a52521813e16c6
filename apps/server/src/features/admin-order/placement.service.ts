import { randomUUID } from "node:crypto";
import { distribute, percentageOf } from "@vriddhi/core/back-office/distribution";
import { expectedFill, OPERATOR_VALID_MS, operatorLimit, operatorStop } from "@vriddhi/core/back-office/operator-order";
import type { OrderRow } from "@vriddhi/core/back-office/order-row";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Side } from "@vriddhi/core/order/order";
import { assumedBand } from "@vriddhi/core/order/price-band";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Timers } from "../../platform/clock/timers.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isConnectionLost } from "../../platform/db/database-outage.ts";
import type { Explained } from "../../platform/http/handler.ts";
import type { ActiveAccount, ActiveAccountStore } from "./active-account.store.ts";
import type { AdminOrderStore, NewShare, OperatorRow, ShareState } from "./admin-order.store.ts";
import { limitOutOfRange, noPrice, ofRow, unknownSymbol } from "./admin-order.texts.ts";
import { type LatestPrices, type ShareMarket, waitForPrice } from "./latest-price.ts";
import { isSettled } from "./share-outcome.ts";

/** How long to wait for the first price of a share that was not subscribed. */
const PRICE_WITHIN_MS = 4 * SECOND_MS;
const STATES_EVERY_MS = 300;

export interface Preview {
  readonly allocations: readonly {
    readonly name: string;
    readonly broker: BrokerName;
    readonly quantity: number;
    readonly capital: Paise;
    readonly percentage: number;
  }[];
  readonly allocated: number;
  readonly remainder: number;
}

export interface NumberedRow extends OrderRow {
  readonly n: number;
}

export interface PreparedRow {
  readonly n: number;
  readonly market: ShareMarket;
  readonly row: Omit<OperatorRow, "id" | "n" | "madeAt" | "validUntil">;
  readonly shares: readonly NewShare[];
}

export type PreviewRefusal = Explained<"share_unknown"> | "no_active_users";
export type PrepareRefusal = PreviewRefusal | Explained<"order_row_wrong">;

export interface PlacementDeps {
  readonly store: AdminOrderStore;
  readonly active: ActiveAccountStore;
  readonly prices: LatestPrices;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly timers: Timers;
}

export interface PlacementService {
  preview(symbol: string, quantity: number): Promise<Result<Preview, PreviewRefusal>>;
  capitalSum(): Promise<{ readonly total: Paise; readonly users: number }>;
  /** Splits rows by capital and finds their prices. Stores nothing. */
  prepare(rows: readonly NumberedRow[]): Promise<Result<readonly PreparedRow[], PrepareRefusal>>;
  /** The share's price of today, awaited if necessary; `null` when none came. */
  priceOf(share: { readonly isin: string; readonly side: Side }): Promise<Paise | null>;
  /** The same with the permitted prices; waits only on request. */
  marketOf(
    share: { readonly isin: string; readonly tick: Paise; readonly side: Side },
    isWaited: boolean,
  ): Promise<ShareMarket | null>;
  /** The symbol's price; `null` when no broker lists it or no price came. */
  marketOfSymbol(symbol: string): Promise<ShareMarket | null>;
  /** Stores rows for the workers in the caller's transaction; returns the id, which the caller may choose. */
  store(
    tx: Tx,
    rows: readonly PreparedRow[],
    by: { readonly id?: string | undefined; readonly userId: string; readonly source: "desk" | "schedule" },
  ): Promise<string>;
  /** The placement's orders once all are answered, or once `isOver` ends the wait. */
  awaitStates(placementId: string, isOver: () => boolean): Promise<readonly ShareState[] | null>;
}

const toShares = (row: Pick<OrderRow, "totalQuantity">, accounts: readonly ActiveAccount[]): readonly NewShare[] => {
  const byId = new Map(accounts.map((account) => [account.accountId, account]));
  const split = accounts.map(({ accountId, capital }) => ({ id: accountId, capital }));
  return distribute(row.totalQuantity, split).shares.flatMap(({ id, quantity }) => {
    const account = byId.get(id);
    if (account === undefined || quantity === 0) return [];
    const { accountId, userId, broker, capital } = account;
    return { accountId, userId, broker, quantity, capital };
  });
};

function createPreview({ store, active, marketClock }: PlacementDeps): PlacementService["preview"] {
  return async (symbol, quantity) => {
    if ((await store.findShare(symbol)) === null) return err({ code: "share_unknown", detail: unknownSymbol(symbol) });
    const accounts = await active.list(marketClock.now());
    if (accounts.length === 0) return err("no_active_users");
    const byId = new Map(accounts.map((account) => [account.accountId, account]));
    const all = accounts.reduce((sum, { capital }) => sum + capital, 0);
    const split = accounts.map(({ accountId, capital }) => ({ id: accountId, capital }));
    const { shares, allocated, remainder } = distribute(quantity, split);
    const allocations = shares.flatMap((share) => {
      const account = byId.get(share.id);
      if (account === undefined) return [];
      const { name, broker, capital } = account;
      return { name, broker, capital, quantity: share.quantity, percentage: percentageOf(capital, all) };
    });
    return ok({ allocations, allocated, remainder });
  };
}

function createPrepare(deps: PlacementDeps): PlacementService["prepare"] {
  const { store, active, prices, humanClock: clock, marketClock, timers } = deps;

  async function prepareOne(
    order: NumberedRow,
    accounts: readonly ActiveAccount[],
  ): Promise<Result<PreparedRow, PrepareRefusal>> {
    const { n, symbol, side, limit, totalQuantity } = order;
    const share = await store.findShare(symbol);
    if (share === null) return err({ code: "share_unknown", detail: ofRow(n, unknownSymbol(symbol)) });
    const price = await waitForPrice(prices, { isin: share.isin, side }, { clock, timers, withinMs: PRICE_WITHIN_MS });
    if (price === null) return err({ code: "order_row_wrong", detail: ofRow(n, noPrice(symbol)) });
    const band = prices.band(share.isin) ?? assumedBand(price, share.tick);
    const sent = operatorLimit({ side, price, limit }, band);
    if (sent === null)
      return err({ code: "order_row_wrong", detail: ofRow(n, limitOutOfRange(symbol, { price, band })) });
    return ok({
      n,
      market: { price, band },
      row: {
        day: istDateOf(marketClock.now()),
        isin: share.isin,
        symbol,
        side,
        totalQuantity,
        price,
        limit,
        stop: operatorStop(side, expectedFill(side, limit === null ? price : sent, price), band),
      },
      shares: toShares(order, accounts),
    });
  }

  return async (rows) => {
    const accounts = await active.list(marketClock.now());
    if (accounts.length === 0) return err("no_active_users");
    const prepared: PreparedRow[] = [];
    for (const one of await Promise.all(rows.map((row) => prepareOne(row, accounts)))) {
      if (!one.ok) return one;
      prepared.push(one.value);
    }
    return ok(prepared);
  };
}

/** The share's last price of today, of any age; `null` without one. */
const lastPrice = (prices: LatestPrices, isin: string): Paise | null =>
  prices.quotes(isin).toSorted((a, b) => b.receivedAt - a.receivedAt)[0]?.last ?? null;

/** The placement is stored: a database outage is retried. */
function nullIfAway(cause: unknown): null {
  if (isConnectionLost(cause)) return null;
  throw cause;
}

export function createPlacementService(deps: PlacementDeps): PlacementService {
  const { store, active, prices, humanClock, marketClock, timers } = deps;
  const priceOf: PlacementService["priceOf"] = async (share) =>
    lastPrice(prices, share.isin) ??
    waitForPrice(prices, share, { clock: humanClock, timers, withinMs: PRICE_WITHIN_MS });
  const marketOf: PlacementService["marketOf"] = async (share, isWaited) => {
    const price = isWaited ? await priceOf(share) : lastPrice(prices, share.isin);
    if (price === null) return null;
    return { price, band: prices.band(share.isin) ?? assumedBand(price, share.tick) };
  };
  return {
    preview: createPreview(deps),
    async capitalSum() {
      const accounts = await active.list(marketClock.now());
      return { total: paise(accounts.reduce((sum, { capital }) => sum + capital, 0)), users: accounts.length };
    },
    prepare: createPrepare(deps),
    priceOf,
    marketOf,
    async marketOfSymbol(symbol) {
      const share = await store.findShare(symbol);
      return share && marketOf({ ...share, side: "buy" }, true);
    },
    async store(tx, rows, { id = randomUUID(), userId, source }) {
      const now = humanClock.now();
      const named = rows.map(({ row, shares }, place) => ({
        row: {
          ...row,
          id: `desk-${randomUUID()}`,
          n: place + 1,
          madeAt: now,
          validUntil: later(now, OPERATOR_VALID_MS),
        },
        shares,
      }));
      await store.add(tx, { id, byUserId: userId, source, placedAt: now, rows: named });
      return id;
    },
    async awaitStates(placementId, isOver) {
      for (;;) {
        const states = await store.statesOf(placementId).catch(nullIfAway);
        if ((states !== null && isSettled(states)) || isOver()) return states;
        await new Promise<void>((resolve) => timers.after(STATES_EVERY_MS, resolve));
      }
    },
  };
}

export const tradedFor = (rows: readonly PreparedRow[]): Paise =>
  paise(rows.reduce((sum, { row }) => sum + row.totalQuantity * (row.limit ?? row.price), 0));
