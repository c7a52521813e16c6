import { istDate, istMinute } from "@vriddhi/core/time/ist";
import { continuousUntil, SESSION_OPEN } from "@vriddhi/core/time/session-hours";
import { kept, mean, placeAt, type ShareDay, timeAt } from "./share-day.ts";

const BASIS_POINTS = 10_000;
const STRETCH_MINUTES = 15;
/** The last quarter of an hour in which all days of the sample trade continuously. */
const LAST_STRETCH = istMinute(15, 0);
export const MIDDAY = istMinute(12, 30);

export interface MinuteRangeFindings {
  readonly shareDays: number;
  /** Mean distance between the high and the low of a minute, in basis points, for each quarter of an hour. */
  readonly stretches: readonly { readonly from: number; readonly basisPoints: number }[];
  readonly firstMinute: number;
  readonly firstQuarter: number;
  readonly midday: number;
  /** Mean distance from one minute's close to the next one's open. */
  readonly closeToOpen: number;
  readonly closeToClose: number;
}

const rangeAt = ({ series }: ShareDay, place: number): number =>
  (((series.high[place] as number) - (series.low[place] as number)) * BASIS_POINTS) / (series.open[place] as number);

const apart = (one: number, other: number): number => (Math.abs(other - one) * BASIS_POINTS) / one;

interface Steps {
  readonly toOpen: number[];
  readonly toClose: number[];
}

/** Every minute of continuous trading but the last, held against the one after it. */
function takeSteps(day: ShareDay, steps: Steps): void {
  const { series } = day;
  const end = placeAt(day, Math.min(continuousUntil(istDate(day.date)), LAST_STRETCH + STRETCH_MINUTES) - 1);
  for (let place = day.from; place < end; place += 1) {
    const close = series.close[place] as number;
    steps.toOpen.push(apart(close, series.open[place + 1] as number));
    steps.toClose.push(apart(close, series.close[place + 1] as number));
  }
}

export function measureMinuteRanges(days: readonly ShareDay[]): MinuteRangeFindings {
  const byStretch = new Map<number, number[]>();
  const steps: Steps = { toOpen: [], toClose: [] };
  for (const day of days) {
    takeSteps(day, steps);
    for (let place = day.from; timeAt(day, place) < LAST_STRETCH + STRETCH_MINUTES; place += 1) {
      const time = timeAt(day, place);
      const from = time - ((time - SESSION_OPEN) % STRETCH_MINUTES);
      const ranges = byStretch.get(from) ?? [];
      byStretch.set(from, ranges);
      ranges.push(rangeAt(day, place));
    }
  }
  const stretches = [...byStretch].map(([from, ranges]) => ({ from, basisPoints: kept(mean(ranges)) }));
  const at = (from: number): number => stretches.find((each) => each.from === from)?.basisPoints ?? 0;
  return {
    shareDays: days.length,
    stretches,
    firstMinute: kept(mean(days.map((day) => rangeAt(day, day.from)))),
    firstQuarter: at(SESSION_OPEN),
    midday: at(MIDDAY),
    closeToOpen: kept(mean(steps.toOpen)),
    closeToClose: kept(mean(steps.toClose)),
  };
}
