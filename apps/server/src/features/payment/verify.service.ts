import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { GatewayFault, GatewayPayment, PaymentGateway } from "../../gateways/payment/payment-gateway.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Order, OrderStore } from "./order.store.ts";
import type { Settlement } from "./settlement.ts";

export interface PaymentProof {
  readonly providerOrderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

export interface Verified {
  readonly status: "paid" | "pending";
  readonly order: Order;
}

type VerifyRefusal = "order_unknown" | "payment_unproved" | "payment_failed";

export interface VerifyService {
  /** `userId` is `null` for a guest. Another user's order counts as unknown. */
  verify(userId: string | null, proof: PaymentProof): Promise<Result<Verified, VerifyRefusal>>;
}

export interface VerifyDeps {
  readonly store: OrderStore;
  readonly gateway: PaymentGateway;
  readonly settle: Settlement;
  readonly log: Logger;
}

export function createVerifyService({ store, gateway, settle, log }: VerifyDeps): VerifyService {
  /** The signature is valid; the webhook or the reconciliation settles the rest. */
  async function wait(order: Order): Promise<Result<Verified, never>> {
    await store.markWaiting(order.id);
    return ok({ status: "pending", order });
  }

  async function judge(order: Order, payment: GatewayPayment): Promise<Result<Verified, VerifyRefusal>> {
    switch (payment.status) {
      case "captured": {
        const outcome = await settle(order, payment);
        return outcome === "mismatch" ? err("payment_unproved") : ok({ status: "paid", order });
      }
      case "authorized":
      case "created":
        return payment.orderId === order.providerOrderId ? wait(order) : err("payment_unproved");
      default:
        return err("payment_failed");
    }
  }

  function withoutAnswer(order: Order, fault: GatewayFault): Promise<Result<Verified, VerifyRefusal>> {
    log.warn({ orderId: order.id, fault: fault.kind }, "payment: reading a payment failed");
    const isNone = fault.kind === "not_found" || fault.kind === "refused";
    return isNone ? Promise.resolve(err("payment_unproved")) : wait(order);
  }

  return {
    async verify(userId, { providerOrderId, paymentId, signature }) {
      const order = await store.findByProviderId(providerOrderId);
      if (!order || order.providerOrderId === null || order.userId !== userId) return err("order_unknown");
      if (!gateway.isCheckoutSignature({ orderId: order.providerOrderId, paymentId, signature }))
        return err("payment_unproved");
      if (order.state === "paid" && order.paymentId === paymentId) return ok({ status: "paid", order });
      const payment = await gateway.findPayment(paymentId);
      return payment.ok ? judge(order, payment.value) : withoutAnswer(order, payment.error);
    },
  };
}
