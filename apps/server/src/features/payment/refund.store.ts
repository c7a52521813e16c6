import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export type RefundReason = "guarantee" | "surplus" | "operator";
/**
 * `due`: not sent to the provider yet. `payout`: an operator must transfer it by hand. `paid_out`: the operator has.
 */
export type RefundState = "due" | "sent" | "processed" | "failed" | "payout" | "paid_out";

export interface Refund {
  /** Also the provider's idempotency key. */
  readonly id: string;
  readonly orderId: string;
  readonly paymentId: string;
  readonly amount: Paise;
  readonly reason: RefundReason;
  readonly state: RefundState;
  readonly providerRefundId: string | null;
  readonly note: string;
  readonly createdAt: EpochMs;
  readonly changedAt: EpochMs;
}

export interface RefundChange {
  readonly id: string;
  /** Changes only from one of these states. */
  readonly from: readonly RefundState[];
  readonly to: RefundState;
  readonly providerRefundId?: string;
  readonly note?: string;
  readonly at: EpochMs;
}

export interface RefundStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** `false` when a refund of that payment for that reason exists. */
  add(tx: Tx, refund: Refund): Promise<boolean>;
  change(tx: Tx, change: RefundChange): Promise<boolean>;
  find(id: string): Promise<Refund | null>;
  findByProviderId(providerRefundId: string): Promise<Refund | null>;
  listIn(states: readonly RefundState[], most: number): Promise<readonly Refund[]>;
  listOfOrders(orderIds: readonly string[]): Promise<readonly Refund[]>;
  refundedOf(tx: Tx, paymentId: string): Promise<Paise>;
  /** The sum of this refund and all older ones of its payment. */
  refundedIncluding(tx: Tx, refund: Refund): Promise<Paise>;
}
