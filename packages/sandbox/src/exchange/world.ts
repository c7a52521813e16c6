import { assert } from "@vriddhi/core/shared/assert";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import { Agenda } from "./agenda.ts";
import type { Ticks } from "./bar-ticks.ts";
import { Book } from "./book.ts";
import { Market } from "./market.ts";
import type { Bar, Broker, ExchangeEvent, Instrument, Order, OrderChange, Phase, PricePoint, Trade } from "./model.ts";
import { toOrder } from "./order-state.ts";
import { PriceChain } from "./price-chain.ts";
import type { DayPlan } from "./price-day.ts";
import type { Hours, Segment, SessionDay } from "./sessions.ts";
import type { ExchangeSettings } from "./settings.ts";
import type { AccountState, OrderState } from "./states.ts";
import { Stops } from "./stops.ts";

export interface LivedDay {
  readonly session: SessionDay;
  readonly bars: readonly Int32Array[];
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly last: Int32Array;
  readonly volume: Float64Array;
}

export interface Replay {
  readonly plan: DayPlan;
  readonly previousClose: number;
}

/** A share's trades before the exchange began, if available; `null` draws the day. */
export type PastBars = (symbol: string, date: IstDate) => readonly Bar[] | null;

export interface Cursor {
  minute: number;
  slot: number;
  symbol: number;
  slots: number;
  ticks: Ticks;
  /** By cell of `ticks`: 1 for open, extremes and close of the minute. */
  ohlcSlots: Uint8Array;
  /** By share: 1 where the minute does not go as it was drawn (a script, a halt), so that `ohlcSlots` does not apply. */
  readonly isOffPlan: Uint8Array;
}

/** The day's bands in basis points of the previous close, and the price's position in them. */
export interface Circuits {
  /** 1 at the upper limit, -1 at the lower, 0 between. */
  readonly touched: Int8Array;
  readonly isMovePlanned: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** The whole state of the exchange. Only the functions around it change it. */
export interface World {
  readonly seed: number;
  readonly settings: ExchangeSettings;
  readonly hours: Hours;
  readonly instruments: readonly Instrument[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly market: Market;
  readonly chain: PriceChain;
  readonly books: readonly Book[];
  readonly stops: readonly Stops<OrderState>[];
  readonly accounts: Map<string, AccountState>;
  readonly orders: Map<string, OrderState>;
  readonly byTag: Map<string, OrderState[]>;
  readonly agenda: Agenda;
  readonly lived: Map<IstDate, LivedDay>;
  readonly replays: Map<string, Replay>;
  readonly pastBars: PastBars;
  readonly scripts: (readonly PricePoint[] | null)[];
  readonly bans: Set<number>;
  readonly frozenUntil: Map<Broker, EpochMs>;
  readonly phases: Record<Segment, Phase>;
  readonly circuits: Circuits;
  readonly cursor: Cursor;
  /** Highest and lowest closes of the year before a day; found when asked for. */
  yearBefore: { readonly date: IstDate; readonly high: Int32Array; readonly low: Int32Array } | null;
  now: EpochMs | null;
  day: SessionDay | null;
  sequence: number;
  orderCount: number;
  tradeCount: number;
  acceptances: { left: number; callback: (order: Order) => void }[];
  events: ExchangeEvent[];
}

export interface WorldOptions {
  readonly seed: number;
  readonly calendar: TradingCalendar;
  readonly settings: ExchangeSettings;
  readonly pastBars: PastBars;
}

export function createWorld({ seed, calendar, settings, pastBars }: WorldOptions): World {
  assert(Number.isSafeInteger(seed), "a seed is a whole number");
  const { instruments } = settings;
  const hours: Hours = { seed, calendar, settings };
  return {
    seed,
    settings,
    hours,
    instruments,
    indexOf: new Map(instruments.map(({ symbol }, index) => [symbol, index])),
    market: new Market(seed, instruments),
    chain: new PriceChain(hours, settings, instruments),
    books: instruments.map(() => new Book()),
    stops: instruments.map(() => new Stops<OrderState>()),
    accounts: new Map(),
    orders: new Map(),
    byTag: new Map(),
    agenda: new Agenda(),
    lived: new Map(),
    replays: new Map(),
    pastBars,
    scripts: instruments.map(() => null),
    bans: new Set(instruments.flatMap(({ isIntradayAllowed }, index) => (isIntradayAllowed ? [] : [index]))),
    frozenUntil: new Map(),
    phases: { fno: "closed", other: "closed" },
    circuits: {
      touched: new Int8Array(instruments.length),
      isMovePlanned: new Uint8Array(instruments.length),
      from: new Int32Array(instruments.length),
      to: new Int32Array(instruments.length),
    },
    cursor: {
      minute: 0,
      slot: 0,
      symbol: 0,
      slots: 0,
      ticks: { prices: new Int32Array(0), quantities: new Int32Array(0) },
      ohlcSlots: new Uint8Array(0),
      isOffPlan: new Uint8Array(instruments.length),
    },
    yearBefore: null,
    now: null,
    day: null,
    sequence: 0,
    orderCount: 0,
    tradeCount: 0,
    acceptances: [],
    events: [],
  };
}

export function instantOf(world: World): EpochMs {
  assert(world.now !== null, "the exchange knows the time");
  return world.now;
}

export function dayOf(world: World): SessionDay {
  assert(world.day !== null, "the exchange is in a day");
  return world.day;
}

export const segmentOf = (world: World, index: number): Segment =>
  world.instruments[index]?.isFno === true ? "fno" : "other";

export const bookOf = (world: World, index: number): Book => world.books[index] as Book;

export const intradayRate = (world: World): number => world.settings.intradayMarginBasisPoints;

export function phaseOf(world: World, index: number): Phase {
  const phase = world.phases[segmentOf(world, index)];
  const isHalted = world.now !== null && (world.market.haltedUntil[index] as number) > world.now;
  return isHalted && phase !== "closed" ? "halted" : phase;
}

export function stampEvent(world: World): { readonly sequence: number; readonly at: EpochMs } {
  world.sequence++;
  return { sequence: world.sequence, at: epochMs(instantOf(world)) };
}

export function record(world: World, order: OrderState, change: OrderChange, trade: Trade | null = null): void {
  const stamp = stampEvent(world);
  order.updatedAt = stamp.at;
  world.market.clientOrderAt[order.symbolIndex] = stamp.at;
  order.account.shown = null;
  const snapshot = toOrder(order);
  order.history.push({
    ...stamp,
    change,
    status: snapshot.status,
    quantity: snapshot.quantity,
    filledQuantity: snapshot.filledQuantity,
    filledValue: snapshot.filledValue,
    pricing: snapshot.pricing,
    limitPrice: snapshot.limitPrice,
    triggerPrice: snapshot.triggerPrice,
    reason: snapshot.reason,
  });
  world.events.push({ ...stamp, kind: "order", change, order: snapshot, trade });
}
