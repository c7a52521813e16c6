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
  /** Source of order tags; cryptographic outside tests. */
  readonly random: Pick<Random, "bytes">;
  readonly log: ExecutionLog;
  /** Names this process; a restarted process has another name. */
  readonly worker: string;
  readonly settings: ExecutorSettings;
}

export interface EntryPlan {
  readonly signal: EntrySignal;
  readonly outcomes: readonly FanOutOutcome[];
  /** The share in the naming of the account's broker; `null` skips the account. */
  instrumentOf(account: AccountId): BrokerInstrument | null;
}

export interface EntryReceipt {
  /** Inserted by this very call. */
  readonly tags: readonly OrderTag[];
  /** Another worker owns the bucket, the store timed out, or a block came first: their owner plans them again. */
  readonly notTaken: readonly AccountId[];
}

export interface EntryEligibility {
  readonly isBlocked: boolean;
  readonly isDailyStopHit: boolean;
  /** We hold or work an order in the share. */
  readonly isSymbolWorked: boolean;
  readonly hasUnresolvedOrder: boolean;
  readonly entriesToday: number;
}

export interface Executor {
  /** Takes buckets, loads their open orders and continues: start and recovery are the same. */
  start(buckets: readonly number[]): Promise<void>;
  buckets(): readonly number[];
  /** Loads accounts before their first signal of the day so that the signal waits for no read. */
  prepare(accounts: readonly AccountId[]): Promise<void>;
  eligibility(account: AccountId, isin: string): Promise<EntryEligibility>;
  /** Stores and sends an account's part of a signal. Idempotent. Returns when all is stored. */
  enter(plan: EntryPlan): Promise<EntryReceipt>;
  /** A user's answer to an entry that waits for approval. Only `approved` lets it leave. */
  decideApproval(account: AccountId, tag: OrderTag, answer: ApprovalAnswer): Promise<void>;
  /** Something may have changed at the broker (e.g. a postback arrived): reads the books. */
  look(account: AccountId): void;
  /** A block was set or lifted; without this call it takes effect within `blockPollMs`. */
  refreshBlocks(): Promise<void>;
  /** After the broker's own square-off: reads the last books, ends what is open and writes the day's result. */
  closeDay(accounts: readonly AccountId[]): Promise<void>;
  /** Ends the orders of an earlier day that no process closed; the broker no longer shows its book. */
  endMissedDay(account: AccountId, day: IstDate): Promise<void>;
  /** Every account with something open checks clocks and prices now; resolves when all have. */
  turnAll(): Promise<void>;
  /** The same for accounts whose prices or time call for a decision: what timers do while the market moves by the clock. */
  turnDue(): Promise<void>;
  /** An entry or exit is in progress: planned, ready, sending, unknown, or due to trade now. */
  isUnderWay(): boolean;
  /** Of what is in progress, something waits for this process or for a broker's answer, and not for the market. */
  isBusy(): boolean;
  /** Something is open or may still trade, so prices matter. */
  isExposed(): boolean;
  /** Ends like a crash: cancels nothing and sends nothing more; `isRelease` gives the buckets back. */
  stop(isRelease: boolean): Promise<void>;
}
