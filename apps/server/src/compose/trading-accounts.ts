import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import type { Paise } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { MonotonicClock } from "@vriddhi/execution/ports/surroundings";
import type { Link } from "../features/broker-link/link.store.ts";
import { runFor } from "../platform/db/async-context.ts";
import { createBatchedReads } from "../platform/db/batched-reads.ts";
import type { AccountCapitals } from "./account-capitals.ts";
import type { Brokers } from "./brokers.ts";

/** Maximum age of a cached link. Changes made in this process drop it at once. */
const LINK_AGE_MAX_MS = SECOND_MS;
const LINKS_AT_ONCE = 1_024;

export interface TradingAccountsDeps {
  readonly capitals: AccountCapitals;
  readonly brokers: Pick<Brokers, "adapters" | "links" | "onChanged">;
  readonly monotonic: MonotonicClock;
  capitalOf(userId: string): Promise<Paise>;
  /** The owner's own daily limit as it is now; `null` when only the rule applies. */
  lossLimitOf(account: AccountId): Paise | null;
}

/** The access token is read before every call, so links are read in batches and cached for a second. */
export function createTradingAccounts(deps: TradingAccountsDeps): AccountPort {
  const { capitals, brokers, monotonic, capitalOf, lossLimitOf } = deps;
  const links = createBatchedReads<AccountId, Link>({
    async read(wanted) {
      const found = await runFor("orders", () => brokers.links.listByAccounts(wanted));
      return new Map(wanted.flatMap((account) => ofAccount(found, account)));
    },
    nowMs: monotonic.nowMs,
    ageMaxMs: LINK_AGE_MAX_MS,
    atOnceMax: LINKS_AT_ONCE,
  });
  brokers.onChanged(async (_tx, { id }) => links.forget((_account, link) => link === null || link.id === id));
  return {
    async find(account) {
      const [link, capital] = await Promise.all([links.get(account), capitals.refresh(account)]);
      if (link === null) return null;
      const adapter = brokers.adapters[link.broker];
      const chosen = capital ?? (await capitalOf(link.userId));
      return {
        id: account,
        adapter,
        // Accounts are cached for the day, but a changed capital or limit applies at once.
        get capital() {
          return capitals.of(account) ?? chosen;
        },
        get ownDailyStop() {
          return lossLimitOf(account);
        },
        tariff: tariffOf(link.broker),
        hours: TRADING_HOURS,
        seed: (calls) => adapter.seed(link.clientId, calls),
      };
    },
    async accessOf(account) {
      const [link] = await Promise.all([links.get(account), capitals.refresh(account)]);
      return link === null ? null : brokers.links.accessOf(link);
    },
    async sessionLost(account) {
      links.forget((key) => key === account);
      const link = await links.get(account);
      if (link !== null) await brokers.links.markExpired(link);
    },
  };
}

function ofAccount(found: ReadonlyMap<string, Link>, account: AccountId): readonly (readonly [AccountId, Link])[] {
  const link = found.get(account);
  return link === undefined ? [] : [[account, link]];
}
