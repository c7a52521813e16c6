import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { EntrySignal, FanOutOutcome } from "@vriddhi/core/allocation/fan-out";
import type { BrokerInstrument, OrderTag } from "@vriddhi/core/order/order";
import type { ApprovalAnswer } from "@vriddhi/core/risk/approval";
import type { Random } from "@vriddhi/core/shared/random";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { AccountPort } from "./ports/account-port.ts";
import type { OrderStore } from "./ports/order-store.ts";
import type { PricePort } from "./ports/price-port.ts";
import type { ExecutionLog, MonotonicClock, Timers } from "./ports/surroundings.ts";
import type { ExecutorSettings } from "./settings.ts";

export interface ExecutorDeps {
  readonly store: OrderStore;
  readonly accounts: AccountPort;
  readonly prices: PricePort;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly monotonic: MonotonicClock;
  readonly timers: Timers;
  /** Tags are made of it; outside of tests from a cryptographic source. */
  readonly random: Pick<Random, "bytes">;
  readonly log: ExecutionLog;
  /** Names this life of the process: another life has another name. */
  readonly worker: string;
  readonly settings: ExecutorSettings;
}

/** A signal with the outcome of every account of the caller's, as `planFanOut` gave it. */
export interface EntryPlan {
  readonly signal: EntrySignal;
  readonly outcomes: readonly FanOutOutcome[];
  /** As the account's broker names the share; null: the account is skipped. */
  instrumentOf(account: AccountId): BrokerInstrument | null;
}

/** What became of a plan. */
export interface EntryReceipt {
  /** Stored by this very call. */
  readonly tags: readonly OrderTag[];
  /**
   * Have no outcome by this call: the bucket belongs to another process by now, the store did not answer in time, or a
   * block came in between. Whoever owns them plans them again from the signal.
   */
  readonly notTaken: readonly AccountId[];
}

/** What only the orders of the account know of an entry that is to be made. */
export interface EntryStanding {
  readonly isBlocked: boolean;
  readonly isDailyStopHit: boolean;
  /** Ours, open or working, in the share. */
  readonly isSymbolWorked: boolean;
  readonly hasUnresolvedOrder: boolean;
  readonly entriesToday: number;
}

/** The order path of one process: the accounts whose buckets it holds. */
export interface Executor {
  /** Takes buckets, loads what is open in them and goes on with it: starting and recovering are the same. */
  start(buckets: readonly number[]): Promise<void>;
  /** Buckets that this process holds now. */
  buckets(): readonly number[];
  /** Loads accounts before their first signal of the day, so that it does not wait for a read. */
  prepare(accounts: readonly AccountId[]): Promise<void>;
  standing(account: AccountId, isin: string): Promise<EntryStanding>;
  /** Stores and sends an account's part of a signal, once however often it is asked. Answers when all is stored. */
  enter(plan: EntryPlan): Promise<EntryReceipt>;
  /** A person's answer to an entry that waits for it. Only `approved` lets it leave. */
  decideApproval(account: AccountId, tag: OrderTag, answer: ApprovalAnswer): Promise<void>;
  /** Something may have changed at the broker, such as a postback says: the books are read. */
  look(account: AccountId): void;
  /** A block was set or lifted; without the call it is known within `blockPollMs`. */
  refreshBlocks(): Promise<void>;
  /** After the broker's own square-off: reads the last books, ends what is open and writes the day's result. */
  closeDay(accounts: readonly AccountId[]): Promise<void>;
  /** An earlier day that no process saw the end of: ends its orders without a book, which no broker shows any more. */
  endMissedDay(account: AccountId, day: IstDate): Promise<void>;
  /** Every account with something open looks at clocks and prices now; resolves when all have. */
  turnAll(): Promise<void>;
  /** Something of an account is on its way: planned, ready, sending, unknown, an entry or an exit that is to trade now. */
  isUnderWay(): boolean;
  /** Something of an account is open or may still trade, so that prices matter. */
  isExposed(): boolean;
  /** Ends like a crash does: nothing is taken back, nothing more is sent, buckets are given back when `isRelease`. */
  stop(isRelease: boolean): Promise<void>;
}
