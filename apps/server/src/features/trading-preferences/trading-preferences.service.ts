import { type Paise, rupees } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import { nextTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Tx } from "../../platform/db/database.ts";
import type { TradingPreferenceStore, TradingPreferences } from "./trading-preferences.store.ts";

export interface TradingPreferenceDeps {
  readonly store: TradingPreferenceStore;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  notifyPages(tx: Tx, userId: string): Promise<void>;
}

export interface ShownPreferences extends TradingPreferences {
  readonly nextDay: IstDate | null;
}

export interface TradingPreferenceService {
  read(userId: string): Promise<ShownPreferences>;
  skipNextDay(userId: string, isSkipped: boolean): Promise<Result<ShownPreferences, "calendar_ends">>;
  setNeverTrade(userId: string, symbols: readonly string[]): Promise<ShownPreferences>;
  setLossLimit(userId: string, limit: number | null): Promise<Result<ShownPreferences, "limit_looser">>;
}

const isLooser = (before: Paise | null, after: Paise | null): boolean =>
  before !== null && (after === null || after > before);

export function createTradingPreferenceService(deps: TradingPreferenceDeps): TradingPreferenceService {
  const { store, humanClock, marketClock, calendar, notifyPages } = deps;
  const today = (): IstDate => istDateOf(marketClock.now());
  const nextDay = (): IstDate | null => nextTradingDay(calendar, today());

  /** A past day is not shown as a future one. */
  function shown(preferences: TradingPreferences): ShownPreferences {
    const { skippedDay, neverTrade, lossLimit } = preferences;
    const isOver = skippedDay === null || skippedDay < today();
    return { skippedDay: isOver ? null : skippedDay, neverTrade, lossLimit, nextDay: nextDay() };
  }

  async function put(tx: Tx, userId: string, preferences: Partial<TradingPreferences>): Promise<ShownPreferences> {
    await store.put(tx, userId, preferences, humanClock.now());
    await notifyPages(tx, userId);
    return shown(await store.read(userId, tx));
  }

  return {
    read: async (userId) => shown(await store.read(userId)),
    async skipNextDay(userId, isSkipped) {
      const day = nextDay();
      if (isSkipped && day === null) return err("calendar_ends");
      return ok(await store.transaction((tx) => put(tx, userId, { skippedDay: isSkipped ? day : null })));
    },
    setNeverTrade: (userId, symbols) =>
      store.transaction((tx) => put(tx, userId, { neverTrade: [...new Set(symbols)].sort() })),
    setLossLimit: (userId, limit) =>
      store.transaction(async (tx): Promise<Result<ShownPreferences, "limit_looser">> => {
        const lossLimit = limit === null ? null : rupees(limit);
        const isHeld =
          (await store.isRunning(tx, userId)) && isLooser((await store.read(userId, tx)).lossLimit, lossLimit);
        return isHeld ? err("limit_looser") : ok(await put(tx, userId, { lossLimit }));
      }),
  };
}
