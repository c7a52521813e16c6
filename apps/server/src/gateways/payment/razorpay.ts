import { createHmac, timingSafeEqual } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { z } from "zod";
import type { Secret } from "../../platform/config/secret.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { GatewayFault, GatewayOrder, PaymentGateway } from "./payment-gateway.ts";
import {
  createRazorpayTransport,
  isFault,
  type RazorpayCall,
  type RazorpayReply,
  type RazorpayTransportOptions,
  silence,
} from "./razorpay-transport.ts";
import { collectionOf, errorShape, orderShape, paymentShape, refundShape } from "./razorpay-wire.ts";

export interface RazorpayOptions extends RazorpayTransportOptions {
  /** Signs webhooks; not the key's secret. Two during a rotation. */
  readonly webhookSecrets: readonly Secret[];
}

const PAGE_MAX = 100;
const RETRY_AFTER_DEFAULT_MS = SECOND_MS;
const UNKNOWN_ID = "The id provided does not exist";
const SIGNATURE = /^[0-9a-f]{64}$/;
const WORDS_MAX = 120;

const isSignedBy = (secret: Secret, signed: string | Buffer, signature: string): boolean =>
  SIGNATURE.test(signature) &&
  timingSafeEqual(createHmac("sha256", secret.reveal()).update(signed).digest(), Buffer.from(signature, "hex"));

function retryAfterMs(text: string | null): number {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * SECOND_MS, MINUTE_MS) : RETRY_AFTER_DEFAULT_MS;
}

/** Maps an error reply. What we cannot parse is never classified as refused. */
function toFault(call: RazorpayCall, { status, body, retryAfter }: RazorpayReply): GatewayFault {
  if (status === 429) return { kind: "throttled", retryAfterMs: retryAfterMs(retryAfter) };
  const refusal = errorShape.safeParse(body);
  // 409: another request with this key is in progress, so an outcome may exist already.
  if (status < 400 || status >= 500 || status === 409 || !refusal.success) return silence(call, `http_${status}`);
  const { code, description } = refusal.data.error;
  return description.startsWith(UNKNOWN_ID) || description.endsWith("is not a valid id")
    ? { kind: "not_found" }
    : { kind: "refused", code, description };
}

const oldestFirst = (left: { readonly createdAtSeconds: number }, right: { readonly createdAtSeconds: number }) =>
  left.createdAtSeconds - right.createdAtSeconds;

const withoutTime = ({ createdAtSeconds: _, ...order }: z.infer<typeof orderShape>): GatewayOrder => order;

function report(log: Logger, { name }: RazorpayCall, status: number, fault: GatewayFault): void {
  if (fault.kind === "refused") {
    // Numbers and addresses in the text may be personal data.
    const reason = fault.description.replaceAll(/\S*@\S*|\d{3,}/g, "…").slice(0, WORDS_MAX);
    log.warn({ call: name, status, code: fault.code, reason }, "payment: provider refused");
  } else log.warn({ call: name, status, fault: fault.kind }, "payment: provider failed");
}

/** Razorpay's HTTP API. Never retries: the caller knows whether that is safe. */
export function createRazorpayGateway({ webhookSecrets, ...options }: RazorpayOptions): PaymentGateway {
  const transport = createRazorpayTransport(options);
  const log = options.log.child({ feature: "payment", gateway: "razorpay" });

  async function ask<T extends z.ZodType>(call: RazorpayCall, shape: T): Promise<Result<z.infer<T>, GatewayFault>> {
    const answer = await transport.ask(call);
    if (isFault(answer)) return err(answer);
    const isSuccess = answer.status >= 200 && answer.status < 300;
    const read = isSuccess ? shape.safeParse(answer.body) : null;
    if (read?.success) return ok(read.data);
    const fault = isSuccess ? silence(call, "unreadable_answer") : toFault(call, answer);
    report(log, call, answer.status, fault);
    return err(fault);
  }

  const path = (...parts: string[]) => `/v1/${parts.map(encodeURIComponent).join("/")}`;
  const get = <T extends z.ZodType>(name: string, address: string, shape: T) =>
    ask({ method: "GET", path: address, name }, shape);

  return {
    keyId: options.keyId,
    async createOrder({ amountPaise, receipt, notes }) {
      const body = { amount: amountPaise, currency: "INR", receipt, notes, payment: { capture: "automatic" } };
      const made = await ask({ method: "POST", path: path("orders"), name: "createOrder", body }, orderShape);
      return made.ok ? ok(withoutTime(made.value)) : made;
    },
    async findOrderByReceipt(receipt) {
      const address = `${path("orders")}?${new URLSearchParams({ receipt, count: String(PAGE_MAX) })}`;
      const found = await get("findOrderByReceipt", address, collectionOf(orderShape));
      if (!found.ok) return found;
      const [oldest] = found.value.items.filter((order) => order.receipt === receipt).toSorted(oldestFirst);
      return ok(oldest ? withoutTime(oldest) : null);
    },
    async paymentsOfOrder(orderId) {
      const found = await get("paymentsOfOrder", path("orders", orderId, "payments"), collectionOf(paymentShape));
      return found.ok ? ok(found.value.items) : found;
    },
    findPayment: (id) => get("findPayment", path("payments", id), paymentShape),
    capture: (paymentId, amountPaise) =>
      ask(
        {
          method: "POST",
          path: path("payments", paymentId, "capture"),
          name: "capture",
          body: { amount: amountPaise, currency: "INR" },
        },
        paymentShape,
      ),
    refund: ({ paymentId, amountPaise, key, notes }) =>
      ask(
        {
          method: "POST",
          path: path("payments", paymentId, "refund"),
          name: "refund",
          headers: { "x-refund-idempotency": key },
          body: { amount: amountPaise, speed: "normal", notes },
        },
        refundShape,
      ),
    async refundsOf(paymentId) {
      const address = `${path("payments", paymentId, "refunds")}?count=${PAGE_MAX}`;
      const found = await get("refundsOf", address, collectionOf(refundShape));
      return found.ok ? ok(found.value.items) : found;
    },
    isCheckoutSignature: ({ orderId, paymentId, signature }) =>
      isSignedBy(options.keySecret, `${orderId}|${paymentId}`, signature),
    isWebhookSignature: (rawBody, signature) =>
      webhookSecrets.map((secret) => isSignedBy(secret, rawBody, signature)).includes(true),
    close: transport.close,
  };
}
