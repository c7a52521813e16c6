import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { BAR_WIDTH } from "./bar-ticks.ts";
import { mix } from "./chance.ts";
import { Ladder } from "./ladder.ts";
import type { Instrument } from "./model.ts";
import type { DayPlan } from "./price-day.ts";
import { ceilToTick, floorToTick } from "./tick-size.ts";

const LADDER_PURPOSE = 0x31;
const MINUTES_PER_DAY = 375;
/** Shares at one price as a share of what is traded in a minute. */
const DEPTH_SHARE = 1 / 16;
const BASIS = 10_000;

/** A thin stock has wider quotes. */
const spreadTicks = (turnover: number): number => (turnover > 100_000_000_000 ? 1 : turnover > 20_000_000_000 ? 2 : 4);

/** Today's market data of all stocks in one array per field: a tick touches a few cells and allocates nothing. */
export class Market {
  readonly count: number;
  readonly tick: Int32Array;
  readonly spread: Int32Array;
  readonly previousClose: Int32Array;
  readonly lower: Int32Array;
  readonly upper: Int32Array;
  readonly last: Int32Array;
  readonly lastQuantity: Int32Array;
  /** 0 before the first trade of the day. */
  readonly lastAt: Float64Array;
  readonly volume: Float64Array;
  readonly turnover: Float64Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly bid: Int32Array;
  readonly ask: Int32Array;
  readonly version: Float64Array;
  readonly haltedUntil: Float64Array;
  /** 1: changed in a way that a feed may not leave out. */
  readonly mustPublish: Uint8Array;
  /** When an order of a client in this stock changed last. */
  readonly clientOrderAt: Float64Array;
  readonly auctionPrice: Int32Array;
  readonly auctionQuantity: Float64Array;
  /** Minute candles, packed; a minute without a trade has volume 0. */
  bars: Int32Array[] = [];
  plans: DayPlan[] = [];
  newest = 0;
  openAt = 0;

  readonly #ladders: Ladder[];
  /** Tick count of each stock; the synthetic book is redrawn with each. */
  readonly #tickNumber: Int32Array;
  readonly #ladderTick: Int32Array;

