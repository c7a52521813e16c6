import { DAY_MS, type EpochMs, type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { GatewayPayment, PaymentGateway } from "../../gateways/payment/payment-gateway.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Order, OrderStore } from "./order.store.ts";
import type { Settlement } from "./settlement.ts";

const AT_ONCE = 50;
const PAUSE_MIN_MS = 2 * MINUTE_MS;
const PAUSE_MAX_MS = DAY_MS;
/** A bank may authorise a payment days after it seemed to fail. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS;

export interface ReconciliationDeps {
  readonly store: OrderStore;
  readonly gateway: PaymentGateway;
  readonly settle: Settlement;
  readonly clock: HumanClock;
  readonly log: Logger;
}

const UNDECIDED: readonly GatewayPayment["status"][] = ["created", "authorized", "captured"];

/** No payment is pending any more. The provider's list may lag behind a new payment. */
const isUndone = (payments: readonly GatewayPayment[], ageMs: number): boolean =>
  payments.every(({ status }) => !UNDECIDED.includes(status)) && (payments.length > 0 || ageMs > GIVE_UP_AFTER_MS);

/** A payment that waits for its capture is checked until it is decided, an unpaid order for a week. */
function nextCheckAt({ state, createdAt }: Order, now: EpochMs): EpochMs | null {
  const ageMs = now - createdAt;
  if (state !== "waiting" && ageMs > GIVE_UP_AFTER_MS) return null;
  return later(now, Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, ageMs)));
}

/** Finds payments whose browser was closed, whose webhook did not come, or whose answer was lost. */
export function createReconciliation({ store, gateway, settle, clock, log }: ReconciliationDeps): () => Promise<void> {
  async function takeUp(order: Order, payment: GatewayPayment): Promise<void> {
    if (payment.status === "captured") return void (await settle(order, payment));
    if (payment.status !== "authorized" || payment.amountPaise !== order.amount) return;
    const captured = await gateway.capture(payment.id, order.amount);
    if (captured.ok) return void (await settle(order, captured.value));
    log.warn({ orderId: order.id, fault: captured.error.kind }, "payment: capture failed");
    await store.markWaiting(order.id);
  }

  async function look(order: Order): Promise<void> {
    const now = clock.now();
    await store.checkAgainAt(order.id, nextCheckAt(order, now));
    const payments = await gateway.paymentsOfOrder(order.providerOrderId ?? "");
    if (!payments.ok)
      return log.warn(
        { orderId: order.id, fault: payments.error.kind },
        "payment: reading the payments of an order failed",
      );
    // Captured payments first: an authorised one must not be captured beside them.
    const captured = payments.value.filter(({ status }) => status === "captured");
    for (const payment of captured.length > 0 ? captured : payments.value) await takeUp(order, payment);
    if (isUndone(payments.value, now - order.createdAt)) await store.markUndone(order.id);
  }

  return async () => {
    for (const order of await store.listUnsettled(clock.now(), AT_ONCE)) await look(order);
  };
}
