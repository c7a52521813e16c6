import { assert } from "@vriddhi/core/shared/assert";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import { accountOf, addCash, fundsOf, holdingsOf, openAccount, positionsOf } from "./accounts.ts";
import { candlesOf, yearRangeOf } from "./candles.ts";
import { narrowBand } from "./circuit.ts";
import { leapUntil, liveUntil } from "./day.ts";
import { nseInstruments } from "./instruments.ts";
import { MARKET_INDEX, MarketIndex } from "./market-index.ts";
import type {
  Account,
  Bar,
  Broker,
  Candle,
  CandleInterval,
  ChangeRefusal,
  ExchangeEvent,
  Funds,
  Holding,
  Instrument,
  ModifyOrder,
  OpenAccount,
  Order,
  OrderHistoryEntry,
  OrderQuery,
  Phase,
  PlaceOrder,
  Position,
  PricePoint,
  Quote,
  RejectReason,
  Top,
  Trade,
} from "./model.ts";
import { findOrders } from "./order-query.ts";
import { toOrder } from "./order-state.ts";
import { quoteOf, topOf } from "./quotes.ts";
import { defaultSettings, type ExchangeSettings } from "./settings.ts";
import { squareOffNow } from "./square-off.ts";
import type { OrderState } from "./states.ts";
import { lockAtCircuit, replayDay, runScriptPoint } from "./steering.ts";
import { cancelOrder, marginFor, modifyOrder, placeOrder } from "./trading.ts";
import { createWorld, type PastBars, phaseOf, type World } from "./world.ts";

/** All events of the call, oldest first. */
export interface OrderReply {
  readonly order: Order;
  readonly events: readonly ExchangeEvent[];
}

/** `events` include those of the time before the change. */
export type ChangeReply = Result<Order, ChangeRefusal> & { readonly events: readonly ExchangeEvent[] };

/**
 * NSE's cash market as a value with explicit time: reads no clock and uses its seed only, so the same calls give the
 * same day, bit for bit, for any step size of `advance`. The first call determines the first day, which runs from its
 * start. Every call with `now` first advances until then (an earlier `now` counts as the current instant) and returns
 * those events too. Events cover all accounts of all brokers; each broker shell keeps its own. Reads change nothing.
 */
export interface Exchange {
  readonly settings: ExchangeSettings;
  readonly instruments: readonly Instrument[];
  instrument(symbol: string): Instrument | null;

  /** `null` before the first call with an instant. */
  now(): EpochMs | null;
  advance(to: EpochMs): readonly ExchangeEvent[];
  /** Like `advance`, but skips the days between today and that of `to`: books settle once, closes are drawn. */
  leap(to: EpochMs): readonly ExchangeEvent[];
  phase(symbol: string): Phase;
  /** The trading day with open books, until the next roll-over. `null` before the first call. */
  marketDate(): IstDate | null;

  openAccount(account: OpenAccount): void;
  openAccounts(accounts: Iterable<OpenAccount>): void;
  account(id: string): Account | null;
  /** A pay-in, or a pay-out below zero; never below the free amount. */
  addCash(account: string, amount: Paise): void;
  funds(account: string): Funds;
  /** Additional margin that `place` would block; 0 for an order that only reduces. */
  requiredMargin(order: Omit<PlaceOrder, "now">): Paise;
  positions(account: string): readonly Position[];
  holdings(account: string): readonly Holding[];

  /** The account must exist. A refused order is an order with status `rejected`. */
  place(order: PlaceOrder): OrderReply;
  modify(change: ModifyOrder): ChangeReply;
  cancel(orderId: string, now: EpochMs): ChangeReply;

  order(orderId: string): Order | null;
  /** Over all kept days, oldest first: the oracle for exactly-once. */
  findOrders(query: OrderQuery): readonly Order[];
  orderHistory(orderId: string): readonly OrderHistoryEntry[];
  orderTrades(orderId: string): readonly Trade[];
  /** Of the account's market date; the same list until one of its orders changes. */
  dayOrders(account: string): readonly Order[];
  dayTrades(account: string): readonly Trade[];

  lastPrice(symbol: string): Paise;
  quote(symbol: string): Quote;
  top(symbol: string): Top;
  /** Symbols whose market data changed after `version` (start with 0), and the next version to pass. */
  changedSince(broker: Broker, version: number): { readonly version: number; readonly symbols: readonly string[] };
  /**
   * Symbols that changed since the last call, less what minute bars do not need: these alone make the same bars as every trade.
   * Includes every trade of shares in which clients have orders.
   */
  takeKeys(): readonly string[];
  /** Candles that begin in [from, to]. Days that were not run are drawn from the seed. Includes the current one. */
  candles(symbol: string, interval: CandleInterval, from: EpochMs, to: EpochMs): readonly Candle[];
  yearRange(symbol: string): { readonly high: Paise; readonly low: Paise };

