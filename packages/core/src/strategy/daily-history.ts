import { type Paise, paise } from "../shared/money.ts";
import type { ShareFacts, ShareNumber } from "./strategy.ts";

export interface DaySummary {
  readonly share: ShareNumber;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly turnover: number;
  /** Of the opening range alone. */
  readonly rangeTurnover: number;
}

const ATR_SESSIONS = 14;
const RANGE_SESSIONS = 14;
const TURNOVER_SESSIONS = 20;
/** Sessions kept: enough closes for a return over 20. */
const KEPT_SESSIONS = 21;

/** Ring buffers of each share's last sessions. Plain data and typed arrays: `structuredClone` is a snapshot. */
export interface DailyHistory {
  readonly shares: number;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly turnover: Float64Array;
  readonly rangeTurnover: Float64Array;
  readonly count: Int32Array;
  /** Average true range, or the sum while fewer than 14 are known. */
  readonly trueRange: Float64Array;
  readonly lastSession: Int32Array;
  session: number;
}

const column = (shares: number): Float64Array => new Float64Array(shares * KEPT_SESSIONS);

export const createHistory = (shares: number): DailyHistory => ({
  shares,
  high: column(shares),
  low: column(shares),
  close: column(shares),
  turnover: column(shares),
  rangeTurnover: column(shares),
  count: new Int32Array(shares),
  trueRange: new Float64Array(shares),
  lastSession: new Int32Array(shares),
  session: 0,
});

/** Ring slot of `back` sessions before the newest. */
const slotOf = ({ count }: DailyHistory, share: ShareNumber, back: number): number =>
  share * KEPT_SESSIONS + (((count[share] as number) - 1 - back) % KEPT_SESSIONS);

function learnTrueRange(history: DailyHistory, { share, high, low }: DaySummary): void {
  const known = history.count[share] as number;
  if (known === 0) return;
  const before = history.close[slotOf(history, share, 0)] as number;
  const trueRange = Math.max(high, before) - Math.min(low, before);
  const average = history.trueRange[share] as number;
  if (known < ATR_SESSIONS) history.trueRange[share] = average + trueRange;
  else if (known === ATR_SESSIONS) history.trueRange[share] = (average + trueRange) / ATR_SESSIONS;
  else history.trueRange[share] = (average * (ATR_SESSIONS - 1) + trueRange) / ATR_SESSIONS;
}

/** Adds one whole session. The caller omits sessions that are too short to compare. */
export function appendSession(history: DailyHistory, summaries: readonly DaySummary[]): void {
  history.session++;
  for (const row of summaries) {
    const { share } = row;
    if (share >= history.shares) continue;
    learnTrueRange(history, row);
    history.count[share] = (history.count[share] as number) + 1;
    const slot = slotOf(history, share, 0);
    history.high[slot] = row.high;
    history.low[slot] = row.low;
    history.close[slot] = row.close;
    history.turnover[slot] = row.turnover;
    history.rangeTurnover[slot] = row.rangeTurnover;
    history.lastSession[share] = history.session;
  }
}

/** Sorts in place; for an even number of values. */
function medianOf(values: Float64Array): number {
  for (let place = 1; place < values.length; place++) {
    const value = values[place] as number;
    let before = place - 1;
    for (; before >= 0 && (values[before] as number) > value; before--) values[before + 1] = values[before] as number;
    values[before + 1] = value;
  }
  const half = values.length >> 1;
  return ((values[half - 1] as number) + (values[half] as number)) / 2;
}

interface HistoryWindow {
  readonly high: number;
  readonly low: number;
  readonly medianTurnover: number;
  readonly rangeTurnover: number;
}

function readHistoryWindow(history: DailyHistory, share: ShareNumber, scratch: Float64Array): HistoryWindow {
  let [high, low, opening] = [0, Number.POSITIVE_INFINITY, 0];
  for (let back = 0; back < TURNOVER_SESSIONS; back++) {
    const slot = slotOf(history, share, back);
    high = Math.max(high, history.high[slot] as number);
    low = Math.min(low, history.low[slot] as number);
    scratch[back] = history.turnover[slot] as number;
    if (back < RANGE_SESSIONS) opening += history.rangeTurnover[slot] as number;
  }
  return { high, low, medianTurnover: medianOf(scratch), rangeTurnover: opening / RANGE_SESSIONS };
}

const whole = (amount: number): Paise => paise(Math.round(amount));

function factsOfShare(history: DailyHistory, share: ShareNumber, scratch: Float64Array): ShareFacts {
  const window = readHistoryWindow(history, share, scratch);
  const last = slotOf(history, share, 0);
  const closeBack = (back: number): Paise => whole(history.close[slotOf(history, share, back)] as number);
  return {
    share,
    previousClose: closeBack(0),
    atr: whole(history.trueRange[share] as number),
    medianTurnover: whole(window.medianTurnover),
    lastTurnover: whole(history.turnover[last] as number),
    rangeTurnover: whole(window.rangeTurnover),
    high20: whole(window.high),
    low20: whole(window.low),
    close2: closeBack(1),
    close6: closeBack(5),
    close21: closeBack(KEPT_SESSIONS - 1),
    lastHigh: whole(history.high[last] as number),
    lastLow: whole(history.low[last] as number),
  };
}

/** Facts of every share that traded in the last session and has 21 sessions of history. */
export function factsOf(history: DailyHistory): readonly ShareFacts[] {
  const facts: ShareFacts[] = [];
  const scratch = new Float64Array(TURNOVER_SESSIONS);
  for (let share = 0; share < history.shares; share++) {
    const isFresh = history.lastSession[share] === history.session;
    if (isFresh && (history.count[share] as number) >= KEPT_SESSIONS) facts.push(factsOfShare(history, share, scratch));
  }
  return facts;
}
