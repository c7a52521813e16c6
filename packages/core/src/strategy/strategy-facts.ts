import type { EpochMs } from "../time/clock.ts";
import { addDays, type IstDate, istMinuteOf } from "../time/ist.ts";
import { isTradingDay, type TradingCalendar } from "../time/trading-calendar.ts";
import { appendSession, createHistory, type DaySummary, factsOf } from "./daily-history.ts";
import { OPENING_RANGE } from "./opening-range/settings.ts";
import type { ShareFacts } from "./strategy.ts";
import { isWholeSession } from "./strategy-hours.ts";

export const SESSIONS_NEEDED = 21;

export function sessionsBefore(calendar: TradingCalendar, day: IstDate, count: number): readonly IstDate[] {
  const found: IstDate[] = [];
  // A missing year's list ends the search, and so does a gap longer than the longest holidays.
  for (
    let each = addDays(day, -1), left = count * 3;
    found.length < count && left > 0;
    each = addDays(each, -1), left--
  )
    if (isTradingDay(calendar, each) && isWholeSession(calendar.sessionOf(each))) found.unshift(each);
  return found;
}

/** Every share's facts before a session: days without any row count as sessions too. */
export function factsFrom(
  shares: number,
  sessions: readonly IstDate[],
  rowsOf: (day: IstDate) => readonly DaySummary[],
): readonly ShareFacts[] {
  const history = createHistory(shares);
  for (const day of sessions) appendSession(history, rowsOf(day));
  return factsOf(history);
}

export interface PastBar {
  readonly at: EpochMs;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** `null` without trades. Turnover uses each bar's close. */
export function summariseBars(bars: readonly PastBar[]): Omit<DaySummary, "share"> | null {
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const { sessionOpen, rangeMinutes } = OPENING_RANGE;
  const turnoverOf = (some: readonly PastBar[]) => some.reduce((sum, { close, volume }) => sum + close * volume, 0);
  return {
    open: first.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: last.close,
    turnover: turnoverOf(bars),
    rangeTurnover: turnoverOf(bars.filter(({ at }) => istMinuteOf(at) < sessionOpen + rangeMinutes)),
  };
}
