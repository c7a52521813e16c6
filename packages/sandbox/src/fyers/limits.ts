import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createRateWindows } from "../broker/rate-windows.ts";

/** One budget of an app over all its calls. */
const SECOND_AND_DAY = { second: 10, day: 100_000 } as const;
const MINUTE = { minute: 200 } as const;
/** Tolerated exceeded minutes of a day; one more blocks the day. */
const BROKEN_MINUTES_MAX = 3;
const IST_SHIFT_MS = 330 * MINUTE_MS;

export interface Limits {
  /** The wait in milliseconds; `null` passes the call. */
  take(appKey: string, now: EpochMs): number | null;
  clear(): void;
}

interface Offences {
  readonly day: number;
  readonly minutes: Set<number>;
}

const untilNext = (now: EpochMs, spanMs: number): number => spanMs - ((now + IST_SHIFT_MS) % spanMs);

export function createLimits(): Limits {
  const windows = createRateWindows();
  const offences = new Map<string, Offences>();

  function noteBrokenMinute(appKey: string, now: EpochMs): void {
    const day = Math.floor((now + IST_SHIFT_MS) / DAY_MS);
    const before = offences.get(appKey);
    const today = before?.day === day ? before : { day, minutes: new Set<number>() };
    today.minutes.add(Math.floor(now / MINUTE_MS));
    offences.set(appKey, today);
  }

  function isBanned(appKey: string, now: EpochMs): boolean {
    const found = offences.get(appKey);
    return found?.day === Math.floor((now + IST_SHIFT_MS) / DAY_MS) && found.minutes.size > BROKEN_MINUTES_MAX;
  }

  return {
    take(appKey, now) {
      if (isBanned(appKey, now)) return untilNext(now, DAY_MS);
      const isMinuteBroken = windows.take(appKey, MINUTE, now) !== null;
      const broken = windows.take(appKey, SECOND_AND_DAY, now);
      if (isMinuteBroken) {
        noteBrokenMinute(appKey, now);
        return untilNext(now, isBanned(appKey, now) ? DAY_MS : MINUTE_MS);
      }
      if (broken === null) return null;
      return untilNext(now, broken === "day" ? DAY_MS : SECOND_MS);
    },
    clear() {
      windows.clear();
      offences.clear();
    },
  };
}
