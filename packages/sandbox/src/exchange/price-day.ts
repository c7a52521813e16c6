import { BAR_WIDTH } from "./bar-ticks.ts";
import { Draws, hashText, mix, unit } from "./chance.ts";
import type { Instrument } from "./model.ts";
import { ceilToTick, floorToTick, nearestTick } from "./tick-size.ts";

/** Derived from the seed and the instrument. */
export interface Temper {
  readonly seed: number;
  readonly tick: number;
  /** Deviation of a day's own return. */
  readonly volatility: number;
  /** Its share of the market's return. */
  readonly beta: number;
  readonly turnover: number;
  /** The largest daily move, as a share of the previous close. */
  readonly reach: number;
  /** A fixed limit holds the price for a while; F&O bands widen. */
  readonly isFno: boolean;
}

export interface DayFrame {
  readonly day: number;
  readonly market: number;
  readonly minutes: number;
  readonly previousClose: number;
  readonly close: number;
  readonly hasPreOpen: boolean;
  readonly hasClosingAuction: boolean;
}

/** A day without client trades: packed one-minute bars and the auctions before and after. */
export interface DayPlan {
  readonly minutes: number;
  readonly bars: Int32Array;
  readonly open: number;
  readonly close: number;
  readonly volume: number;
  readonly preOpenVolume: number;
  readonly closingVolume: number;
}

const MARKET_PURPOSE = 0x11;
const RETURN_PURPOSE = 0x12;
const PATH_PURPOSE = 0x13;

const MARKET_VOLATILITY = 0.007;
const GAP_SHARE = 0.35;
/** One day in 500 has news that moves a stock to its limit or, with derivatives, near its first one. */
const SHOCK_CHANCE = 0.002;
const FNO_REACH = 0.14;
/** Keeps the close inside the band whichever way it is rounded. */
const REACH_SHARE = 0.99;
const PRICE_MIN_TICKS = 40;
const PRE_OPEN_SHARE = 0.006;
const CLOSING_SHARE = 0.04;
/** Open, extremes and close of a bar need a share each. */
const MINUTE_VOLUME_MIN = 4;

export function temperOf(seed: number, instrument: Instrument): Temper {
  const own = mix(seed, hashText(instrument.symbol));
  const band = instrument.bandBasisPoints / 10_000;
  return {
    seed: own,
    tick: instrument.tickSize,
    volatility: 0.009 + 0.011 * unit(mix(own, 1)),
    beta: 0.6 + 0.8 * unit(mix(own, 2)),
    turnover: instrument.dailyTurnover,
    reach: instrument.isFno ? FNO_REACH : band * REACH_SHARE,
    isFno: instrument.isFno,
  };
}

export const marketReturn = (seed: number, day: number): number =>
  new Draws(mix(seed, MARKET_PURPOSE), day).bell() * MARKET_VOLATILITY;

interface DrawnReturn {
  readonly total: number;
  readonly gap: number;
  readonly isShock: boolean;
}

const within = (value: number, limit: number): number => (value > limit ? limit : value < -limit ? -limit : value);

function drawReturn(temper: Temper, market: number, day: number): DrawnReturn {
  const draws = new Draws(mix(temper.seed, RETURN_PURPOSE), day);
  const usual = temper.beta * market + draws.bell() * temper.volatility;
  const isShock = draws.unit() < SHOCK_CHANCE;
  const shock = (draws.next() % 2 === 0 ? 1 : -1) * temper.reach * (0.8 + 0.2 * draws.unit());
  const total = within(isShock ? shock : usual, temper.reach);
  const gap = within(total * GAP_SHARE + draws.bell() * temper.volatility * GAP_SHARE, temper.reach);
  return { total, gap, isShock };
}

export function closeAfter(temper: Temper, market: number, day: number, previousClose: number): number {
  const raw = previousClose * (1 + drawReturn(temper, market, day).total);
  return Math.max(PRICE_MIN_TICKS * temper.tick, nearestTick(raw, temper.tick));
}

export function closeBefore(temper: Temper, market: number, day: number, close: number): number {
  const raw = close / (1 + drawReturn(temper, market, day).total);
  return Math.max(PRICE_MIN_TICKS * temper.tick, nearestTick(raw, temper.tick));
}

/** High after the open, low at noon, high again at the end; about 1 on average. */
const liveliness = (share: number): number => {
  const early = (1 - share) ** 4;
  return 0.55 + 1.75 * early * early + 0.6 * early + 0.9 * share ** 6;
};

