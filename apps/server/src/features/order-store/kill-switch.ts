import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BlockCause } from "@vriddhi/core/ledger/ledger-event";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import { liftBlock, putBlock } from "./kill-switch.store.pg.ts";
import type { TradingAccountStore } from "./trading-account.store.ts";

/** From the commit on no entry can be claimed; the workers see the block within a quarter of a second. */
export interface KillSwitch {
  /** No new entries of these accounts. Every cause except an absent page also closes positions. */
  blockAccounts(tx: Tx, accounts: readonly AccountId[], cause: BlockCause): Promise<void>;
  unblockAccounts(tx: Tx, accounts: readonly AccountId[], cause: BlockCause): Promise<void>;
  /** Blocks every account of the user, cancels orders and closes positions. */
  killUser(tx: Tx, userId: string, cause?: BlockCause): Promise<void>;
  killAll(tx: Tx): Promise<void>;
  /** No new entries of any account; open positions keep their stops. */
  blockAll(tx: Tx): Promise<void>;
  /** Lifts every block of all accounts; accounts that were blocked individually stay blocked. */
  liftAll(tx: Tx): Promise<void>;
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
    // The cause is the operator's: no user reads that they pressed their own kill switch.
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
