import { assert } from "../../shared/assert.ts";
import { createSeededRandom, type Random } from "../../shared/random.ts";
import { SESSION_CLOSE, SESSION_OPEN } from "../../time/session-hours.ts";

export interface SyntheticSetup {
  readonly seed: number;
  /** The first is the index. */
  readonly symbols: readonly string[];
  /** A divisor of the session's 375 minutes. */
  readonly barMinutes: number;
}

/** One session's bars of one share, in columns; from 9:15, without gaps. */
export interface SyntheticBars {
  readonly symbol: string;
  readonly minute: Int32Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
}

/** A share's fixed character. Values are relative to its price. */
interface Character {
  readonly beta: number;
  readonly dailyDeviation: number;
  readonly usualShares: number;
}

export interface SyntheticMarket {
  readonly symbols: readonly string[];
  /** The next session of every symbol, the index first. Each day depends on earlier draws, so the order matters. */
  nextDay(): readonly SyntheticBars[];
}

const SESSION_MINUTES = SESSION_CLOSE - SESSION_OPEN;
const INDEX_DEVIATION = 0.008;
const INDEX_START = 2_400_000;
const PRICE_MIN = 2_500;
/** Overnight part of a day's variance. */
const NIGHT_SHARE = 0.3;
/** One in this many days has news: a wide gap, more turnover, and a morning trend. */
const NEWS_CHANCE = 12;
const NEWS_GAP = 2.2;
const NEWS_TURNOVER = 2.5;
/** Drift of such a morning, in daily deviations. */
const NEWS_DRIFT = 0.9;
const DRIFT_MINUTES = 150;
const PARTS = 1_000_000;

const uniform = (random: Random): number => random.int(0, PARTS) / PARTS;

/** An approximate normal number from sums alone, so that every machine gives the same bits. */
function bell(random: Random): number {
  let sum = -6;
  for (let draw = 0; draw < 12; draw++) sum += uniform(random);
  return sum;
}

/** High after the open and before the close: 1 on average. */
function livelinessAt(minute: number): number {
  const part = minute / SESSION_MINUTES;
  const early = part < 0.2 ? (1 - part / 0.2) * 2.4 : 0;
  const late = part > 0.85 ? ((part - 0.85) / 0.15) * 1.2 : 0;
  return 0.67 + early + late;
}

const drawCharacter = (random: Random, isIndex: boolean): Character => ({
  beta: isIndex ? 1 : 0.6 + 0.9 * uniform(random),
  dailyDeviation: isIndex ? INDEX_DEVIATION : 0.01 + 0.012 * uniform(random),
  usualShares: isIndex ? 0 : 1_000_000 + random.int(0, 9_000_000),
});

interface DayMood {
  readonly gap: number;
  /** The morning's drift relative to the price. */
  readonly drift: number;
  readonly turnover: number;
}

function drawMood(random: Random, { dailyDeviation }: Character, isIndex: boolean): DayMood {
  const night = bell(random) * dailyDeviation * Math.sqrt(NIGHT_SHARE);
  const hasNews = !isIndex && random.int(1, 100) <= NEWS_CHANCE;
  const way = bell(random) > 0 ? 1 : -1;
  const size = 0.5 + uniform(random);
  return {
    gap: night + (hasNews ? way * NEWS_GAP * dailyDeviation * size * Math.sqrt(NIGHT_SHARE) : 0),
    drift: (hasNews ? way * NEWS_DRIFT : 0.25 * bell(random)) * dailyDeviation * size,
    turnover: (0.6 + 0.8 * uniform(random)) * (hasNews ? NEWS_TURNOVER : 1),
  };
}

/** Prices at the start of every minute and at the end of the last, relative to the day's open. */
function drawPath(random: Random, character: Character, mood: DayMood, market: Float64Array | null): Float64Array {
  const path = new Float64Array(SESSION_MINUTES + 1);
  const { beta, dailyDeviation } = character;
  const step = dailyDeviation * Math.sqrt((1 - NIGHT_SHARE) / SESSION_MINUTES);
  let own = 1;
  path[0] = 1;
  for (let minute = 0; minute < SESSION_MINUTES; minute++) {
    own += bell(random) * step * Math.sqrt(livelinessAt(minute));
    if (minute < DRIFT_MINUTES) own += mood.drift / DRIFT_MINUTES;
    const shared = market === null ? 0 : beta * ((market[minute + 1] as number) - 1);
    path[minute + 1] = Math.max(0.75, own + shared);
  }
  return path;
}

const emptyBars = (symbol: string, bars: number): SyntheticBars => ({
  symbol,
  minute: new Int32Array(bars),
  open: new Int32Array(bars),
  high: new Int32Array(bars),
  low: new Int32Array(bars),
  close: new Int32Array(bars),
  volume: new Float64Array(bars),
});

function drawBars(random: Random, bars: SyntheticBars, open: number, path: Float64Array, shares: number): void {
  const barMinutes = SESSION_MINUTES / bars.minute.length;
  for (let bar = 0; bar < bars.minute.length; bar++) {
    const from = bar * barMinutes;
    let [high, low, volume] = [0, Number.POSITIVE_INFINITY, 0];
    for (let minute = from; minute <= from + barMinutes; minute++) {
      const price = open * (path[minute] as number);
      high = Math.max(high, price);
      low = Math.min(low, price);
      if (minute > from)
        volume += (shares / SESSION_MINUTES) * livelinessAt(minute - 1) * (0.4 + 1.2 * uniform(random));
    }
    bars.minute[bar] = SESSION_OPEN + from;
    bars.open[bar] = Math.round(open * (path[from] as number));
    bars.high[bar] = Math.round(high);
    bars.low[bar] = Math.round(low);
    bars.close[bar] = Math.round(open * (path[from + barMinutes] as number));
    bars.volume[bar] = Math.round(volume);
  }
}

/** An artificial market; results on it mean nothing elsewhere. The same seed gives the same days on every machine. */
export function createSyntheticMarket({ seed, symbols, barMinutes }: SyntheticSetup): SyntheticMarket {
  assert(symbols.length > 0, "an index at least");
  assert(SESSION_MINUTES % barMinutes === 0, "a session is a whole number of bars");
  const random = createSeededRandom(seed);
  const characters = symbols.map((_, share) => drawCharacter(random, share === 0));
  const closes = symbols.map((_, share) => (share === 0 ? INDEX_START : 10_000 + random.int(0, 290_000)));

  function drawShare(share: number, market: Float64Array | null): { bars: SyntheticBars; path: Float64Array } {
    const character = characters[share] as Character;
    const mood = drawMood(random, character, share === 0);
    const path = drawPath(random, character, mood, market);
    const open = Math.max(PRICE_MIN, (closes[share] as number) * (1 + mood.gap));
    const bars = emptyBars(symbols[share] as string, SESSION_MINUTES / barMinutes);
    drawBars(random, bars, open, path, character.usualShares * mood.turnover);
    closes[share] = bars.close[bars.close.length - 1] as number;
    return { bars, path };
  }

  function nextDay(): readonly SyntheticBars[] {
    const index = drawShare(0, null);
    const shares = symbols.slice(1).map((_, place) => drawShare(place + 1, index.path).bars);
    return [index.bars, ...shares];
  }

  return { symbols, nextDay };
}
