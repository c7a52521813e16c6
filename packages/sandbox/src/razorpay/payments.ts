import { ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { page } from "./collection.ts";
import { readAmount, readCurrency, readFields } from "./fields.ts";
import { type Ledger, toSeconds } from "./ledger.ts";
import { type PaymentEntity, type Refusal, refusal, refuse, type WireError } from "./razorpay-wire.ts";

/** `late`: the bank has not answered yet; `settle` gives its answer. */
export type Outcome = "success" | "authorised" | "failure" | "late";

export interface Attempt {
  readonly orderId: string;
  readonly outcome: Outcome;
  readonly email: string;
  readonly contact: string;
  readonly vpa: string;
  readonly description: string | null;
}

const FAILING_VPA = "failure@razorpay";
const FEE_SHARE = 0.02;
const GST_SHARE = 0.18;

const DECLINED = {
  source: "bank",
  step: "payment_authentication",
  reason: "payment_failed",
  description: "The payment was declined by the bank. Try another method or contact your bank.",
} as const;

const noErrors = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

export const failureOf = ({ id, order_id: orderId }: PaymentEntity): WireError =>
  refusal(DECLINED.description, {
    ...DECLINED,
    metadata: { payment_id: id, ...(orderId ? { order_id: orderId } : {}) },
  }).error;

function newPayment(ledger: Ledger, attempt: Attempt, amount: number, now: EpochMs): PaymentEntity {
  return {
    id: ledger.drawId("pay"),
    entity: "payment",
    amount,
    currency: "INR",
    status: "created",
    order_id: attempt.orderId,
    invoice_id: null,
    international: false,
    method: "upi",
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.description,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: attempt.vpa,
    email: attempt.email,
    contact: attempt.contact,
    notes: [],
    fee: null,
    tax: null,
    ...noErrors,
    acquirer_data: { rrn: null },
    created_at: toSeconds(now),
  };
}

function markCaptured(ledger: Ledger, payment: PaymentEntity, now: EpochMs): PaymentEntity {
  const net = Math.round(payment.amount * FEE_SHARE);
  const tax = Math.round(net * GST_SHARE);
  const captured = ledger.putPayment({ ...payment, status: "captured", captured: true, fee: net + tax, tax });
  ledger.publish({ name: "payment.captured", at: now, payment: captured });
  const kept = ledger.orders.get(payment.order_id ?? "");
  if (kept && kept.entity.status !== "paid") {
    const paid = { ...kept.entity, status: "paid" as const, amount_paid: payment.amount, amount_due: 0 };
    ledger.putOrder({ ...kept, entity: paid });
    ledger.publish({ name: "order.paid", at: now, payment: captured, order: paid });
  }
  return captured;
}

function markFailed(ledger: Ledger, payment: PaymentEntity, now: EpochMs): PaymentEntity {
  const failed = ledger.putPayment({
    ...payment,
    status: "failed",
    error_code: "BAD_REQUEST_ERROR",
    error_description: DECLINED.description,
    error_source: DECLINED.source,
    error_step: DECLINED.step,
    error_reason: DECLINED.reason,
  });
  ledger.publish({ name: "payment.failed", at: now, payment: failed });
  return failed;
}

/** A late authorisation of a paid order: stays authorised instead of a second capture. */
function markAuthorised(ledger: Ledger, payment: PaymentEntity, mayCapture: boolean, now: EpochMs): PaymentEntity {
  const acquirer = { rrn: payment.acquirer_data["rrn"] ?? ledger.drawDigits(12) };
  const authorised = ledger.putPayment({ ...payment, ...noErrors, status: "authorized", acquirer_data: acquirer });
  ledger.publish({ name: "payment.authorized", at: now, payment: authorised });
  const kept = ledger.orders.get(payment.order_id ?? "");
  const isOpen = kept?.isAutoCaptured === true && kept.entity.status !== "paid";
  return mayCapture && isOpen ? markCaptured(ledger, authorised, now) : authorised;
}

function finish(
  ledger: Ledger,
  payment: PaymentEntity,
  outcome: Exclude<Outcome, "late">,
  now: EpochMs,
): PaymentEntity {
  const isFailing = outcome === "failure" || payment.vpa === FAILING_VPA;
  return isFailing ? markFailed(ledger, payment, now) : markAuthorised(ledger, payment, outcome === "success", now);
}

function capture(ledger: Ledger, id: string, body: string, now: EpochMs): Result<PaymentEntity, Refusal> {
  const found = ledger.payment(id);
  if (!found.ok) return found;
  const fields = readFields(body, ["amount", "currency"]);
  if (!fields.ok) return fields;
  const amount = readAmount(fields.value["amount"]);
  if (!amount.ok) return amount;
  const currency = readCurrency(fields.value["currency"] ?? "INR");
  if (!currency.ok) return currency;
  const payment = found.value;
  const step = { step: "payment_capture" };
  if (payment.captured) return refuse("This payment has already been captured", step);
  if (payment.status !== "authorized")
    return refuse("Only payments which have been authorized and not yet captured can be captured", step);
  if (amount.value !== payment.amount)
    return refuse("Capture amount must be equal to the amount authorized", { ...step, field: "amount" });
  return ok(markCaptured(ledger, payment, now));
}

export function createPayments(ledger: Ledger) {
  return {
    attempt(attempt: Attempt, now: EpochMs): Result<PaymentEntity, Refusal> {
      const found = ledger.order(attempt.orderId);
      if (!found.ok) return found;
      const { entity } = found.value;
      if (entity.status === "paid") return refuse("Payment already done for this order.");
      const isHeld = [...ledger.payments.values()].some(
        (other) => other.order_id === entity.id && other.status === "authorized",
      );
      if (isHeld) return refuse("A payment for this order is authorized already.");
      ledger.putOrder({ ...found.value, entity: { ...entity, status: "attempted", attempts: entity.attempts + 1 } });
      const payment = ledger.putPayment(newPayment(ledger, attempt, entity.amount, now));
      return ok(attempt.outcome === "late" ? payment : finish(ledger, payment, attempt.outcome, now));
    },
    /** The late answer; a failed one may be authorised after all. */
    settle(id: string, outcome: Exclude<Outcome, "late">, now: EpochMs): Result<PaymentEntity, Refusal> {
      const found = ledger.payment(id);
      if (!found.ok) return found;
      const { status } = found.value;
      if (status !== "created" && status !== "failed") return refuse("This payment is settled already.");
      return ok(finish(ledger, found.value, outcome, now));
    },
    fetch: (id: string) => ledger.payment(id),
    list: (query: URLSearchParams) => page(ledger.payments.values(), query),
    capture: (id: string, body: string, now: EpochMs) => capture(ledger, id, body, now),
  };
}
