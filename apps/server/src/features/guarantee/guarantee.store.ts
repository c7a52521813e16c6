import type { GuaranteeOutcome } from "@vriddhi/core/billing/guarantee";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export interface Evidence extends Span {
  readonly gross: Paise | null;
}

/** A purchase that has ended. A period replaced by a larger plan has several spans. */
export interface EndedPurchase {
  readonly orderId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly plan: string;
  readonly fee: Paise;
  readonly paymentId: string;
  readonly settledAt: EpochMs;
  readonly spans: readonly Span[];
}

export interface GuaranteeResult {
  readonly id: string;
  readonly orderId: string;
  readonly userId: string;
  readonly plan: string;
  readonly periodStart: EpochMs;
  readonly periodEnd: EpochMs;
  readonly gross: Paise | null;
  readonly fee: Paise;
  readonly outcome: GuaranteeOutcome;
  readonly evidence: readonly Evidence[];
  readonly judgedAt: EpochMs;
}

export type RefundStatus = "due" | "sent" | "processed" | "failed" | "payout" | "paid_out";

export interface GuaranteeStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Ended by `now` without a decision, or decided before their fills were known; without fully refunded ones. */
  listEnded(now: EpochMs, most: number): Promise<readonly EndedPurchase[]>;
  /** `false` when it has a decision; only one without a result is replaced. */
  add(tx: Tx, result: GuaranteeResult): Promise<boolean>;
  listOf(userId: string): Promise<readonly (GuaranteeResult & { readonly refundStatus: RefundStatus | null })[]>;
}
