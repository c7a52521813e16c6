import { ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { page } from "./collection.ts";
import { type Fields, readAmount, readFields, readNotes, readReceipt } from "./fields.ts";
import { type Ledger, toSeconds } from "./ledger.ts";
import { type PaymentEntity, type RefundEntity, type Refusal, refuse } from "./razorpay-wire.ts";

/** Five to seven working days in reality. */
export const REFUND_SETTLES_AFTER_MS = 2 * SECOND_MS;
const REFUNDABLE_MONTHS = 6;
const REFUND_FIELDS = ["amount", "speed", "receipt", "notes"];
const KEY = /^[A-Za-z0-9_-]{10,}$/;

const step = { step: "payment_refund" };

function isTooOld({ created_at: seconds }: PaymentEntity, now: EpochMs): boolean {
  const limit = new Date(seconds * SECOND_MS);
  limit.setUTCMonth(limit.getUTCMonth() + REFUNDABLE_MONTHS);
  return now > limit.getTime();
}

function readRefundAmount(fields: Fields, payment: PaymentEntity): Result<number, Refusal> {
  const left = payment.amount - payment.amount_refunded;
  const amount = fields["amount"] === undefined ? ok(left) : readAmount(fields["amount"]);
  if (!amount.ok) return amount;
  if (left === 0) return refuse("The payment has been fully refunded already", step);
  if (amount.value > left)
    return refuse("The total refund amount is greater than the refund payment amount", { ...step, field: "amount" });
  return amount;
}

const refundedOf = (payment: PaymentEntity, refunded: number): PaymentEntity => ({
  ...payment,
  amount_refunded: refunded,
  refund_status: refunded === 0 ? null : refunded === payment.amount ? "full" : "partial",
  status: refunded === payment.amount ? "refunded" : "captured",
});

function settle(ledger: Ledger, refund: RefundEntity, status: "processed" | "failed", now: EpochMs): RefundEntity {
  const arn = status === "processed" ? ledger.drawDigits(12) : null;
  const settled = ledger.putRefund({ ...refund, status, acquirer_data: { arn } });
  const payment = ledger.payments.get(refund.payment_id);
  const kept =
    payment && status === "failed"
      ? ledger.putPayment(refundedOf(payment, payment.amount_refunded - refund.amount))
      : payment;
  ledger.publish({ name: `refund.${status}`, at: now, refund: settled, ...(kept ? { payment: kept } : {}) });
  return settled;
}

function open(
  ledger: Ledger,
  payment: PaymentEntity,
  amount: number,
  fields: Fields,
  now: EpochMs,
): Result<RefundEntity, Refusal> {
  const receipt = readReceipt(fields["receipt"]);
  if (!receipt.ok) return receipt;
  const notes = readNotes(fields["notes"]);
  if (!notes.ok) return notes;
  const { speed = "normal" } = fields;
  if (speed !== "normal" && speed !== "optimum") return refuse("The speed must be normal or optimum.", step);
  const refund = ledger.putRefund({
    id: ledger.drawId("rfnd"),
    entity: "refund",
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: notes.value,
    receipt: receipt.value,
    acquirer_data: { arn: null },
    created_at: toSeconds(now),
    batch_id: null,
    status: "pending",
    speed_processed: speed === "optimum" ? "instant" : "normal",
    speed_requested: speed,
  });
  const refunded = ledger.putPayment(refundedOf(payment, payment.amount_refunded + amount));
  ledger.publish({ name: "refund.created", at: now, refund, payment: refunded });
  return ok(speed === "optimum" ? settle(ledger, refund, "processed", now) : refund);
}

function create(ledger: Ledger, paymentId: string, body: string, now: EpochMs): Result<RefundEntity, Refusal> {
  const found = ledger.payment(paymentId);
  if (!found.ok) return found;
  const fields = readFields(body, REFUND_FIELDS);
  if (!fields.ok) return fields;
  if (!found.value.captured) return refuse("The payment status should be captured for action to be taken", step);
  const amount = readRefundAmount(fields.value, found.value);
  if (!amount.ok) return amount;
  if (isTooOld(found.value, now)) return refuse("Refund is not allowed on payments older than 6 months", step);
  return open(ledger, found.value, amount.value, fields.value, now);
}

/** The same key with the same body is the same refund. */
function createOnce(
  ledger: Ledger,
  paymentId: string,
  body: string,
  key: string | undefined,
  now: EpochMs,
): Result<RefundEntity, Refusal> {
  if (key === undefined) return create(ledger, paymentId, body, now);
  if (!KEY.test(key)) return refuse("The idempotency key is not valid.", { ...step, field: "X-Refund-Idempotency" });
  const request = `${paymentId} ${body}`;
  const before = ledger.refundKeys.get(key);
  if (before && before.request !== request) return refuse("Different request with the same idempotency key.", step);
  if (before) return ledger.refund(before.refundId);
  const made = create(ledger, paymentId, body, now);
  if (made.ok) ledger.refundKeys.set(key, { request, refundId: made.value.id });
  return made;
}

export function createRefunds(ledger: Ledger) {
  return {
    create: (paymentId: string, body: string, key: string | undefined, now: EpochMs) =>
      createOnce(ledger, paymentId, body, key, now),
    fetch: (id: string) => ledger.refund(id),
    fetchOf(paymentId: string, id: string): Result<RefundEntity, Refusal> {
      const found = ledger.refund(id);
      return found.ok && found.value.payment_id !== paymentId ? refuse("The id provided does not exist") : found;
    },
    list: (query: URLSearchParams) => page(ledger.refunds.values(), query),
    listOf(paymentId: string, query: URLSearchParams) {
      const found = ledger.payment(paymentId);
      if (!found.ok) return found;
      return page(
        [...ledger.refunds.values()].filter((refund) => refund.payment_id === paymentId),
        query,
      );
    },
    edit(id: string, body: string): Result<RefundEntity, Refusal> {
      const found = ledger.refund(id);
      if (!found.ok) return found;
      const fields = readFields(body, ["notes"]);
      if (!fields.ok) return fields;
      const notes = readNotes(fields.value["notes"]);
      return notes.ok ? ok(ledger.putRefund({ ...found.value, notes: notes.value })) : notes;
    },
    /** The bank could not pay it out. */
    fail(id: string, now: EpochMs): Result<RefundEntity, Refusal> {
      const found = ledger.refund(id);
      if (!found.ok) return found;
      if (found.value.status !== "pending") return refuse("This refund is settled already.", step);
      return ok(settle(ledger, found.value, "failed", now));
    },
    settleDue(now: EpochMs): void {
      for (const refund of ledger.refunds.values()) {
        const isDue = refund.created_at * SECOND_MS + REFUND_SETTLES_AFTER_MS <= now;
        if (refund.status === "pending" && isDue) settle(ledger, refund, "processed", now);
      }
    },
    /** Returns authorised payments that were never captured. */
    returnUncaptured(now: EpochMs): void {
      for (const payment of ledger.payments.values()) {
        const waitsMs = ledger.orders.get(payment.order_id ?? "")?.uncapturedForMs ?? Number.POSITIVE_INFINITY;
        if (payment.status !== "authorized" || payment.created_at * SECOND_MS + waitsMs > now) continue;
        open(ledger, payment, payment.amount, {}, now);
      }
    },
  };
}
