import { assert } from "../shared/assert.ts";
import { type Paise, paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import type { BrokerOrderId } from "./order.ts";

export const orderStatuses = [
  "planned",
  "ready",
  "sending",
  "unknown",
  "abandoned",
  "accepted",
  "partly_filled",
  "filled",
  "cancelled",
  "rejected",
  "expired",
  "stuck",
  "handed_over",
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** An entry expires, an exit never does. */
export type OrderLeg = "entry" | "exit";

export type OrderReason =
  | "answer_lost"
  | "process_restarted"
  | "not_found_in_clean_scans"
  | "never_appeared"
  | "refused_by_broker"
  | "ended_by_broker"
  | "valid_until_passed"
  | "day_ended"
  | "blocked"
  | "declined"
  | "approval_lapsed"
  | "price_moved"
  | "nothing_left"
  | "appeared_late"
  | "circuit"
  | "not_flat_in_time"
  | "refused_repeatedly"
  | "oversold"
  | "broker_square_off";

export interface OrderState {
  readonly status: OrderStatus;
  readonly leg: OrderLeg;
  /** The total, including the filled part; follows the book where a modification changed it. */
  readonly quantity: number;
  /** Never falls. */
  readonly filled: number;
  /** As rounded by the book; 0 without a fill. */
  readonly averagePrice: Paise;
  readonly orderId: BrokerOrderId | null;
  readonly reason: OrderReason | null;
  readonly brokerReason: string | null;
  readonly attempts: number;
  /** When it was last claimed for dispatch; `null` if only by the inserting commit, or never. */
  readonly claimedAt: EpochMs | null;
  /** True between a proof that nothing was accepted and the next attempt. */
  readonly isProvedUnsent: boolean;
  /** Set with `unknown`: whether the connection is proved to deliver nothing more. */
  readonly isResetProved: boolean;
  readonly unknownSince: EpochMs | null;
  /** The book showed it after we had given it up, or before we sent it. */
  readonly wasGivenUp: boolean;
  /** Start of the first read that showed it late. */
  readonly lateSince: EpochMs | null;
  /** The book itself showed a final status. */
  readonly isFinalInBook: boolean;
  /** Start of the newest read whose row was applied. */
  readonly seenAt: EpochMs | null;
  /** Start of the read that showed the average price. */
  readonly filledSeenAt: EpochMs | null;
}

const finalStatuses: ReadonlySet<OrderStatus> = new Set(["filled", "cancelled", "rejected", "expired", "handed_over"]);

/** No more steps; its filled quantity still follows the book. */
export const isOrderFinal = (status: OrderStatus): boolean => finalStatuses.has(status);

const atBrokerStatuses: ReadonlySet<OrderStatus> = new Set(["accepted", "partly_filled", "stuck"]);

/** The book shows it working, so it can be modified and cancelled. */
export const isAtBroker = (status: OrderStatus): boolean => atBrokerStatuses.has(status);

/** It may trade without another action of ours: sent, lost, or given up during the day. */
export const mayTrade = ({ status, isProvedUnsent }: OrderState): boolean =>
  isAtBroker(status) || status === "unknown" || status === "abandoned" || (status === "sending" && !isProvedUnsent);

/** It trades or has traded although we had given it up: an entry is cancelled and flattened within `LATE_FLAT_MS`. */
export const isLate = ({ wasGivenUp, filled, status }: OrderState): boolean =>
  wasGivenUp && (filled > 0 || isAtBroker(status));

export const remainingOf = ({ quantity, filled }: OrderState): number => Math.max(0, quantity - filled);

export interface NewOrder {
  readonly leg: OrderLeg;
  readonly quantity: number;
  /** Entries of a wave begin as `sending`, because row and attempt share one commit. */
  readonly status: "planned" | "ready" | "sending";
}

export const USUAL = {
  orderId: null,
  reason: null,
  brokerReason: null,
  claimedAt: null,
  isProvedUnsent: false,
  isResetProved: false,
  unknownSince: null,
  wasGivenUp: false,
  lateSince: null,
  isFinalInBook: false,
  seenAt: null,
  filledSeenAt: null,
} as const satisfies Partial<OrderState>;

export function newOrder({ leg, quantity, status }: NewOrder): OrderState {
  assert(Number.isSafeInteger(quantity) && quantity > 0, "an order is for at least one share");
  const attempts = status === "sending" ? 1 : 0;
  return { status, leg, quantity, filled: 0, averagePrice: paise(0), attempts, ...USUAL };
}
