import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** Somebody whom an operator's order reaches: subscribed, connected, with active capital; at one broker. */
export interface ActiveAccount {
  readonly userId: string;
  readonly name: string;
  readonly broker: BrokerName;
  readonly accountId: AccountId;
  /** What the person chose, within the band of the running period. */
  readonly capital: Paise;
}

export interface ActiveAccountStore {
  /** Everybody at the first connected broker of B7.14, in one statement. */
  list(marketNow: EpochMs): Promise<readonly ActiveAccount[]>;
}
