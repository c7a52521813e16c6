import { DAY_MS, type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Logger } from "../../platform/log/logger.ts";
import type { GatewayPayment, PaymentGateway } from "../../platform/payment/payment-gateway.ts";
import type { Order, OrderStore } from "./order.store.ts";
import type { Settlement } from "./settlement.ts";

const AT_ONCE = 50;
const PAUSE_MIN_MS = 2 * MINUTE_MS;
/** A bank may authorise a payment days after it seemed to have failed. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS;

export interface ReconciliationDeps {
  readonly store: OrderStore;
  readonly gateway: PaymentGateway;
  readonly settle: Settlement;
  readonly clock: HumanClock;
  readonly log: Logger;
}

/**
 * Asks the provider about orders that nobody verified: the browser was closed, the webhook did not come, an answer was
 * lost. The older the order, the longer the pause until it is asked about again.
 */
export function createReconciliation({ store, gateway, settle, clock, log }: ReconciliationDeps): () => Promise<void> {
  async function takeUp(order: Order, payment: GatewayPayment): Promise<void> {
    if (payment.status === "captured") return void (await settle(order, payment));
    if (payment.status !== "authorized" || payment.amountPaise !== order.amount) return;
    const captured = await gateway.capture(payment.id, order.amount);
    if (captured.ok) return void (await settle(order, captured.value));
    log.warn({ orderId: order.id, fault: captured.error.kind }, "a payment could not be captured");
    await store.markWaiting(order.id);
  }

  async function look(order: Order): Promise<void> {
    const now = clock.now();
    const ageMs = now - order.createdAt;
    await store.checkAgainAt(order.id, ageMs > GIVE_UP_AFTER_MS ? null : later(now, Math.max(PAUSE_MIN_MS, ageMs)));
    const payments = await gateway.paymentsOfOrder(order.providerOrderId ?? "");
    if (!payments.ok) return log.warn({ orderId: order.id, fault: payments.error.kind }, "an order could not be read");
    // What is captured first: a payment that is only authorised must not be captured beside it.
    const captured = payments.value.filter(({ status }) => status === "captured");
    for (const payment of captured.length > 0 ? captured : payments.value) await takeUp(order, payment);
  }

  return async () => {
    for (const order of await store.listUnsettled(clock.now(), AT_ONCE)) await look(order);
  };
}
