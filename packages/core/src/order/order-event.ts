import type { ApprovalAnswer } from "../risk/approval.ts";
import type { Paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import type { BrokerOrderId, BrokerOrderStatus } from "./order.ts";
import type { OrderReason } from "./order-state.ts";

export interface SeenRow {
  readonly orderId: BrokerOrderId;
  readonly status: BrokerOrderStatus;
  readonly quantity: number;
  readonly filled: number;
  readonly averagePrice: Paise;
  readonly reason: string | null;
}

export type StuckReason = Extract<OrderReason, "circuit" | "not_flat_in_time" | "refused_repeatedly" | "oversold">;

/** Every event of an order. Human clock. */
export type OrderEvent =
  /** It may be sent: approved, or needs no approval. */
  | { readonly kind: "released" }
  /** Committed before a byte leaves; also the next attempt of an order that was proved unsent. */
  | { readonly kind: "claimed"; readonly at: EpochMs }
  | { readonly kind: "sent"; readonly at: EpochMs; readonly orderId: BrokerOrderId }
  | { readonly kind: "never_sent" }
  | { readonly kind: "throttled" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "outcome_unknown"; readonly at: EpochMs; readonly isResetProved: boolean }
  /** The sending process has ended, and its in-memory knowledge is lost. */
  | { readonly kind: "restarted"; readonly at: EpochMs }
  /** `at` is when the read began. */
  | { readonly kind: "seen"; readonly at: EpochMs; readonly row: SeenRow }
  | { readonly kind: "absence_proved" }
  | { readonly kind: "valid_until_passed" }
  /** A kill switch, a stopped run or a daily stop. */
  | { readonly kind: "blocked" }
  /** The user declined, did not answer in time, or approved after the price had run away. */
  | { readonly kind: "not_approved"; readonly answer: Exclude<ApprovalAnswer, "approved"> }
  /** There is nothing left to exit. */
  | { readonly kind: "withdrawn" }
  | { readonly kind: "stuck"; readonly reason: StuckReason }
  | { readonly kind: "handed_over" }
  /** The day's last book was complete. */
  | { readonly kind: "day_closed" }
  /** The day ended without its last book being read: the order's state stays as last known. */
  | { readonly kind: "day_missed" };

export type OrderEventKind = OrderEvent["kind"];

export const orderEventKinds = [
  "released",
  "claimed",
  "sent",
  "never_sent",
  "throttled",
  "refused",
  "outcome_unknown",
  "restarted",
  "seen",
  "absence_proved",
  "valid_until_passed",
  "blocked",
  "not_approved",
  "withdrawn",
  "stuck",
  "handed_over",
  "day_closed",
  "day_missed",
] as const satisfies readonly OrderEventKind[];
