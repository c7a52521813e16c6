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

/** Stops the entries of one or all accounts until it is lifted. Epochs of all blocks only rise. */
export interface Block {
  /** `null` for all accounts. */
  readonly accountId: AccountId | null;
  readonly cause: BlockCause;
  readonly epoch: number;
  readonly setAt: EpochMs;
  /** Whether open positions are closed too; an absent page stops entries only. */
  readonly closesPositions: boolean;
}

/** What stops the entries of an account: a stored block, or covering mode. */
export interface EntryStop {
  readonly cause: BlockCause | "covering";
  readonly closesPositions: boolean;
}

/** Everything stored of an account and day: what a process needs to continue, also after a crash. */
export interface AccountDay {
  readonly accountId: AccountId;
  readonly day: IstDate;
  readonly orders: readonly StoredOrder[];
  readonly commands: readonly StoredCommand[];
  readonly ledger: readonly LedgerEvent[];
}

/** Compare-and-set from the version that was read; a late change is refused as `stale`. */
export interface OrderUpdate {
  readonly tag: OrderTag;
  readonly version: number;
  readonly state: OrderState;
  readonly pricing: StoredOrder["pricing"];
}

/** The row changed since it was read, or a block, deadline or missing state forbids the step. */
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

export type ClaimRefusal = Stale | Blocked | TooLate;

type WireDirection = "request" | "answer";

/** Wire record of an order with secrets masked; for the trace only. */
export interface WireRecord {
  readonly tag: OrderTag;
  readonly day: IstDate;
  readonly at: EpochMs;
  readonly direction: WireDirection;
  readonly call: "place" | "modify" | "cancel" | "look_up";
  readonly text: string;
}

/** Every method is one transaction. One that throws may have committed: the caller reads again before it decides. */
export interface OrderStore extends LeaseStore {
  /** Accounts of these buckets with an order that is not final or a position that is not flat. */
  listOpen(leases: readonly BucketLease[], day: IstDate): Promise<readonly AccountDay[]>;
  loadAccount(account: AccountId, day: IstDate): Promise<AccountDay>;

  /**
   * Idempotent by account, signal and number: the result names the tags that this very call inserted, and only those
   * may be sent. The state is `sending`, or `planned` before an approval. Skips entries of a blocked account.
   */
  addEntries(
    lease: BucketLease,
    orders: readonly StoredOrder[],
    events: readonly LedgerEvent[],
  ): Promise<Result<readonly OrderTag[], NotOwner>>;

  /** Inserts an exit as `ready`; `null` when this account, signal and number exists already. */
  addExit(
    lease: BucketLease,
    order: StoredOrder,
    events: readonly LedgerEvent[],
  ): Promise<Result<StoredOrder | null, NotOwner>>;

  /**
   * The one step before a byte leaves: to `sending` from `ready`, or again from a `sending` that is proved unsent. The
   * same statement refuses an entry after its `validUntil` or during a block; an exit is never refused.
   */
  claim(
    lease: BucketLease,
    update: OrderUpdate,
    events: readonly LedgerEvent[],
    now: EpochMs,
  ): Promise<Result<StoredOrder, NotOwner | ClaimRefusal>>;

  /** Order changes and events, all or nothing. Existing events are left unchanged. */
  record(
    lease: BucketLease,
    updates: readonly OrderUpdate[],
    events: readonly LedgerEvent[],
  ): Promise<Result<readonly StoredOrder[], NotOwner | Stale>>;

  /** Inserts a command with its number before it is sent; `stale` when the number is taken or the order has changed. */
  addCommand(
    lease: BucketLease,
    command: StoredCommand,
    orderVersion: number,
    events: readonly LedgerEvent[],
  ): Promise<Result<null, NotOwner | Stale>>;
  /** Records the answer to a command; the book judges it later, together with `record`. */
  answerCommand(lease: BucketLease, tag: OrderTag, n: number, answer: CommandAnswer): Promise<Result<null, NotOwner>>;
  judgeCommand(
    lease: BucketLease,
    tag: OrderTag,
    n: number,
    verdict: StoredCommand["verdict"],
    updates: readonly OrderUpdate[],
    events: readonly LedgerEvent[],
  ): Promise<Result<readonly StoredOrder[], NotOwner | Stale>>;

  /** The highest epoch of all blocks: one cheap read detects any change. */
  blockEpoch(): Promise<number>;
  listBlocks(): Promise<readonly Block[]>;
  /** Returns the block's epoch. After the commit no entry of its accounts can be claimed. */
  block(block: Omit<Block, "epoch">, events: readonly LedgerEvent[]): Promise<number>;
  unblock(account: AccountId | null, cause: BlockCause, events: readonly LedgerEvent[]): Promise<number>;

  /** Stored beside the order path; a lost record loses a line of the trace only. */
  addWireRecords(records: readonly WireRecord[]): Promise<void>;
}