  constructor(seed: number, instruments: readonly Instrument[]) {
    const count = instruments.length;
    const int32 = () => new Int32Array(count);
    const float64 = () => new Float64Array(count);
    this.count = count;
    this.tick = Int32Array.from(instruments, ({ tickSize }) => tickSize);
    this.spread = Int32Array.from(instruments, ({ dailyTurnover, tickSize }) => spreadTicks(dailyTurnover) * tickSize);
    this.previousClose = int32();
    this.lower = int32();
    this.upper = int32();
    this.last = int32();
    this.lastQuantity = int32();
    this.lastAt = float64();
    this.volume = float64();
    this.turnover = float64();
    this.open = int32();
    this.high = int32();
    this.low = int32();
    this.bid = int32();
    this.ask = int32();
    this.version = float64();
    this.haltedUntil = float64();
    this.mustPublish = new Uint8Array(count);
    this.clientOrderAt = float64();
    this.auctionPrice = int32();
    this.auctionQuantity = float64();
    this.#tickNumber = int32();
    this.#ladderTick = int32().fill(-1);
    this.#ladders = instruments.map(({ symbol, dailyTurnover, referencePrice, tickSize }, index) => {
      const perMinute = dailyTurnover / referencePrice / MINUTES_PER_DAY;
      const stanceSeed = mix(seed, index, LADDER_PURPOSE, symbol.length);
      return new Ladder({ seed: stanceSeed, tick: tickSize, depth: Math.max(1, perMinute * DEPTH_SHARE) });
    });
  }

  startDay(openAt: number, slots: number, closes: Int32Array, instruments: readonly Instrument[]): void {
    this.openAt = openAt;
    this.bars = instruments.map(() => new Int32Array(slots * BAR_WIDTH));
    this.previousClose.set(closes);
    this.last.set(closes);
    for (const cells of [this.lastQuantity, this.lastAt, this.volume, this.turnover]) cells.fill(0);
    for (const cells of [this.open, this.high, this.low, this.bid, this.ask, this.haltedUntil]) cells.fill(0);
    this.auctionPrice.fill(0);
    this.auctionQuantity.fill(0);
    instruments.forEach(({ bandBasisPoints }, index) => {
      this.setBand(index, BASIS - bandBasisPoints, BASIS + bandBasisPoints);
      this.touch(index);
    });
  }

  /** Limits in basis points of the previous close, rounded inward to whole ticks. */
  setBand(index: number, fromBasisPoints: number, toBasisPoints: number): void {
    const close = this.previousClose[index] as number;
    const tick = this.tick[index] as number;
    this.lower[index] = Math.max(tick, ceilToTick((close * fromBasisPoints) / BASIS, tick));
    this.upper[index] = floorToTick((close * toBasisPoints) / BASIS, tick);
    this.#tickNumber[index] = ((this.#tickNumber[index] as number) + 1) | 0;
  }

  touch(index: number): void {
    this.version[index] = ++this.newest;
    this.mustPublish[index] = 1;
  }

  /** Places the synthetic quotes around a price that was just bought (at the ask) or sold (at the bid). */
  setQuotes(index: number, price: number, isSold: boolean): void {
    const spread = this.spread[index] as number;
    this.bid[index] = isSold ? price : price - spread;
    this.ask[index] = isSold ? price + spread : price;
    this.#tickNumber[index] = ((this.#tickNumber[index] as number) + 1) | 0;
  }

  /** Leaves only the clients' quotes. */
  clearQuotes(index: number): void {
    this.bid[index] = 0;
    this.ask[index] = 0;
    this.#tickNumber[index] = ((this.#tickNumber[index] as number) + 1) | 0;
    this.touch(index);
  }

  print(index: number, price: number, quantity: number, at: number): void {
    this.last[index] = price;
    this.lastQuantity[index] = quantity;
    this.volume[index] = (this.volume[index] as number) + quantity;
    this.turnover[index] = (this.turnover[index] as number) + quantity * price;
    if (this.lastAt[index] === 0) {
      this.open[index] = price;
      this.high[index] = price;
      this.low[index] = price;
    } else {
      if (price > (this.high[index] as number)) this.high[index] = price;
      if (price < (this.low[index] as number)) this.low[index] = price;
    }
    this.lastAt[index] = at;
    this.touch(index);
    if (at >= this.openAt) this.#addToBar(this.bars[index] as Int32Array, price, quantity, at);
  }

  #addToBar(bars: Int32Array, price: number, quantity: number, at: number): void {
    const cell = Math.floor((at - this.openAt) / MINUTE_MS) * BAR_WIDTH;
    const volume = bars[cell + 4] as number;
    if (volume === 0) {
      bars[cell] = price;
      bars[cell + 1] = price;
      bars[cell + 2] = price;
    } else {
      if (price > (bars[cell + 1] as number)) bars[cell + 1] = price;
      if (price < (bars[cell + 2] as number)) bars[cell + 2] = price;
    }
    bars[cell + 3] = price;
    bars[cell + 4] = volume + quantity;
  }

  /** The synthetic book as of the last tick, less what was taken since. */
  ladder(index: number): Ladder {
    const ladder = this.#ladders[index] as Ladder;
    const tickNumber = this.#tickNumber[index] as number;
    if (this.#ladderTick[index] !== tickNumber) {
      this.#ladderTick[index] = tickNumber;
      const bid = this.bid[index] as number;
      const ask = this.ask[index] as number;
      const limits = { lower: this.lower[index] as number, upper: this.upper[index] as number };
      if (bid === 0 && ask === 0) ladder.clear();
      else ladder.quote(tickNumber, { bid, ask }, limits);
    }
    return ladder;
  }
}
