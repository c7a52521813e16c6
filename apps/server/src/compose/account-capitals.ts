import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { Paise } from "@vriddhi/core/shared/money";
import { type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { TradingAccountStore } from "../features/order-store/trading-account.store.ts";
import { runFor } from "../platform/db/async-context.ts";
import { createBatchedReads } from "../platform/db/batched-reads.ts";

const AGE_MAX_MS = SECOND_MS;
const AT_ONCE_MAX = 1_024;

interface CapitalsDeps {
  readonly accounts: Pick<TradingAccountStore, "capitalsOf">;
  readonly marketClock: MarketClock;
  nowMs(): number;
}

export interface AccountCapitals {
  /** Reads the capital of the account's newest run today. Called before every call to a broker. */
  refresh(account: AccountId): Promise<Paise | null>;
  /** The last value read; `null` when the user has no run today. */
  of(account: AccountId): Paise | null;
}

/** Separate from the day-cached account, so that a restart with another capital changes the limit at once. */
export function createAccountCapitals({ accounts, marketClock, nowMs }: CapitalsDeps): AccountCapitals {
  const known = new Map<AccountId, Paise>();
  const reads = createBatchedReads<AccountId, Paise>({
    read: (wanted) => runFor("orders", () => accounts.capitalsOf(wanted, istDateOf(marketClock.now()))),
    nowMs,
    ageMaxMs: AGE_MAX_MS,
    atOnceMax: AT_ONCE_MAX,
  });
  return {
    async refresh(account) {
      const capital = await reads.get(account);
      if (capital !== null) known.set(account, capital);
      return capital;
    },
    of: (account) => known.get(account) ?? null,
  };
}
