import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { Tariff } from "@vriddhi/core/charges/tariff";
import type { TradingHours } from "@vriddhi/core/risk/trading-hours";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** The part of an adapter that the order path uses, behind the account's limiter. */
export type TradingAdapter = Pick<BrokerAdapter, "capabilities" | "rates" | "orders" | "portfolio" | "updates">;

/** A call that was made before, by this or another life of the process. */
export interface SpentCall {
  readonly class: "order" | "change" | "book";
  /** Human clock. */
  readonly at: EpochMs;
}

/** What is needed to act for an account and to judge its day. */
export interface TradingAccount {
  readonly id: AccountId;
  readonly adapter: TradingAdapter;
  readonly capital: Paise;
  readonly ownDailyStop: Paise | null;
  readonly tariff: Tariff;
  readonly hours: TradingHours;
  /** Tells the account's limiter what left before: a restart is no fresh budget. */
  seed?(calls: readonly SpentCall[]): void;
}

export interface AccountPort {
  find(account: AccountId): Promise<TradingAccount | null>;
  /** Today's right to act, asked before every call; null: nobody is logged in. */
  accessOf(account: AccountId): Promise<AccountAccess | null>;
  /** The broker said that the session is dead: link, page and person are told by whoever owns them. */
  sessionLost(account: AccountId): Promise<void>;
}