  /** The symbol follows the path from its first point on, in continuous trading and within the band. Today only. */
  scriptPrices(symbol: string, path: readonly PricePoint[]): void;
  removeScript(symbol: string): void;
  /** Replays `date` from bars of 1 or 5 minutes; set before that day. `previousClose` defaults to the first price. */
  replayBars(symbol: string, date: IstDate, bars: readonly Bar[], previousClose?: Paise): void;
  setIntradayBan(symbol: string, isBanned: boolean): void;
  /** New limits for the rest of the day; orders outside are cancelled. */
  moveBand(symbol: string, limits: { readonly lower: Paise; readonly upper: Paise }): readonly ExchangeEvent[];
  /** The price moves to its limit and stays there until then: sellers, or buyers, wait in a queue. */
  lockAtCircuit(symbol: string, side: "upper" | "lower", until: EpochMs): readonly ExchangeEvent[];
  squareOff(account: string): readonly ExchangeEvent[];
  /** `null` halts every symbol. */
  haltTrading(symbol: string | null, until: EpochMs): void;

  freezeFeed(broker: Broker, until: EpochMs): void;
  isFeedFrozen(broker: Broker): boolean;
  /** The account's next order gets at most half from the synthetic market, the rest waits `partialHoldMs`. */
  nextFillPartial(account: string): void;
  rejectNext(account: string, reason: RejectReason): void;
  /** Calls back inside `place`, when the n-th order from now on has been accepted and all its effects are recorded. */
  onAcceptance(count: number, callback: (order: Order) => void): void;
}

export interface CreateExchange {
  readonly seed: number;
  readonly calendar: TradingCalendar;
  /** Missing settings take `defaultSettings` and the list of instruments.ts. */
  readonly settings?: Partial<ExchangeSettings>;
  /** Days that were not run come from here if available, else they are drawn from the seed. */
  readonly pastBars?: PastBars;
}

function collect<T>(world: World, run: () => T): { readonly value: T; readonly events: readonly ExchangeEvent[] } {
  world.events = [];
  const value = run();
  const { events } = world;
  world.events = [];
  return { value, events };
}

function indexOf(world: World, symbol: string): number {
  const index = world.indexOf.get(symbol);
  assert(index !== undefined, `${symbol} is listed`);
  return index;
}

function changeCall(world: World, now: EpochMs, run: () => Result<OrderState, ChangeRefusal>): ChangeReply {
  const { value, events } = collect(world, () => {
    liveUntil(world, now);
    return run();
  });
  return value.ok ? { ok: true, value: toOrder(value.value), events } : { ...value, events };
}

type Part<Names extends keyof Exchange> = Pick<Exchange, Names>;

const clockCalls = (
  world: World,
): Part<"settings" | "instruments" | "instrument" | "now" | "advance" | "leap" | "phase" | "marketDate"> => ({
  settings: world.settings,
  instruments: world.instruments,
  instrument: (symbol) => world.instruments[world.indexOf.get(symbol) ?? -1] ?? null,
  now: () => world.now,
  advance: (to) => collect(world, () => liveUntil(world, to)).events,
  leap: (to) => collect(world, () => leapUntil(world, to)).events,
  phase: (symbol) => phaseOf(world, indexOf(world, symbol)),
  marketDate: () => world.day?.date ?? null,
});

const accountCalls = (
  world: World,
): Part<
  "openAccount" | "openAccounts" | "account" | "addCash" | "funds" | "requiredMargin" | "positions" | "holdings"
> => ({
  openAccount: (account) => openAccount(world, account),
  openAccounts(accounts) {
    for (const account of accounts) openAccount(world, account);
  },
  account(id) {
    const found = world.accounts.get(id);
    return found === undefined ? null : { id, broker: found.broker };
  },
  addCash: (account, amount) => addCash(accountOf(world, account), amount),
  funds: (account) => fundsOf(world, accountOf(world, account)),
  requiredMargin: (order) => marginFor(world, order),
  positions: (account) => positionsOf(world, accountOf(world, account)),
  holdings: (account) => holdingsOf(world, accountOf(world, account)),
});

const orderCalls = (
  world: World,
): Part<
  "place" | "modify" | "cancel" | "order" | "findOrders" | "orderHistory" | "orderTrades" | "dayOrders" | "dayTrades"
> => ({
  place({ now, ...request }) {
    const { value, events } = collect(world, () => {
      liveUntil(world, now);
      return placeOrder(world, request);
    });
    return { order: toOrder(value), events };
  },
  modify: (change) => changeCall(world, change.now, () => modifyOrder(world, change)),
  cancel: (orderId, now) => changeCall(world, now, () => cancelOrder(world, orderId)),
  order(orderId) {
    const found = world.orders.get(orderId);
    return found === undefined ? null : toOrder(found);
  },
  findOrders: (query) => findOrders(world, query).map(toOrder),
  orderHistory: (orderId) => [...(world.orders.get(orderId)?.history ?? [])],
  orderTrades: (orderId) => [...(world.orders.get(orderId)?.trades ?? [])],
  dayOrders(id) {
    const account = accountOf(world, id);
    account.shown ??= (account.orders ?? []).map(toOrder);
    return account.shown;
  },
  dayTrades: (account) =>
    (accountOf(world, account).orders ?? [])
      .flatMap(({ trades }) => trades)
      .sort((a, b) => a.at - b.at || Number(a.id) - Number(b.id)),
});

