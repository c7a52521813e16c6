import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

export type LinkStatus = "connected" | "disconnected" | "error";

export interface BrokerUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly status: LinkStatus;
  readonly capital: Paise;
  readonly isCapitalActive: boolean;
  readonly isStrategyActive: boolean;
  /** Market clock; null: the broker was never asked for anything. */
  readonly lastSync: EpochMs | null;
  /** The broker's own words, as they were stored. */
  readonly errorMessage: string | null;
}

export interface BrokerStatusQuery {
  readonly broker: BrokerName;
  readonly sortBy: "name" | "last_sync" | "capital_amount";
  readonly isDescending: boolean;
  readonly status: LinkStatus | null;
  readonly search: string | null;
  /** Null: everybody. */
  readonly page: { readonly limit: number; readonly offset: number } | null;
}

/** Who is at a broker, in ascending order. */
export interface BrokerRoll {
  readonly userIds: readonly string[];
  readonly connected: number;
}

export interface BrokerStatusStore {
  /** Everybody at the broker, without what is told of them. */
  roll(broker: BrokerName, sortBy: BrokerStatusQuery["sortBy"], marketNow: EpochMs): Promise<BrokerRoll>;
  /** What is told of these, in their order; nobody who is at the broker no more. */
  read(broker: BrokerName, userIds: readonly string[], marketNow: EpochMs): Promise<readonly BrokerUser[]>;
  list(query: BrokerStatusQuery, marketNow: EpochMs): Promise<readonly BrokerUser[]>;
  /** Everybody who has or had a login at the broker, and who is connected now. */
  count(broker: BrokerName, marketNow: EpochMs): Promise<{ readonly total: number; readonly connected: number }>;
}
