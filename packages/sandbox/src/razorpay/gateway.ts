import { createHmac, timingSafeEqual } from "node:crypto";
import type { Random } from "@vriddhi/core/shared/random";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { PartLogs } from "../event-log/part-log.ts";
import { createLedger, type RazorpayEvent } from "./ledger.ts";
import { createOrders } from "./orders.ts";
import { type Attempt, createPayments, failureOf, type Outcome } from "./payments.ts";
import {
  type OrderEntity,
  type PaymentEntity,
  type RazorpayReply,
  type RazorpayRequest,
  type RefundEntity,
  type Refusal,
  refuse,
  toReply,
  type WireError,
} from "./razorpay-wire.ts";
import { createRefunds } from "./refunds.ts";

export interface RazorpayKeys {
  readonly keyId: string;
  readonly keySecret: string;
}

export interface CheckoutAnswer {
  readonly razorpay_payment_id: string;
  readonly razorpay_order_id: string;
  readonly razorpay_signature: string;
}

export interface RazorpayGateway {
  /** Deterministic: the same seed and the same calls give the same replies. */
  handle(request: RazorpayRequest, now: EpochMs): RazorpayReply;
  /** Public data for a browser: the key id opens nothing else. */
  orderFor(keyId: string, orderId: string): Result<OrderEntity, Refusal>;
  attempt(attempt: Attempt, now: EpochMs): Result<PaymentEntity, Refusal>;
  settle(paymentId: string, outcome: Exclude<Outcome, "late">, now: EpochMs): Result<PaymentEntity, Refusal>;
  answerOf(payment: PaymentEntity): CheckoutAnswer | { readonly error: WireError };
  failRefund(id: string, now: EpochMs): Result<RefundEntity, Refusal>;
  /** Applies time: refunds settle, uncaptured payments are returned. */
  passTime(now: EpochMs): void;
  takeEvents(): readonly RazorpayEvent[];
  drawId(prefix: "acc" | "evt"): string;
  clear(): void;
}

const isSame = (left: string, right: string): boolean => {
  const [a, b] = [left, right].map((text) => createHmac("sha256", "compare").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};

type Serve = (ids: readonly string[], request: RazorpayRequest, now: EpochMs) => Result<unknown, Refusal>;

const headerOf = ({ headers }: RazorpayRequest, name: string): string | undefined => [headers[name]].flat()[0];

function createRoutes(
  orders: ReturnType<typeof createOrders>,
  payments: ReturnType<typeof createPayments>,
  refunds: ReturnType<typeof createRefunds>,
): readonly (readonly [string, RegExp, Serve])[] {
  return [
    ["POST", /^\/v1\/orders\/?$/, (_ids, { body }, now) => orders.create(body, now)],
    ["GET", /^\/v1\/orders\/?$/, (_ids, { query }) => orders.list(query)],
    ["GET", /^\/v1\/orders\/([^/]+)\/?$/, ([id = ""]) => orders.fetch(id)],
    ["PATCH", /^\/v1\/orders\/([^/]+)\/?$/, ([id = ""], { body }) => orders.edit(id, body)],
    ["GET", /^\/v1\/orders\/([^/]+)\/payments$/, ([id = ""]) => orders.payments(id)],
    ["GET", /^\/v1\/payments\/?$/, (_ids, { query }) => payments.list(query)],
    ["GET", /^\/v1\/payments\/([^/]+)\/?$/, ([id = ""]) => payments.fetch(id)],
    ["POST", /^\/v1\/payments\/([^/]+)\/capture$/, ([id = ""], { body }, now) => payments.capture(id, body, now)],
    [
      "POST",
      /^\/v1\/payments\/([^/]+)\/refund$/,
      ([id = ""], request, now) => refunds.create(id, request.body, headerOf(request, "x-refund-idempotency"), now),
    ],
    ["GET", /^\/v1\/payments\/([^/]+)\/refunds$/, ([id = ""], { query }) => refunds.listOf(id, query)],
    ["GET", /^\/v1\/payments\/([^/]+)\/refunds\/([^/]+)$/, ([id = "", refund = ""]) => refunds.fetchOf(id, refund)],
    ["GET", /^\/v1\/refunds\/?$/, (_ids, { query }) => refunds.list(query)],
    ["GET", /^\/v1\/refunds\/([^/]+)$/, ([id = ""]) => refunds.fetch(id)],
    ["PATCH", /^\/v1\/refunds\/([^/]+)$/, ([id = ""], { body }) => refunds.edit(id, body)],
  ];
}

export function createRazorpay(deps: {
  readonly keys: RazorpayKeys;
  readonly random: Random;
  readonly isCapturedByDefault?: boolean;
  readonly memories?: PartLogs;
}): RazorpayGateway {
  const { keyId, keySecret } = deps.keys;
  const ledger = createLedger(deps.random, deps.memories);
  const orders = createOrders(ledger, deps.isCapturedByDefault ?? true);
  const payments = createPayments(ledger);
  const refunds = createRefunds(ledger);
  const routes = createRoutes(orders, payments, refunds);
  /** The scheme is compared literally. */
  const credentials = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  const passTime = (now: EpochMs): void => {
    refunds.returnUncaptured(now);
    refunds.settleDue(now);
  };

  function serve(request: RazorpayRequest, now: EpochMs): Result<unknown, Refusal> {
    if (!isSame(headerOf(request, "authorization") ?? "", credentials))
      return refuse("Authentication failed", { reason: "authentication_failed" }, 401);
    for (const [method, pattern, answer] of routes) {
      const match = method === request.method ? pattern.exec(request.path) : null;
      if (match) return answer(match.slice(1), request, now);
    }
    return refuse("The requested URL was not found on the server.", { reason: "url_not_found" }, 404);
  }

  return {
    handle(request, now) {
      passTime(now);
      return toReply(serve(request, now));
    },
    orderFor: (claimedKeyId, orderId) =>
      claimedKeyId === keyId ? orders.fetch(orderId) : refuse("The key id does not exist", {}, 401),
    attempt: payments.attempt,
    settle: payments.settle,
    answerOf(payment) {
      const { id, order_id: orderId, status } = payment;
      if (status === "failed" || status === "created" || orderId === null) return { error: failureOf(payment) };
      const razorpay_signature = createHmac("sha256", keySecret).update(`${orderId}|${id}`).digest("hex");
      return { razorpay_payment_id: id, razorpay_order_id: orderId, razorpay_signature };
    },
    failRefund: refunds.fail,
    passTime,
    takeEvents: ledger.takeEvents,
    drawId: ledger.drawId,
    clear: ledger.clear,
  };
}
