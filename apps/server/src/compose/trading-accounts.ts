import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import type { Paise } from "@vriddhi/core/shared/money";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { Link } from "../features/broker-link/link.store.ts";
import type { TradingAccountStore } from "../features/order-desk/trading-account.store.ts";
import type { Brokers } from "./brokers.ts";

export interface TradingAccountsDeps {
  readonly accounts: TradingAccountStore;
  readonly brokers: Pick<Brokers, "adapters" | "links">;
  /** What the person trades with. */
  capitalOf(userId: string): Promise<Paise>;
}

/** Accounts as the order path sees them: through the link that leads to them now. */
export function createTradingAccounts({ accounts, brokers, capitalOf }: TradingAccountsDeps): AccountPort {
  async function linkOf(account: AccountId): Promise<Link | null> {
    const linked = await accounts.linkOf(account);
    return linked === null ? null : brokers.links.findById(linked.linkId);
  }
  return {
    async find(account) {
      const link = await linkOf(account);
      if (link === null) return null;
      const adapter = brokers.adapters[link.broker];
      return {
        id: account,
        adapter,
        capital: await capitalOf(link.userId),
        ownDailyStop: null,
        tariff: tariffOf(link.broker),
        hours: TRADING_HOURS,
        seed: (calls) => adapter.seed(link.clientId, calls),
      };
    },
    async accessOf(account) {
      const link = await linkOf(account);
      return link === null ? null : brokers.links.accessOf(link);
    },
    async sessionLost(account) {
      const link = await linkOf(account);
      if (link !== null) await brokers.links.markExpired(link);
    },
  };
}
