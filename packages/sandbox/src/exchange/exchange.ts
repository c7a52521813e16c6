import type { Paise } from "@vriddhi/core/shared/money";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
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
  Trade,
} from "./model.ts";
import type { ExchangeSettings } from "./settings.ts";

/** What a call did: the order as it stands now, and everything that happened on the way, oldest first. */
export interface OrderReply {
  readonly order: Order;
  readonly events: readonly ExchangeEvent[];
}

/** `value` or `error` say what became of the change; `events` also tell of time that passed before it. */
export type ChangeReply = Result<OrderReply, ChangeRefusal> & { readonly events: readonly ExchangeEvent[] };

/**
 * NSE's cash market as a value that is told the time. It reads no clock, waits for nothing and draws chance from its
 * seed only: the same seed and the same calls give the same day, bit for bit, however finely `advance` is cut.
 *
 * Time: every call that carries `now` first lives through the time until then, as `advance(now)` would, and returns
 * those events too. A `now` before the exchange's own instant counts as that instant. The first call decides in which
 * day the exchange begins; that day is lived from its start.
 *
 * Events belong to all accounts of all brokers. A shell that calls `place` receives what its call did to others as
 * well, so one place must spread the returned events to every broker: filter by `event.order.broker` and
 * `event.order.account`.
 *
 * Reading is free: no question changes what will happen.
 */
export interface Exchange {
  readonly settings: ExchangeSettings;
  readonly instruments: readonly Instrument[];
  instrument(symbol: string): Instrument | null;

  /** The instant the exchange has lived to; null before the first call that carries one. */
  now(): EpochMs | null;
  advance(to: EpochMs): readonly ExchangeEvent[];
  phase(symbol: string): Phase;
  /** The trading day whose books are open: it lasts until the next one's roll-over. Null before the first call. */
  marketDate(): IstDate | null;

  openAccount(account: OpenAccount): void;
  openAccounts(accounts: Iterable<OpenAccount>): void;
  account(id: string): Account | null;
  /** A pay-in, or a pay-out below zero; never below what is free. */
  addCash(account: string, amount: Paise): void;
  funds(account: string): Funds;
  /** What `place` would block beyond what is blocked already; 0 for an order that only reduces. */
  requiredMargin(order: Omit<PlaceOrder, "now">): Paise;
  positions(account: string): readonly Position[];
  holdings(account: string): readonly Holding[];

  /** The account must exist. A refused order is an order with status `rejected`. */
  place(order: PlaceOrder): OrderReply;
  modify(change: ModifyOrder): ChangeReply;
  cancel(orderId: string, now: EpochMs): ChangeReply;

  order(orderId: string): Order | null;
  /** Every order that reached the exchange, oldest first, over all days that are kept. The oracle for exactly-once. */
  findOrders(query: OrderQuery): readonly Order[];
  orderHistory(orderId: string): readonly OrderHistoryEntry[];
  /** The fills of one order. */
  orderTrades(orderId: string): readonly Trade[];
  /** The order book of the account's market date. */
  dayOrders(account: string): readonly Order[];
  dayTrades(account: string): readonly Trade[];

  lastPrice(symbol: string): Paise;
  quote(symbol: string): Quote;
  /** Symbols whose market data changed after `version` (start with 0), and the version to ask with next time. */
  changedSince(broker: Broker, version: number): { readonly version: number; readonly symbols: readonly string[] };
  /** Candles that begin in [from, to]. Days that were not lived are drawn from the seed. The running one is included. */
  candles(symbol: string, interval: CandleInterval, from: EpochMs, to: EpochMs): readonly Candle[];
  /** Highest and lowest price of the 52 weeks before the market date, that day included. */
  yearRange(symbol: string): { readonly high: Paise; readonly low: Paise };

  /** The symbol follows the path from its first point on, in continuous trading and within the band. Today only. */
  scriptPrices(symbol: string, path: readonly PricePoint[]): void;
  liftScript(symbol: string): void;
  /** The symbol's `date` is replayed from bars (1 or 5 minutes). Before that day begins. */
  replayBars(symbol: string, date: IstDate, bars: readonly Bar[]): void;
  setIntradayBan(symbol: string, isBanned: boolean): void;
  /** No orders and no trades in `symbol`, or in all of them (null), until then. */
  haltTrading(symbol: string | null, until: EpochMs): void;

  /** `changedSince` answers this broker with nothing until then. */
  freezeFeed(broker: Broker, until: EpochMs): void;
  isFeedFrozen(broker: Broker): boolean;
  /** The account's next order gets at most half from the synthetic market, the rest waits `partialHoldMs`. */
  nextFillPartial(account: string): void;
  /** The account's next order is refused. */
  rejectNext(account: string, reason: RejectReason): void;
  /** Calls back inside `place`, when the n-th order from now on has been accepted and all its effects are recorded. */
  onAcceptance(count: number, callback: (order: Order) => void): void;
}

export interface CreateExchange {
  readonly seed: number;
  readonly calendar: TradingCalendar;
  /** What is left out takes `defaultSettings` and the list of instruments.ts. */
  readonly settings?: Partial<ExchangeSettings>;
}

/** Not assembled yet. */
export function createExchange(_options: CreateExchange): Exchange {
  throw new Error("the exchange is being built");
}
