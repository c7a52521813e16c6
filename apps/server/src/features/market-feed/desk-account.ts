import type { BrokerCredentials, Egress } from "@vriddhi/brokers/port/session";
import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";

/** The operator's own account; never a user's. */
export interface DeskAccount {
  readonly credentials: BrokerCredentials;
  readonly egress: Egress;
}

/** A strategy without an account has no feed of its own. */
export type DeskAccounts = Readonly<Record<StrategyFeed, DeskAccount | null>>;