const isMarketIndex = (symbol: string): boolean => symbol === MARKET_INDEX.symbol;

const dataCalls = (
  world: World,
  marketIndex: MarketIndex,
): Part<"lastPrice" | "quote" | "top" | "changedSince" | "takeKeys" | "candles" | "yearRange"> => ({
  lastPrice: (symbol) => paise(world.market.last[indexOf(world, symbol)] as number),
  quote: (symbol) => (isMarketIndex(symbol) ? marketIndex.quote() : quoteOf(world, indexOf(world, symbol))),
  top: (symbol) => topOf(world, indexOf(world, symbol)),
  changedSince(broker, version) {
    if (isFrozen(world, broker)) return { version, symbols: [] };
    const { market, instruments } = world;
    const symbols = instruments.flatMap(({ symbol }, index) =>
      (market.version[index] as number) > version ? [symbol] : [],
    );
    if (symbols.length > 0) symbols.push(MARKET_INDEX.symbol);
    return { version: market.newest, symbols };
  },
  takeKeys() {
    const { mustPublish } = world.market;
    const symbols = world.instruments.flatMap(({ symbol }, index) => (mustPublish[index] === 1 ? [symbol] : []));
    mustPublish.fill(0);
    return marketIndex.takeKey() ? [...symbols, MARKET_INDEX.symbol] : symbols;
  },
  candles: (symbol, interval, from, to) =>
    isMarketIndex(symbol)
      ? marketIndex.candles(interval, { from, to })
      : candlesOf(world, indexOf(world, symbol), interval, { from, to }),
  yearRange(symbol) {
    if (isMarketIndex(symbol)) return marketIndex.quote();
    const { high, low } = yearRangeOf(world, indexOf(world, symbol));
    return { high: paise(high), low: paise(low) };
  },
});

const isFrozen = (world: World, broker: Broker): boolean =>
  (world.frozenUntil.get(broker) ?? 0) > (world.now ?? Number.NEGATIVE_INFINITY);

const steeringCalls = (
  world: World,
): Part<
  | "scriptPrices"
  | "removeScript"
  | "replayBars"
  | "setIntradayBan"
  | "haltTrading"
  | "moveBand"
  | "lockAtCircuit"
  | "squareOff"
> => ({
  moveBand: (symbol, limits) => collect(world, () => narrowBand(world, indexOf(world, symbol), limits)).events,
  lockAtCircuit: (symbol, side, until) =>
    collect(world, () => lockAtCircuit(world, indexOf(world, symbol), side, until)).events,
  squareOff: (account) => collect(world, () => squareOffNow(world, accountOf(world, account))).events,
  scriptPrices(symbol, path) {
    const index = indexOf(world, symbol);
    assert(world.day !== null, "the exchange has been told the time");
    world.scripts[index] = [...path].sort((a, b) => a.at - b.at);
    for (const point of path) runScriptPoint(world, index, point);
  },
  removeScript(symbol) {
    world.scripts[indexOf(world, symbol)] = null;
  },
  replayBars(symbol, date, bars, previousClose) {
    replayDay(world, indexOf(world, symbol), date, { bars, previousClose: previousClose ?? null });
  },
  setIntradayBan(symbol, isBanned) {
    if (isBanned) world.bans.add(indexOf(world, symbol));
    else world.bans.delete(indexOf(world, symbol));
  },
  haltTrading(symbol, until) {
    if (symbol === null) world.market.haltedUntil.fill(until);
    else world.market.haltedUntil[indexOf(world, symbol)] = until;
  },
});

const faultCalls = (
  world: World,
): Part<"freezeFeed" | "isFeedFrozen" | "nextFillPartial" | "rejectNext" | "onAcceptance"> => ({
  freezeFeed(broker, until) {
    world.frozenUntil.set(broker, epochMs(until));
  },
  isFeedFrozen: (broker) => isFrozen(world, broker),
  nextFillPartial(account) {
    accountOf(world, account).isNextFillPartial = true;
  },
  rejectNext(account, reason) {
    accountOf(world, account).nextRejection = reason;
  },
  onAcceptance(count, callback) {
    assert(Number.isInteger(count) && count > 0, "the first acceptance is number 1");
    world.acceptances.push({ left: count, callback });
  },
});

export function createExchange({ seed, calendar, settings, pastBars = () => null }: CreateExchange): Exchange {
  const world = createWorld({
    seed,
    calendar,
    settings: { instruments: nseInstruments, ...defaultSettings, ...settings },
    pastBars,
  });
  return {
    ...clockCalls(world),
    ...accountCalls(world),
    ...orderCalls(world),
    ...dataCalls(world, new MarketIndex(world)),
    ...steeringCalls(world),
    ...faultCalls(world),
  };
}
