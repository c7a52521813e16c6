import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

/** Whose account it is, and through which link it is reached. */
export interface LinkedAccount {
  readonly accountId: AccountId;
  readonly linkId: string;
  readonly userId: string;
  readonly broker: BrokerName;
}

export interface TradingAccountStore {
  /** Gives a proved link its account: the one that its owner had for this client before, or a new one. */
  bind(tx: Tx, linkId: string, at: EpochMs): Promise<void>;
  ofLink(linkId: string): Promise<AccountId | null>;
  /** In the caller's transaction where there is one. */
  ofUser(userId: string, tx?: Tx): Promise<readonly AccountId[]>;
  /** What their runs of the day trade with, in one read; the last run counts. */
  capitalsOf(accounts: readonly AccountId[], day: IstDate): Promise<ReadonlyMap<AccountId, Paise>>;
  /** Null: nobody is linked to it now. */
  linkOf(account: AccountId): Promise<LinkedAccount | null>;
  /** The owner, linked or not; null for an account that was never made. */
  ownerOf(account: AccountId): Promise<{ readonly userId: string; readonly broker: TradingBroker } | null>;
}
