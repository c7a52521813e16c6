import type { TradingPreferencesReply } from "@vriddhi/contract/trading-preferences";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { ShownPreferences, TradingPreferenceService } from "./trading-preferences.service.ts";

const toWire = ({ skippedDay, nextDay, neverTrade, lossLimit }: ShownPreferences): TradingPreferencesReply => ({
  skipped_day: skippedDay,
  next_day: nextDay,
  never_trade: [...neverTrade],
  loss_limit: lossLimit === null ? null : lossLimit / PAISE_PER_RUPEE,
});

type Calls = "readTradingPreferences" | "skipTradingDay" | "setNeverTrade" | "setLossLimit";

export const tradingPreferenceHandlers = (service: TradingPreferenceService): Handlers<Calls> => ({
  async readTradingPreferences({ caller }) {
    return ok(toWire(await service.read(caller.userId)));
  },
  async skipTradingDay({ caller, body }) {
    const changed = await service.skipNextDay(caller.userId, body.skip);
    return changed.ok ? ok(toWire(changed.value)) : changed;
  },
  async setNeverTrade({ caller, body }) {
    return ok(toWire(await service.setNeverTrade(caller.userId, body.symbols)));
  },
  async setLossLimit({ caller, body }) {
    const changed = await service.setLossLimit(caller.userId, body.limit);
    return changed.ok ? ok(toWire(changed.value)) : changed;
  },
});
