import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BlockCause, LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { CommandAnswer } from "@vriddhi/core/order/order-command";
import type { OrderState } from "@vriddhi/core/order/order-state";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { BucketLease, LeaseStore, NotOwner } from "./ownership.ts";
import type { StoredCommand, StoredOrder } from "./stored-order.ts";

/** What stops the entries of an account, or of all: in force until it is lifted. Epochs of all blocks only rise. */
export interface Block {
  /** Null: everybody. */
  readonly accountId: AccountId | null;
  readonly cause: BlockCause;
  readonly epoch: number;
  readonly setAt: EpochMs;
  /** Whether open positions are closed too; a page that is absent stops entries only. */
  readonly closesPositions: boolean;
}

/** Everything that is stored of an account on a day: what a process needs to go on, before and after a crash. */
export interface AccountDay {
  readonly accountId: AccountId;
  readonly day: IstDate;
  readonly orders: readonly StoredOrder[];
  readonly commands: readonly StoredCommand[];
  readonly ledger: readonly LedgerEvent[];
}

/** An order changes from the version that was seen; a change that comes too late is refused as `stale`. */
export interface OrderUpdate {
  readonly tag: OrderTag;
  readonly version: number;
  readonly state: OrderState;
  readonly pricing: StoredOrder["pricing"];
}

/** The row has changed since it was read, or a block, a deadline or a missing state forbids the step. */
export interface Stale {
  readonly kind: "stale";
}

interface Blocked {
  readonly kind: "blocked";
  readonly epoch: number;
}

interface TooLate {
  readonly kind: "too_late";
}

/** Why nothing may leave. */
export type ClaimRefusal = Stale | Blocked | TooLate;

type WireDirection = "request" | "answer";

/** What went over the wire for an order, secrets masked; for the trace only, nothing is decided by it. */
export interface WireRecord {
  readonly tag: OrderTag;
  readonly day: IstDate;
  readonly at: EpochMs;
  readonly direction: WireDirection;
  readonly call: "place" | "modify" | "cancel" | "look_up";
  readonly text: string;
}

/**
 * Where orders live. Every method is one whole transaction: it happened or it did not. One that throws may have
 * happened all the same: the caller reads again before it decides anything.
 */
export interface OrderStore extends LeaseStore {
  /** Accounts of these buckets with something open: an order that is not final, or a position that is not flat. */
  listOpen(leases: readonly BucketLease[], day: IstDate): Promise<readonly AccountDay[]>;
  loadAccount(account: AccountId, day: IstDate): Promise<AccountDay>;

  /**
   * Entries with their ledger events, inserted as they stand (`sending` or, before an approval, `planned`). Idempotent by
   * account, signal and number: the answer names the tags that this very call inserted, and only those may be sent.
   * Entries of an account that is blocked are not inserted.
   */
  addEntries(
    lease: BucketLease,
    orders: readonly StoredOrder[],
    events: readonly LedgerEvent[],
  ): Promise<Result<readonly OrderTag[], NotOwner>>;

  /** An exit as `ready`; null when this account, signal and number has one already. */
  addExit(
    lease: BucketLease,
    order: StoredOrder,
    events: readonly LedgerEvent[],
  ): Promise<Result<StoredOrder | null, NotOwner>>;

  /**
   * The one step before a byte leaves: to `sending` from `ready`, or once more from a `sending` that is proved unsent.
   * An entry is refused after its `validUntil` and while a block stands, in the same statement; an exit never is.
   */
  claim(
    lease: BucketLease,
    update: OrderUpdate,
    events: readonly LedgerEvent[],
    now: EpochMs,
  ): Promise<Result<StoredOrder, NotOwner | ClaimRefusal>>;

  /** Changes of orders and what is to be written of them, all or nothing. Events that stand already are left alone. */
  record(
    lease: BucketLease,
    updates: readonly OrderUpdate[],
    events: readonly LedgerEvent[],
  ): Promise<Result<readonly StoredOrder[], NotOwner | Stale>>;

  /** A command with its number, before it is sent; `stale` when the number is taken or the order has changed. */
  addCommand(
    lease: BucketLease,
    command: StoredCommand,
    orderVersion: number,
    events: readonly LedgerEvent[],
  ): Promise<Result<null, NotOwner | Stale>>;
  /** What became of the request; the book judges it later, together with `record`. */
  answerCommand(lease: BucketLease, tag: OrderTag, n: number, answer: CommandAnswer): Promise<Result<null, NotOwner>>;
  judgeCommand(
    lease: BucketLease,
    tag: OrderTag,
    n: number,
    verdict: StoredCommand["verdict"],
    updates: readonly OrderUpdate[],
    events: readonly LedgerEvent[],
  ): Promise<Result<readonly StoredOrder[], NotOwner | Stale>>;

  /** The highest epoch of all blocks: one cheap read tells whether anything has changed. */
  blockEpoch(): Promise<number>;
  listBlocks(): Promise<readonly Block[]>;
  /** Returns the epoch that the block got. From the commit on no entry of its accounts can be claimed. */
  block(block: Omit<Block, "epoch">, events: readonly LedgerEvent[]): Promise<number>;
  unblock(account: AccountId | null, cause: BlockCause, events: readonly LedgerEvent[]): Promise<number>;

  /** Kept beside the order path: a lost record loses a line of the trace and nothing else. */
  addWireRecords(records: readonly WireRecord[]): Promise<void>;
}
