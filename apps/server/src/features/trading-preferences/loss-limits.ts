import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { Paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, type HumanClock, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { TradingPreferenceStore } from "./trading-preferences.store.ts";

/** Clocks of two processes may differ, and a transaction commits a little after it read its clock. */
export const OVERLAP_MS = 30 * SECOND_MS;

/** The users' own daily limits, in memory, because every price update checks them. */
export interface LossLimits {
  refresh(): Promise<void>;
  of(account: AccountId): Paise | null;
}

export function createLossLimits(store: Pick<TradingPreferenceStore, "limitsSince">, clock: HumanClock): LossLimits {
  const limits = new Map<AccountId, Paise>();
  let since: EpochMs = epochMs(0);
  return {
    async refresh() {
      const now = clock.now();
      for (const { accountId, limit } of await store.limitsSince(since))
        if (limit === null) limits.delete(accountId);
        else limits.set(accountId, limit);
      since = later(now, -OVERLAP_MS);
    },
    of: (account) => limits.get(account) ?? null,
  };
}
