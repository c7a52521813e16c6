import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createLossLimits, type LossLimits } from "../features/trading-preferences/loss-limits.ts";
import { tradingPreferenceHandlers } from "../features/trading-preferences/trading-preferences.routes.ts";
import { createTradingPreferenceService } from "../features/trading-preferences/trading-preferences.service.ts";
import {
  createTradingPreferenceStore,
  LIMITS_CHANGED,
} from "../features/trading-preferences/trading-preferences.store.pg.ts";
import { oneAtATime } from "../platform/clock/one-at-a-time.ts";
import type { Publish } from "../platform/events/publish.ts";
import type { Closing } from "./closing.ts";
import type { MarketSchedule } from "./market-schedule.ts";
import type { Platform } from "./platform.ts";

const LIMITS_EVERY_MS = SECOND_MS;

type PreferencesDeps = Pick<Platform, "database" | "humanClock" | "marketClock" | "calendar" | "workWatch">;

export function composeTradingPreferences(
  { database, humanClock, marketClock, calendar, workWatch }: PreferencesDeps,
  publish: Publish,
) {
  const store = createTradingPreferenceStore(database);
  const limits = createLossLimits(store, humanClock);
  const notifyPages = (tx: Parameters<Publish>[0], userId: string) =>
    publish(tx, userId, "algorithm", { what: "wishes" });
  return {
    handlers: tradingPreferenceHandlers(
      createTradingPreferenceService({ store, humanClock, marketClock, calendar, notifyPages }),
    ),
    /** The limits are loaded when it resolves and stay at most a second old. */
    async startLimits(closing: Closing, schedule: Pick<MarketSchedule, "watch">): Promise<LossLimits> {
      const refresh = oneAtATime(limits.refresh);
      await refresh();
      const whileChanged = { everyMs: LIMITS_EVERY_MS, waits: LIMITS_CHANGED };
      closing.add("own daily limits", workWatch.pollWhile("own daily limits", refresh, whileChanged).stop);
      schedule.watch({ idle: refresh });
      return limits;
    },
  };
}

export type TradingPreferencesPart = ReturnType<typeof composeTradingPreferences>;
