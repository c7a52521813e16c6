import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { Tariff } from "@vriddhi/core/charges/tariff";
import type { TradingHours } from "@vriddhi/core/risk/trading-hours";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** The part of an adapter that the order path uses, behind the account's rate limiter. */
export type TradingAdapter = Pick<BrokerAdapter, "capabilities" | "rates" | "orders" | "portfolio" | "updates">;

export interface SpentCall {
  readonly class: "order" | "change" | "book";
  /** Human clock. */
  readonly at: EpochMs;
}

export interface TradingAccount {
  readonly id: AccountId;
  readonly adapter: TradingAdapter;
  readonly capital: Paise;
  readonly ownDailyStop: Paise | null;
  readonly tariff: Tariff;
  readonly hours: TradingHours;
  /** Reports earlier calls to the account's rate limiter: a restart does not reset the budget. */
  seed?(calls: readonly SpentCall[]): void;
}

export interface AccountPort {
  find(account: AccountId): Promise<TradingAccount | null>;
  /** Current access token, read before every call; `null` when the account is not logged in. */
  accessOf(account: AccountId): Promise<AccountAccess | null>;
  /** The broker reported a dead session; the owner updates the link and notifies page and user. */
  sessionLost(account: AccountId): Promise<void>;
}
