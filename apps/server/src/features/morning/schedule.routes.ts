import { formatWhen } from "@vriddhi/core/schedule/day-format";
import { nextAction, type ScheduledAction } from "@vriddhi/core/schedule/day-plan";
import { ok } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { marketStateAt } from "@vriddhi/core/time/market-state";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Handlers } from "../../platform/http/handler.ts";

export interface ScheduleRoutesDeps {
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  lastBeat(): Promise<EpochMs | null>;
}

const BEAT_MAX_AGE_MS = 60 * SECOND_MS;

const ACTIONS: Readonly<Record<ScheduledAction, string>> = {
  disconnect: "Auto disconnect",
  reconnect: "Auto reconnect",
  start: "Strategy auto-start",
};

const NOTHING_PLANNED = "Nothing is planned: the exchange's list of trading days is not known yet";

const moment = (at: EpochMs | null): string | null => at && new Date(at).toISOString();

export const scheduleHandlers = (deps: ScheduleRoutesDeps): Handlers<"readAngelOneScheduler" | "readMarketClock"> => ({
  async readMarketClock() {
    const now = deps.marketClock.now();
    const state = marketStateAt(deps.calendar, now);
    return ok({
      now: new Date(now).toISOString(),
      speed: deps.marketClock.speed?.() ?? 1,
      state: state.name,
      day: state.day,
      opens_at: moment(state.opensAt),
      closes_at: moment(state.closesAt),
      next_day: state.nextDay,
      next_opens_at: moment(state.nextOpensAt),
    });
  },
  async readAngelOneScheduler() {
    const next = nextAction(deps.calendar, deps.marketClock.now());
    const beat = await deps.lastBeat();
    return ok({
      is_running: beat !== null && deps.humanClock.now() - beat < BEAT_MAX_AGE_MS,
      next_action: next ? `${ACTIONS[next.action]} at ${formatWhen(next.at)}` : NOTHING_PLANNED,
      next_action_at: next && new Date(next.at).toISOString(),
    });
  },
});
