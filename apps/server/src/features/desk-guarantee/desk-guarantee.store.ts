import type { GuaranteeOutcome } from "@vriddhi/core/billing/guarantee";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export type RefundState = "due" | "sent" | "processed" | "failed" | "payout" | "paid_out";

export interface Span {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

export interface GuaranteeCase {
  readonly id: string;
  readonly userId: string;
  readonly username: string | null;
  readonly plan: string;
  readonly periodStart: EpochMs;
  readonly periodEnd: EpochMs;
  readonly gross: Paise | null;
  readonly fee: Paise;
  readonly outcome: GuaranteeOutcome;
  readonly judgedAt: EpochMs;
  readonly refundState: RefundState | null;
  readonly evidence: readonly (Span & { readonly gross: Paise | null })[];
  readonly granted: { readonly at: EpochMs; readonly by: string | null; readonly reason: string } | null;
}

/** A locked case: other decisions wait. */
export interface HeldCase {
  readonly userId: string;
  readonly orderId: string;
  readonly paymentId: string;
  readonly plan: string;
  readonly period: Span;
  readonly fee: Paise;
  readonly outcome: GuaranteeOutcome;
  readonly paidAt: EpochMs;
  /** `null` for a deleted account, which gets no mail. */
  readonly to: { readonly name: string; readonly address: string } | null;
}

export interface Payout {
  readonly id: string;
  readonly userId: string | null;
  readonly username: string | null;
  readonly amount: Paise;
  readonly cause: "guarantee" | "surplus" | "operator";
  readonly note: string;
  readonly paymentId: string;
  readonly guaranteeId: string | null;
  readonly state: "payout" | "paid_out";
  readonly isWaiting: boolean;
  readonly createdAt: EpochMs;
  readonly changedAt: EpochMs;
}

export interface CaseQuery {
  readonly outcome: GuaranteeOutcome | null;
  readonly before: string | null;
  readonly limit: number;
}

export interface Grant {
  readonly outcome: GuaranteeOutcome;
  readonly at: EpochMs;
  readonly by: string;
  readonly reason: string;
}

export interface DeskGuaranteeStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  list(query: CaseQuery): Promise<readonly GuaranteeCase[]>;
  find(id: string): Promise<GuaranteeCase | null>;
  hold(tx: Tx, id: string): Promise<HeldCase | null>;
  grant(tx: Tx, id: string, grant: Grant): Promise<void>;
  countOpenPayouts(): Promise<number>;
  listPayouts(limit: number, now: EpochMs): Promise<readonly Payout[]>;
  findPayout(id: string, now: EpochMs): Promise<Payout | null>;
  ownerOf(tx: Tx, orderId: string): Promise<{ userId: string; name: string; email: string } | null>;
}
