import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export type OrderKind = "plan" | "ebook";

export interface Order {
  readonly id: string;
  /** null: a guest. */
  readonly userId: string | null;
  readonly kind: OrderKind;
  readonly plan: string;
  readonly band: Paise;
  readonly amount: Paise;
  readonly couponCode: string | null;
  readonly providerOrderId: string | null;
  readonly state: "open" | "waiting" | "paid";
  readonly paymentId: string | null;
  readonly createdAt: EpochMs;
  readonly paidAt: EpochMs | null;
  readonly settledAt: EpochMs | null;
  readonly buyerEmail: string | null;
}

export type NewOrder = Pick<
  Order,
  "id" | "userId" | "kind" | "plan" | "band" | "amount" | "couponCode" | "createdAt"
> & { readonly nextCheckAt: EpochMs };

export interface SettledPayment {
  readonly orderId: string;
  readonly paymentId: string;
  readonly email: string | null;
  readonly paidAt: EpochMs;
  readonly settledAt: EpochMs;
}

export interface OrderStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One order at a time is made for one person. */
  holdPerson(tx: Tx, userId: string): Promise<void>;
  /** An unpaid order for the same thing that is young enough to be paid still. */
  findOpen(tx: Tx, wish: Omit<NewOrder, "id" | "createdAt" | "nextCheckAt">, since: EpochMs): Promise<Order | null>;
  add(tx: Tx, order: NewOrder): Promise<void>;
  /** The first name that the provider gave it stays; that one is returned. */
  nameOrder(orderId: string, providerOrderId: string): Promise<string>;
  findByProviderId(providerOrderId: string): Promise<Order | null>;
  findByPaymentId(paymentId: string): Promise<Order | null>;
  /** Paid for, but not captured. */
  markWaiting(orderId: string): Promise<void>;
  /** True for the one call that turns the order into a paid one, and only within its transaction. */
  claim(tx: Tx, payment: SettledPayment): Promise<boolean>;
  paymentOf(tx: Tx, orderId: string): Promise<string | null>;
  find(tx: Tx, orderId: string): Promise<Order | null>;
  /** The purchase that was paid for and is not captured yet; the newest of several. */
  waitingOf(userId: string): Promise<Order | null>;
  /** Decided: nothing of it was or will be captured. It may be paid again. */
  markUndone(orderId: string): Promise<void>;
  /** Bought or being bought, newest first. */
  listBought(userId: string): Promise<readonly Order[]>;
  /** Orders that nobody verified and that are due to be asked about. */
  listUnsettled(now: EpochMs, most: number): Promise<readonly Order[]>;
  checkAgainAt(orderId: string, at: EpochMs | null): Promise<void>;
  hasEvent(eventId: string): Promise<boolean>;
  noteEvent(event: { id: string; kind: string; receivedAt: EpochMs }): Promise<void>;
}
