import type { Random } from "@vriddhi/core/shared/random";
import { ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { lruPut } from "../bounded-map/lru-put.ts";
import { DurableMap, noPartLogs, type PartLogs } from "../event-log/part-log.ts";
import type { OrderEntity, PaymentEntity, RefundEntity, Refusal } from "./razorpay-wire.ts";
import { refuse } from "./razorpay-wire.ts";

export type EventName =
  | "payment.authorized"
  | "payment.captured"
  | "payment.failed"
  | "order.paid"
  | "refund.created"
  | "refund.processed"
  | "refund.failed";

/** Snapshots at that moment. */
export interface RazorpayEvent {
  readonly name: EventName;
  readonly at: EpochMs;
  readonly payment?: PaymentEntity;
  readonly order?: OrderEntity;
  readonly refund?: RefundEntity;
}

export interface KeptOrder {
  readonly entity: OrderEntity;
  readonly isAutoCaptured: boolean;
  readonly uncapturedForMs: number;
}

export interface Ledger {
  readonly orders: Map<string, KeptOrder>;
  readonly payments: Map<string, PaymentEntity>;
  readonly refunds: Map<string, RefundEntity>;
  readonly refundKeys: Map<string, { readonly request: string; readonly refundId: string }>;
  drawId(prefix: "order" | "pay" | "rfnd" | "acc" | "evt"): string;
  drawDigits(length: number): string;
  order(id: string): Result<KeptOrder, Refusal>;
  payment(id: string): Result<PaymentEntity, Refusal>;
  refund(id: string): Result<RefundEntity, Refusal>;
  putOrder(order: KeptOrder): void;
  putPayment(payment: PaymentEntity): PaymentEntity;
  putRefund(refund: RefundEntity): RefundEntity;
  publish(event: RazorpayEvent): void;
  /** Events since the last call. */
  takeEvents(): readonly RazorpayEvent[];
  clear(): void;
}

const ID_LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];
const ID_LENGTH = 14;
const DIGITS = [..."0123456789"];

export const toSeconds = (instant: EpochMs): number => Math.floor(instant / 1_000);

export function createLedger(random: Random, memories: PartLogs = noPartLogs): Ledger {
  const orders: Ledger["orders"] = new DurableMap(memories.memory("razorpay.orders"));
  const payments: Ledger["payments"] = new DurableMap(memories.memory("razorpay.payments"));
  const refunds: Ledger["refunds"] = new DurableMap(memories.memory("razorpay.refunds"));
  const refundKeys: Ledger["refundKeys"] = new DurableMap(memories.memory("razorpay.keys"));
  let events: RazorpayEvent[] = [];

  const draw = (letters: readonly string[], length: number) =>
    Array.from({ length }, () => random.pick(letters)).join("");

  /** An unknown id is a 400 here, not a 404. */
  function find<T>(kept: ReadonlyMap<string, T>, prefix: string, id: string): Result<T, Refusal> {
    if (!new RegExp(`^${prefix}_[A-Za-z0-9]{${ID_LENGTH}}$`).test(id)) return refuse(`${id} is not a valid id`);
    const found = kept.get(id);
    return found === undefined ? refuse("The id provided does not exist") : ok(found);
  }

  return {
    orders,
    payments,
    refunds,
    refundKeys,
    drawId: (prefix) => `${prefix}_${draw(ID_LETTERS, ID_LENGTH)}`,
    drawDigits: (length) => draw(DIGITS, length),
    order: (id) => find(orders, "order", id),
    payment: (id) => find(payments, "pay", id),
    refund: (id) => find(refunds, "rfnd", id),
    putOrder(order) {
      if (orders.has(order.entity.id)) orders.set(order.entity.id, order);
      else lruPut(orders, order.entity.id, order);
    },
    putPayment(payment) {
      if (payments.has(payment.id)) payments.set(payment.id, payment);
      else lruPut(payments, payment.id, payment);
      return payment;
    },
    putRefund(refund) {
      if (refunds.has(refund.id)) refunds.set(refund.id, refund);
      else lruPut(refunds, refund.id, refund);
      return refund;
    },
    publish: (event) => void events.push(event),
    takeEvents() {
      const taken = events;
      events = [];
      return taken;
    },
    clear() {
      for (const kept of [orders, payments, refunds, refundKeys]) kept.clear();
      events = [];
    },
  };
}
