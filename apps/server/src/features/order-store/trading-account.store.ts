import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface LinkedAccount {
  readonly accountId: AccountId;
  readonly linkId: string;
  readonly userId: string;
  readonly broker: BrokerName;
}

export interface TradingAccountStore {
  /** Gives a proved link its account: the one that its owner already had for this client, or a new one. */
  bind(tx: Tx, linkId: string, at: EpochMs): Promise<void>;
  ofLink(linkId: string): Promise<AccountId | null>;
  ofUser(userId: string, tx?: Tx): Promise<readonly AccountId[]>;
  capitalsOf(accounts: readonly AccountId[], day: IstDate): Promise<ReadonlyMap<AccountId, Paise>>;
  /** `null` while no link leads to it. */
  linkOf(account: AccountId): Promise<LinkedAccount | null>;
  ownerOf(account: AccountId): Promise<{ readonly userId: string; readonly broker: TradingBroker } | null>;
}
