import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BlockCause } from "@vriddhi/core/ledger/ledger-event";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import { liftBlock, putBlock } from "./kill-switch.store.pg.ts";
import type { TradingAccountStore } from "./trading-account.store.ts";

/**
 * Blocks of accounts, in the caller's transaction: from its commit on no entry of theirs can be claimed. Whether what is
 * open is closed too is part of the block; the workers do it, and know of it within a quarter of a second.
 */
export interface KillSwitch {
  /** No new entries of these accounts; an absent page closes nothing, everything else does. */
  blockAccounts(tx: Tx, accounts: readonly AccountId[], cause: BlockCause): Promise<void>;
  unblockAccounts(tx: Tx, accounts: readonly AccountId[], cause: BlockCause): Promise<void>;
  /** Every account of the person: block, cancel, close. */
  killUser(tx: Tx, userId: string, cause?: BlockCause): Promise<void>;
  /** Everybody. */
  killAll(tx: Tx): Promise<void>;
  /** No new entries of anybody; what is open goes on under its stops. */
  blockAll(tx: Tx): Promise<void>;
  /** Whatever blocks everybody; blocks of single people stay. */
  liftAll(tx: Tx): Promise<void>;
  /** The blocks of this person's accounts under the cause; other blocks stay. */
  lift(tx: Tx, userId: string, cause?: BlockCause): Promise<void>;
}

export interface KillSwitchDeps {
  readonly accounts: Pick<TradingAccountStore, "ofUser">;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
}

export function createKillSwitch({ accounts: store, humanClock, marketClock }: KillSwitchDeps): KillSwitch {
  const moment = () => ({ day: istDateOf(marketClock.now()), at: humanClock.now() });
  const block = (tx: Tx, accounts: readonly AccountId[] | null, cause: BlockCause): Promise<void> => {
    const { day, at } = moment();
    return putBlock(tx, { accounts, cause, closesPositions: cause !== "page_absent", day, at });
  };
  const unblock = (tx: Tx, accounts: readonly AccountId[] | null, cause: BlockCause): Promise<void> => {
    const { day, at } = moment();
    return liftBlock(tx, { accounts, cause, day, at });
  };
  return {
    blockAccounts: block,
    unblockAccounts: unblock,
    killUser: async (tx, userId, cause = "kill_switch") => block(tx, await store.ofUser(userId, tx), cause),
    // The cause is the operator's: no person reads that they pressed their own kill switch.
    killAll: (tx) => block(tx, null, "operator"),
    blockAll: (tx) => putBlock(tx, { accounts: null, cause: "operator", closesPositions: false, ...moment() }),
    async liftAll(tx) {
      await unblock(tx, null, "operator");
      // An earlier version stored its halts under this cause.
      await unblock(tx, null, "kill_switch");
    },
    lift: async (tx, userId, cause = "kill_switch") => unblock(tx, await store.ofUser(userId, tx), cause),
  };
}
