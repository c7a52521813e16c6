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
  /** Market clock; `null` before the first call to the broker. */
  readonly lastSync: EpochMs | null;
  readonly errorMessage: string | null;
}

export interface BrokerStatusQuery {
  readonly broker: BrokerName;
  readonly sortBy: "name" | "last_sync" | "capital_amount";
  readonly isDescending: boolean;
  readonly status: LinkStatus | null;
  readonly search: string | null;
  readonly page: { readonly limit: number; readonly offset: number } | null;
}

export interface BrokerRoll {
  readonly userIds: readonly string[];
  readonly connected: number;
}

export interface BrokerStatusStore {
  roll(broker: BrokerName, sortBy: BrokerStatusQuery["sortBy"], marketNow: EpochMs): Promise<BrokerRoll>;
  /** Details of these users, in their order; skips users who left the broker. */
  read(broker: BrokerName, userIds: readonly string[], marketNow: EpochMs): Promise<readonly BrokerUser[]>;
  list(query: BrokerStatusQuery, marketNow: EpochMs): Promise<readonly BrokerUser[]>;
  count(broker: BrokerName, marketNow: EpochMs): Promise<{ readonly total: number; readonly connected: number }>;
}