function drawPath(path: Float64Array, temper: Temper, frame: DayFrame, ends: { open: number; last: number }): void {
  const { minutes, previousClose } = frame;
  const { isShock } = drawReturn(temper, frame.market, frame.day);
  const draws = new Draws(mix(temper.seed, PATH_PURPOSE), frame.day);
  const step = (temper.volatility / Math.sqrt(minutes)) * previousClose * 0.85;
  path[0] = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const drawn = draws.bell() * Math.sqrt(liveliness(minute / minutes));
    path[minute + 1] = (path[minute] as number) + drawn * step;
  }
  const drift = path[minutes] as number;
  const knee = 0.15 + 0.7 * draws.unit();
  const done = isShock ? 1.1 : 0.5 + 0.9 * draws.signed();
  for (let minute = 0; minute <= minutes; minute++) {
    const share = minute / minutes;
    const trend = share < knee ? (done * share) / knee : done + ((1 - done) * (share - knee)) / (1 - knee);
    const noise = (path[minute] as number) - drift * share;
    path[minute] = ends.open + (ends.last - ends.open) * trend + noise;
  }
}

function drawVolumes(bars: Int32Array, minutes: number, volume: number, draws: Draws, weights: Float64Array): number {
  let sum = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const weight = liveliness(minute / minutes) * (0.35 + 1.3 * draws.unit());
    weights[minute] = weight;
    sum += weight;
  }
  let total = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const share = Math.max(MINUTE_VOLUME_MIN, Math.floor((volume * (weights[minute] as number)) / sum));
    bars[minute * BAR_WIDTH + 4] = share;
    total += share;
  }
  return total;
}

function drawBars(bars: Int32Array, path: Float64Array, temper: Temper, frame: DayFrame, draws: Draws): void {
  const { tick } = temper;
  const low = ceilToTick(frame.previousClose * (1 - temper.reach / REACH_SHARE), tick);
  const high = floorToTick(frame.previousClose * (1 + temper.reach / REACH_SHARE), tick);
  const rounded = (price: number): number => Math.min(high, Math.max(low, Math.round(price / tick) * tick));
  const tail = (temper.volatility / Math.sqrt(frame.minutes)) * frame.previousClose * 0.6;
  for (let minute = 0; minute < frame.minutes; minute++) {
    const from = path[minute] as number;
    const to = path[minute + 1] as number;
    const at = minute * BAR_WIDTH;
    bars[at] = rounded(from);
    bars[at + 1] = rounded(Math.max(from, to) + draws.unit() * tail);
    bars[at + 2] = rounded(Math.min(from, to) - draws.unit() * tail);
    bars[at + 3] = rounded(to);
  }
}

/** Reused buffers: a plan is valid until the next one is drawn into the same scratch. */
export interface Scratch {
  readonly path: Float64Array;
  readonly weights: Float64Array;
}

const MINUTES_MAX = 24 * 60;
export const createScratch = (): Scratch => ({
  path: new Float64Array(MINUTES_MAX + 1),
  weights: new Float64Array(MINUTES_MAX),
});

export function drawDay(temper: Temper, frame: DayFrame, scratch: Scratch): DayPlan {
  const { previousClose, close, minutes, day } = frame;
  const { tick } = temper;
  const { gap, isShock } = drawReturn(temper, frame.market, day);
  const draws = new Draws(mix(temper.seed, PATH_PURPOSE + 1), day);
  const bars = new Int32Array(minutes * BAR_WIDTH);
  const open = nearestTick(previousClose * (1 + gap), tick);
  const auctionMove = frame.hasClosingAuction ? draws.signed() * 0.004 : 0;
  const last = nearestTick(close * (1 + auctionMove), tick);

  drawPath(scratch.path, temper, frame, { open, last });
  drawBars(bars, scratch.path, temper, frame, draws);
  const usual = (temper.turnover / previousClose) * (0.55 + 0.9 * draws.unit()) * (isShock ? 2.5 : 1);
  const traded = drawVolumes(bars, minutes, usual, draws, scratch.weights);
  const preOpenVolume = frame.hasPreOpen ? Math.max(1, Math.floor(usual * PRE_OPEN_SHARE)) : 0;
  const closingVolume = frame.hasClosingAuction ? Math.max(1, Math.floor(usual * CLOSING_SHARE)) : 0;
  const finalPrice = frame.hasClosingAuction ? close : (bars[(minutes - 1) * BAR_WIDTH + 3] as number);
  return {
    minutes,
    bars,
    open: bars[0] as number,
    close: finalPrice,
    volume: traded + preOpenVolume + closingVolume,
    preOpenVolume,
    closingVolume,
  };
}
