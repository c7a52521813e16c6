import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createLossLimits, type LossLimits } from "../features/trading-preferences/loss-limits.ts";
import { tradingPreferenceHandlers } from "../features/trading-preferences/trading-preferences.routes.ts";
import { createTradingPreferenceService } from "../features/trading-preferences/trading-preferences.service.ts";
import { createTradingPreferenceStore } from "../features/trading-preferences/trading-preferences.store.pg.ts";
import { poll } from "../platform/clock/poll.ts";
import type { Publish } from "../platform/events/publish.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

const LIMITS_EVERY_MS = SECOND_MS;

type PreferencesDeps = Pick<Platform, "database" | "humanClock" | "marketClock" | "calendar" | "log">;

export function composeTradingPreferences(
  { database, humanClock, marketClock, calendar, log }: PreferencesDeps,
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
    async startLimits(closing: Closing): Promise<LossLimits> {
      await limits.refresh();
      closing.add("own daily limits", poll("own daily limits", limits.refresh, LIMITS_EVERY_MS, log));
      return limits;
    },
  };
}

export type TradingPreferencesPart = ReturnType<typeof composeTradingPreferences>;
