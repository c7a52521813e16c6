import type { Purchase } from "@vriddhi/core/billing/purchase";
import type { PurchasePreview } from "@vriddhi/core/billing/purchase-preview";
import { ok } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { OrderService, PayableOrder } from "./order.service.ts";
import { paymentReplies } from "./payment.messages.ts";
import { createPreviewHandler } from "./preview.ts";
import type { PaymentProof, VerifyService } from "./verify.service.ts";
import type { WebhookService } from "./webhook.service.ts";

export interface PaymentRouteDeps {
  readonly orders: OrderService;
  readonly verifier: VerifyService;
  readonly webhooks: WebhookService;
  readonly keyId: string;
  readonly checkoutUrl: string;
  ebookLink(orderId: string): { readonly url: string; readonly expiresAt: EpochMs };
  preview(userId: string, purchase: Purchase): Promise<PurchasePreview>;
}

const toProof = (body: {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}): PaymentProof => ({
  providerOrderId: body.razorpay_order_id,
  paymentId: body.razorpay_payment_id,
  signature: body.razorpay_signature,
});

export function paymentHandlers(
  deps: PaymentRouteDeps,
): Handlers<
  | "previewPurchase"
  | "createOrder"
  | "verifyPayment"
  | "receivePaymentEvent"
  | "readPaymentKey"
  | "createGuestOrder"
  | "verifyGuestPayment"
> {
  const { orders, verifier, webhooks, keyId, checkoutUrl } = deps;
  const toReply = ({ providerOrderId, amount }: PayableOrder) => ({
    id: providerOrderId,
    amount,
    currency: "INR" as const,
    key_id: keyId,
    checkout_url: checkoutUrl,
  });
  return {
    previewPurchase: createPreviewHandler(deps.preview),
    async createOrder({ caller, body }) {
      const ordered = await orders.orderPlan({
        userId: caller.userId,
        plan: body.plan_name,
        maxCapitalRupees: body.max_capital,
        amountRupees: body.amount,
        coupon: body.coupon_code ?? null,
      });
      return ordered.ok ? ok(toReply(ordered.value)) : ordered;
    },
    async verifyPayment({ caller, body }) {
      const verified = await verifier.verify(caller.userId, toProof(body));
      if (!verified.ok) return verified;
      return verified.value.status === "paid"
        ? ok({ status: "active", message: paymentReplies.active })
        : ok({ status: "pending", message: paymentReplies.pending });
    },
    async receivePaymentEvent({ raw }) {
      const received = await webhooks.receive({
        bytes: raw.bytes,
        signature: raw.header("x-razorpay-signature"),
        eventId: raw.header("x-razorpay-event-id"),
      });
      return received.ok ? ok({ status: "ok" }) : received;
    },
    readPaymentKey: async () => ok({ key_id: keyId, checkout_url: checkoutUrl }),
    async createGuestOrder({ body }) {
      const ordered = await orders.orderEbook(body.amount);
      return ordered.ok ? ok(toReply(ordered.value)) : ordered;
    },
    async verifyGuestPayment({ body }) {
      const verified = await verifier.verify(null, toProof(body));
      if (!verified.ok) return verified;
      const { status, order } = verified.value;
      if (status === "pending")
        return ok({ status, message: paymentReplies.pending, download_url: null, expires_at: null });
      const { url, expiresAt } = deps.ebookLink(order.id);
      return ok({ status, message: paymentReplies.ebookPaid, download_url: url, expires_at: toTimestamp(expiresAt) });
    },
  };
}
