import { nextAction, type ScheduledAction } from "@vriddhi/core/schedule/day-plan";
import { ok } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Handlers } from "../../platform/http/handler.ts";

export interface ScheduleRoutesDeps {
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  /** When a worker last looked after the schedule. */
  lastBeat(): Promise<EpochMs | null>;
}

const BEAT_MAX_AGE_MS = 60 * SECOND_MS;

const ACTIONS: Readonly<Record<ScheduledAction, string>> = {
  disconnect: "Auto disconnect",
  reconnect: "Auto reconnect",
  start: "Strategy auto-start",
};

const format = new Intl.DateTimeFormat("en-IN", {
  ...{ weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit", hour12: true },
  timeZone: "Asia/Kolkata",
});

/** `8:30 AM on Monday, 16 November`. */
function whenOf(instant: EpochMs): string {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return `${of("hour")}:${of("minute")} ${of("dayPeriod").toUpperCase()} on ${of("weekday")}, ${of("day")} ${of("month")}`;
}

/** B3.9, B7.13 */
export const scheduleHandlers = (deps: ScheduleRoutesDeps): Handlers<"readAngelOneScheduler"> => ({
  async readAngelOneScheduler() {
    const { action, at } = nextAction(deps.calendar, deps.marketClock.now());
    const beat = await deps.lastBeat();
    return ok({
      is_running: beat !== null && deps.humanClock.now() - beat < BEAT_MAX_AGE_MS,
      next_action: `${ACTIONS[action]} at ${whenOf(at)}`,
      next_action_at: new Date(at).toISOString(),
    });
  },
});
