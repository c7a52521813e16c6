import { paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { BAR_WIDTH } from "./bar-ticks.ts";
import { aggregate, dayBars } from "./candles.ts";
import type { Candle, CandleInterval, Instrument, Quote } from "./model.ts";
import { publishedAt } from "./quotes.ts";
import { instantOf, type World } from "./world.ts";

/** Published tokens; that of Fyers follows the rule of its other tokens. */
export const MARKET_INDEX = {
  symbol: "NIFTY 50",
  name: "Nifty 50",
  tokens: {
    exchange: 26_000,
    kiteInstrument: 256_265,
    kiteExchange: 1_001,
    angelone: "99926000",
    fyers: "101000000026000",
  },
} as const;

export type Quoted = Pick<Instrument, "symbol"> & { readonly tokens: Instrument["tokens"] };

/** Its value when every share was at its reference price. */
const BASE = 2_500_000;
const MIDNIGHT = istMinute(0, 0);
const DAYS_KEPT = 64;
const PUBLISHED_WITHIN_MS = 10 * SECOND_MS;

/** The shares with derivatives, weighted by turnover; all shares where none has any. */
function weightsOf(instruments: readonly Instrument[]): Float64Array {
  const hasFno = instruments.some(({ isFno }) => isFno);
  const turnovers = instruments.map(({ isFno, dailyTurnover }): number => (isFno || !hasFno ? dailyTurnover : 0));
  const whole = turnovers.reduce((sum, turnover) => sum + turnover, 0);
  return Float64Array.from(instruments, ({ referencePrice }, index) => {
    return (BASE * ((turnovers[index] as number) / whole)) / referencePrice;
  });
}

/** One day of the index: minutes like a share's, with volume 1 for a minute with trades. */
interface IndexDay {
  readonly open: EpochMs;
  readonly bars: Int32Array;
  /** Final minutes. */
  built: number;
  readonly carried: Int32Array;
}

interface SharesDay {
  readonly open: EpochMs;
  readonly bars: readonly Int32Array[];
  beganAt(share: number): number;
}

/** A weighted sum of the shares' prices. Its minutes hold the values at their starts and ends only. */
export class MarketIndex {
  readonly #world: World;
  readonly #weights: Float64Array;
  readonly #days = new Map<IstDate, IndexDay>();
  /** Of the running minute: what a feed has sent of it. */
  #published = { minute: 0, high: 0, low: 0, at: 0, version: 0 };

  constructor(world: World) {
    this.#world = world;
    this.#weights = weightsOf(world.instruments);
  }

  #valueOf(prices: ArrayLike<number>): number {
    let value = 0;
    for (let share = 0; share < this.#weights.length; share++)
      value += (this.#weights[share] as number) * (prices[share] as number);
    return Math.round(value);
  }

  /** `null`: no session, or a future one. */
  #sharesOn(date: IstDate): SharesDay | null {
    const { market, day, instruments, chain } = this.#world;
    if (day?.date === date) {
      if (instantOf(this.#world) < day.open) return null;
      const beganAt = (share: number) => (market.open[share] as number) || (market.previousClose[share] as number);
      return { open: day.open, bars: market.bars, beganAt };
    }
    const shares = instruments.flatMap((_, share) => dayBars(this.#world, share, date) ?? []);
    const [first] = shares;
    if (first === undefined) return null;
    const before = chain.closesBefore(date);
    const beganAt = (share: number) => shares[share]?.day?.open ?? (before[share] as number);
    return { open: first.open, bars: shares.map(({ bars }) => bars), beganAt };
  }

  /** Writes the bar after the minute of `prices`, which become those at its end. */
  #buildMinute({ bars }: IndexDay, minute: number, shares: readonly Int32Array[], prices: Int32Array): void {
    const cell = minute * BAR_WIDTH;
    const opens = prices.slice();
    let isTraded = false;
    for (const [share, own] of shares.entries()) {
      if (this.#weights[share] === 0 || (own[cell + 4] ?? 0) === 0) continue;
      isTraded = true;
      opens[share] = own[cell] as number;
      prices[share] = own[cell + 3] as number;
    }
    if (!isTraded) return;
    const [open, close] = [this.#valueOf(opens), this.#valueOf(prices)];
    bars.set([open, Math.max(open, close), Math.min(open, close), close, 1], cell);
  }

  #dayOf(date: IstDate): IndexDay | null {
    const known = this.#days.get(date);
    if (known !== undefined && known.built * BAR_WIDTH >= known.bars.length) return known;
    const shares = this.#sharesOn(date);
    if (shares === null) return null;
    const day = known ?? this.#begin(date, shares);
    const minutes = day.bars.length / BAR_WIDTH;
    const isToday = this.#world.day?.date === date;
    const running = isToday ? Math.floor((instantOf(this.#world) - day.open) / MINUTE_MS) : minutes;
    const over = Math.min(minutes, running);
    for (; day.built < over; day.built++) this.#buildMinute(day, day.built, shares.bars, day.carried);
    if (over < minutes) this.#buildMinute(day, over, shares.bars, day.carried.slice());
    return day;
  }

  #begin(date: IstDate, { open, bars, beganAt }: SharesDay): IndexDay {
    const day: IndexDay = {
      open,
      bars: new Int32Array(Math.max(...bars.map(({ length }) => length))),
      built: 0,
      carried: Int32Array.from(bars, (_, share) => beganAt(share)),
    };
    if (this.#days.size >= DAYS_KEPT) this.#days.delete(this.#days.keys().next().value as IstDate);
    this.#days.set(date, day);
    return day;
  }

  candles(interval: CandleInterval, { from, to }: { readonly from: EpochMs; readonly to: EpochMs }): readonly Candle[] {
    const found: Candle[] = [];
    for (let date = istDateOf(from); date <= istDateOf(to); date = addDays(date, 1)) {
      const day = this.#dayOf(date);
      if (day === null) continue;
      const made = aggregate(
        { open: day.open, bars: day.bars, day: null },
        interval === "day" ? day.bars.length : interval,
      );
      for (const { at, open, high, low, close } of made)
        found.push({ at: interval === "day" ? istInstant(date, MIDNIGHT) : at, open, high, low, close, volume: 0 });
    }
    return found.filter(({ at }) => at >= from && at <= to);
  }

  /**
   * True for the first and the last value of a minute, for each new high and low, and every ten seconds, so that a listener
   * never takes the feed for silent.
   */
  takeKey(): boolean {
    const { market, now } = this.#world;
    const sent = this.#published;
    if (now === null || market.newest === sent.version) return false;
    sent.version = market.newest;
    const at = publishedAt(this.#world, Math.max(...market.lastAt));
    const value = this.#valueOf(market.last);
    const minute = Math.floor(at / MINUTE_MS);
    const isFirst = minute !== sent.minute;
    const isLast = Math.floor((at + SECOND_MS) / MINUTE_MS) !== minute;
    const isInside = value >= sent.low && value <= sent.high;
    if (!isFirst && !isLast && isInside && at < sent.at + PUBLISHED_WITHIN_MS) return false;
    const [low, high] = isFirst ? [value, value] : [Math.min(sent.low, value), Math.max(sent.high, value)];
    Object.assign(sent, { minute, low, high, at });
    return true;
  }

  quote(): Quote {
    const { market, day, phases } = this.#world;
    const none = paise(0);
    const midnight = day === null ? epochMs(0) : istInstant(day.date, MIDNIGHT);
    const [today] = day === null ? [] : this.candles("day", { from: midnight, to: midnight });
    return {
      symbol: MARKET_INDEX.symbol,
      version: market.newest,
      at: publishedAt(this.#world, Math.max(...market.lastAt)),
      phase: phases.fno,
      lastPrice: paise(this.#valueOf(market.last)),
      lastQuantity: 0,
      lastTradeAt: null,
      volume: 0,
      averagePrice: none,
      open: today?.open ?? none,
      high: today?.high ?? none,
      low: today?.low ?? none,
      previousClose: paise(this.#valueOf(market.previousClose)),
      lowerCircuit: none,
      upperCircuit: none,
      totalBuyQuantity: 0,
      totalSellQuantity: 0,
      buy: [],
      sell: [],
      auction: null,
    };
  }
}
