import { createHash } from "node:crypto";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { epochMs, type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { z } from "zod";
import type { GatewayPayment, GatewayRefund, PaymentGateway } from "../../gateways/payment/payment-gateway.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Order, OrderStore } from "./order.store.ts";
import type { RefundService } from "./refund.service.ts";
import type { Settlement } from "./settlement.ts";

const ID_MAX = 100;
const money = z.int().nonnegative().transform(paise);

const paymentShape = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    amount: money,
    currency: z.string(),
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
    email: z.string().nullish(),
    contact: z.string().nullish(),
    amount_refunded: money.nullish(),
    error_description: z.string().nullish(),
    created_at: z.int(),
  })
  .transform(
    (wire): GatewayPayment => ({
      id: wire.id,
      orderId: wire.order_id ?? null,
      amountPaise: wire.amount,
      currency: wire.currency,
      status: wire.status,
      email: wire.email ?? null,
      contact: wire.contact ?? null,
      refundedPaise: wire.amount_refunded ?? paise(0),
      createdAt: epochMs(wire.created_at * SECOND_MS),
      errorDescription: wire.error_description ?? null,
    }),
  );

const refundShape = z
  .object({ id: z.string(), payment_id: z.string(), amount: money, status: z.enum(["pending", "processed", "failed"]) })
  .transform(
    (wire): GatewayRefund => ({
      id: wire.id,
      paymentId: wire.payment_id,
      amountPaise: wire.amount,
      status: wire.status,
    }),
  );

const eventShape = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: paymentShape }).optional(),
    refund: z.object({ entity: refundShape }).optional(),
  }),
});
type ProviderEvent = z.infer<typeof eventShape>;

export interface SignedMessage {
  readonly bytes: Buffer;
  readonly signature: string | null;
  readonly eventId: string | null;
}

export interface WebhookService {
  receive(message: SignedMessage): Promise<Result<void, "signature_wrong">>;
}

export interface WebhookDeps {
  readonly store: OrderStore;
  readonly gateway: PaymentGateway;
  readonly settle: Settlement;
  readonly refunds: RefundService;
  readonly clock: HumanClock;
  readonly log: Logger;
}

/** Events repeat in any order and are recorded after their handling: one that fails half way is handled again. */
export function createWebhookService({ store, gateway, settle, refunds, clock, log }: WebhookDeps): WebhookService {
  const orderOf = async (payment: GatewayPayment | undefined): Promise<Order | null> =>
    payment?.orderId ? store.findByProviderId(payment.orderId) : null;

  async function onPayment(payment: GatewayPayment | undefined): Promise<void> {
    const order = await orderOf(payment);
    if (!order || !payment) return;
    if (payment.status === "captured") await settle(order, payment);
    else if (payment.status === "authorized") await store.markWaiting(order.id);
  }

  async function onRefund({ payload }: ProviderEvent): Promise<void> {
    const refund = payload.refund?.entity;
    if (!refund) return;
    const order = (await store.findByPaymentId(refund.paymentId)) ?? (await orderOf(payload.payment?.entity));
    if (order) await refunds.note(refund, order);
  }

  async function dealWith(event: ProviderEvent): Promise<void> {
    if (event.event.startsWith("refund.")) return onRefund(event);
    if (event.event.startsWith("payment.dispute."))
      return log.error({ event: event.event, paymentId: event.payload.payment?.entity.id }, "payment: dispute opened");
    await onPayment(event.payload.payment?.entity);
  }

  return {
    async receive({ bytes, signature, eventId }) {
      if (signature === null || !gateway.isWebhookSignature(bytes, signature)) return err("signature_wrong");
      const id = (eventId ?? createHash("sha256").update(bytes).digest("hex")).slice(0, ID_MAX);
      if (await store.hasEvent(id)) return ok(undefined);
      const event = eventShape.safeParse(JSON.parse(bytes.toString("utf8")));
      if (event.success) await dealWith(event.data);
      else log.warn({ eventId: id }, "payment: unknown webhook event");
      const kind = event.success ? event.data.event : "unknown";
      await store.noteEvent({ id, kind: kind.slice(0, ID_MAX), receivedAt: clock.now() });
      return ok(undefined);
    },
  };
}
