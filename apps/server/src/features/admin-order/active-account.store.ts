import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

export interface ActiveAccount {
  readonly userId: string;
  readonly name: string;
  readonly broker: BrokerName;
  readonly accountId: AccountId;
  /** The user's choice, within the limit of the current plan. */
  readonly capital: Paise;
}

export interface ActiveAccountStore {
  /** Each user at the first connected broker (order of B7.14), in one statement. */
  list(marketNow: EpochMs): Promise<readonly ActiveAccount[]>;
}
