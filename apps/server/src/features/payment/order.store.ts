import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export type OrderKind = "plan" | "ebook";

export interface Order {
  readonly id: string;
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
  /** Serialises the creation of a user's orders. */
  holdPerson(tx: Tx, userId: string): Promise<void>;
  findOpen(tx: Tx, like: Omit<NewOrder, "id" | "createdAt" | "nextCheckAt">, since: EpochMs): Promise<Order | null>;
  add(tx: Tx, order: NewOrder): Promise<void>;
  /** Stores the provider's id, once; returns the stored one. */
  nameOrder(orderId: string, providerOrderId: string): Promise<string>;
  findByProviderId(providerOrderId: string): Promise<Order | null>;
  findByPaymentId(paymentId: string): Promise<Order | null>;
  markWaiting(orderId: string): Promise<void>;
  /** `true` for the one call that marks the order as paid; takes effect with its transaction. */
  claim(tx: Tx, payment: SettledPayment): Promise<boolean>;
  paymentOf(tx: Tx, orderId: string): Promise<string | null>;
  find(tx: Tx, orderId: string): Promise<Order | null>;
  /** The newest purchase that is paid and not captured. */
  waitingOf(userId: string): Promise<Order | null>;
  /** Final: nothing was or will be captured. It may be paid again. */
  markUndone(orderId: string): Promise<void>;
  listBought(userId: string): Promise<readonly Order[]>;
  listUnsettled(now: EpochMs, most: number): Promise<readonly Order[]>;
  checkAgainAt(orderId: string, at: EpochMs | null): Promise<void>;
  hasEvent(eventId: string): Promise<boolean>;
  noteEvent(event: { id: string; kind: string; receivedAt: EpochMs }): Promise<void>;
}
