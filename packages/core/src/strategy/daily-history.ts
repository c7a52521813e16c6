import { type Paise, paise } from "../shared/money.ts";
import type { ShareFacts, ShareNumber } from "./strategy.ts";

/** One share's session in one row. */
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
/** Closes are kept for a return over 20 sessions. */
const CLOSE_SESSIONS = 21;

/** What is kept of earlier sessions, newest row first for each share. Plain data: `structuredClone` is a snapshot. */
export interface DailyHistory {
  readonly rows: DaySummary[][];
  /** Average true range, or the running sum while fewer than 14 are known. */
  readonly ranges: Float64Array;
  readonly rangeCounts: Int32Array;
  /** Number of the last session in which a share traded. */
  readonly lastSession: Int32Array;
  session: number;
}

export const createHistory = (shares: number): DailyHistory => ({
  rows: Array.from({ length: shares }, () => []),
  ranges: new Float64Array(shares),
  rangeCounts: new Int32Array(shares),
  lastSession: new Int32Array(shares),
  session: 0,
});

function learnTrueRange(history: DailyHistory, row: DaySummary, previousClose: number): void {
  const { share, high, low } = row;
  const trueRange = Math.max(high, previousClose) - Math.min(low, previousClose);
  const count = (history.rangeCounts[share] as number) + 1;
  const known = history.ranges[share] as number;
  history.rangeCounts[share] = count;
  if (count < ATR_SESSIONS) history.ranges[share] = known + trueRange;
  else if (count === ATR_SESSIONS) history.ranges[share] = (known + trueRange) / ATR_SESSIONS;
  else history.ranges[share] = (known * (ATR_SESSIONS - 1) + trueRange) / ATR_SESSIONS;
}

/** Adds one whole session. Sessions that are too short to compare are left out by the caller. */
export function rememberDay(history: DailyHistory, summaries: readonly DaySummary[]): void {
  history.session++;
  for (const row of summaries) {
    const rows = history.rows[row.share];
    if (rows === undefined) continue;
    const previous = rows[0];
    if (previous !== undefined) learnTrueRange(history, row, previous.close);
    rows.unshift(row);
    if (rows.length > CLOSE_SESSIONS) rows.pop();
    history.lastSession[row.share] = history.session;
  }
}

const medianOf = (sorted: Float64Array): number => {
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
};

const whole = (amount: number): Paise => paise(Math.round(amount));

const closeAt = (rows: readonly DaySummary[], place: number): Paise => whole((rows[place] as DaySummary).close);

function factsOfRows(share: ShareNumber, rows: readonly DaySummary[], atr: number): ShareFacts {
  const last = rows[0] as DaySummary;
  const month = rows.slice(0, TURNOVER_SESSIONS);
  const opening = rows.slice(0, RANGE_SESSIONS);
  return {
    share,
    previousClose: whole(last.close),
    atr: whole(atr),
    medianTurnover: whole(medianOf(Float64Array.from(month, ({ turnover }) => turnover).sort())),
    lastTurnover: whole(last.turnover),
    rangeTurnover: whole(opening.reduce((sum, row) => sum + row.rangeTurnover, 0) / opening.length),
    high20: whole(month.reduce((most, row) => Math.max(most, row.high), 0)),
    low20: whole(month.reduce((least, row) => Math.min(least, row.low), Number.POSITIVE_INFINITY)),
    close2: closeAt(rows, 1),
    close6: closeAt(rows, 5),
    close21: closeAt(rows, CLOSE_SESSIONS - 1),
    lastHigh: whole(last.high),
    lastLow: whole(last.low),
  };
}

/** Of every share that traded in the last session and has 21 sessions behind it. */
export function factsOf(history: DailyHistory): readonly ShareFacts[] {
  const facts: ShareFacts[] = [];
  for (const [share, rows] of history.rows.entries()) {
    const isFresh = history.lastSession[share] === history.session;
    if (!isFresh || rows.length < CLOSE_SESSIONS || (history.rangeCounts[share] as number) < ATR_SESSIONS) continue;
    facts.push(factsOfRows(share, rows, history.ranges[share] as number));
  }
  return facts;
}
