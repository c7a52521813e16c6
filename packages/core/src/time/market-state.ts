import type { EpochMs } from "./clock.ts";
import { type IstDate, istDateOf, istInstant } from "./ist.ts";
import { isTradingDay, nextTradingDay, type TradingCalendar } from "./trading-calendar.ts";

/** The exchange's state at one moment. Special sessions are ignored. */
export const marketStates = ["before_open", "open", "after_close", "holiday"] as const;
export type MarketStateName = (typeof marketStates)[number];

export interface MarketState {
  readonly name: MarketStateName;
  readonly day: IstDate;
  /** Of today; `null` on a day without trading. */
  readonly opensAt: EpochMs | null;
  readonly closesAt: EpochMs | null;
  /** The next trading day after today; `null` where the lists end first. */
  readonly nextDay: IstDate | null;
  readonly nextOpensAt: EpochMs | null;
}

function hoursOf(calendar: TradingCalendar, day: IstDate) {
  const session = calendar.sessionOf(day);
  if (session.open === null || !isTradingDay(calendar, day)) return null;
  return { opensAt: istInstant(day, session.open), closesAt: istInstant(day, session.close) };
}

function nameOf(hours: ReturnType<typeof hoursOf>, now: EpochMs): MarketStateName {
  if (hours === null) return "holiday";
  if (now < hours.opensAt) return "before_open";
  return now < hours.closesAt ? "open" : "after_close";
}

export function marketStateAt(calendar: TradingCalendar, now: EpochMs): MarketState {
  const day = istDateOf(now);
  const hours = hoursOf(calendar, day);
  const nextDay = nextTradingDay(calendar, day);
  const next = nextDay === null ? null : hoursOf(calendar, nextDay);
  return {
    name: nameOf(hours, now),
    day,
    opensAt: hours?.opensAt ?? null,
    closesAt: hours?.closesAt ?? null,
    nextDay,
    nextOpensAt: next?.opensAt ?? null,
  };
}
