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
import type { EntryStop, WireRecord } from "../ports/order-store.ts";
import type { BucketLease } from "../ports/ownership.ts";
import type { ReadOutcome } from "./reader.ts";

/** What an account receives between two turns. Each message is kept until it is recorded. */
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
  /** `null` when this process may not write for the account now. */
  lease(): BucketLease | null;
  leaseLeftMs(): number;
  blocks(): readonly EntryStop[];
  refreshBlocks(): Promise<void>;
  /** The store reported that another worker owns the bucket. */
  lost(): void;
  entryLeft(tag: OrderTag): void;
  readonly watched: Pick<WatchedTime, "sinceMs" | "awakeSince">;
  /** Subscribes to new prices of a share, delivered in batches; returns the unsubscribe function. */
  readonly watchPrice: PriceBroadcast;
  trace(record: WireRecord): void;
  inRead(isUrgent: boolean): Ticket;
  /** A price broadcast is being evaluated: work that can wait does not start now. */
  isCalm(): boolean;
  /** A slot among concurrent turns, which bounds the load on the store. */
  inTurn(): Ticket;
}
