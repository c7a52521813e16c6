import type { OrderError } from "@vriddhi/brokers/port/broker-error";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerOrderId, OrderTag } from "@vriddhi/core/order/order";
import type { ApprovalAnswer } from "@vriddhi/core/risk/approval";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { WatchedTime } from "@vriddhi/core/time/watched-time";
import type { Ticket } from "../executor/gate.ts";
import type { PriceBroadcast } from "../executor/price-broadcast.ts";
import type { ExecutorDeps } from "../executor-model.ts";
import type { Block, WireRecord } from "../ports/order-store.ts";
import type { BucketLease } from "../ports/ownership.ts";
import type { ReadOutcome } from "./reader.ts";

/** What an account hears between two turns. Each is kept until it is recorded. */
export type Message =
  | {
      readonly kind: "placed";
      readonly tag: OrderTag;
      readonly at: EpochMs;
      readonly result: Result<BrokerOrderId, OrderError>;
    }
  | {
      readonly kind: "commanded";
      readonly tag: OrderTag;
      readonly n: number;
      readonly result: Result<null, OrderError>;
    }
  | { readonly kind: "read"; readonly outcome: ReadOutcome }
  | { readonly kind: "approval"; readonly tag: OrderTag; readonly answer: ApprovalAnswer }
  | { readonly kind: "session_lost"; readonly at: EpochMs };

export interface ActorDeps extends ExecutorDeps {
  readonly accountId: AccountId;
  readonly day: IstDate;
  /** Null: this process may not write for the account now. */
  lease(): BucketLease | null;
  leaseLeftMs(): number;
  /** Those that concern the account. */
  blocks(): readonly Block[];
  refreshBlocks(): Promise<void>;
  /** The store said that the bucket belongs to somebody else. */
  lost(): void;
  /** An entry that was stored as `sending` was answered or does not leave. */
  entryLeft(tag: OrderTag): void;
  readonly watched: Pick<WatchedTime, "sinceMs" | "awakeSince">;
  /** Tells of new prices of a share, a crowd in parts; the answer takes it back. */
  readonly watchPrice: PriceBroadcast;
  trace(record: WireRecord): void;
  /** A place among the reads that may be under way at once. */
  inRead(isUrgent: boolean): Ticket;
  /** A crowd is being judged: what can wait does not begin now. */
  isCalm(): boolean;
  /** A place among the turns that may run at once: the store is not asked by everybody at once. */
  inTurn(): Ticket;
}
