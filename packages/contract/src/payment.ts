import { EBOOK, PLAN_NAMES } from "@vriddhi/core/billing/plans";
import { z } from "zod";
import { couponCodeField } from "./coupon.ts";
import { endpoint } from "./endpoint.ts";
import { periodReply } from "./subscription.ts";

/** A3.5, A7.12: `amount` in paise, as the widget requires. */
const orderReply = z.strictObject({
  id: z.string(),
  amount: z.int().positive(),
  currency: z.literal("INR"),
  key_id: z.string(),
  checkout_url: z.string().describe("the script of the payment widget"),
});

/** The payment widget's result, passed on unchanged; unknown fields are ignored. */
const paymentProof = z.object({
  razorpay_payment_id: z.string().min(1).max(64),
  razorpay_order_id: z.string().min(1).max(64),
  razorpay_signature: z.string().min(1).max(256),
});

const wholeNumber = (field: string, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `${field} must be a whole number`)
    .transform(Number)
    .pipe(z.int().max(max));

const AMOUNT_MAX = 10_000_000;
const CAPITAL_MAX = 1_000_000_000;

const purchasePreview = z.strictObject({
  plan: z.string(),
  capital_upper_band: z.number().describe("in rupees"),
  start_date: z.iso.datetime(),
  end_date: z.iso.datetime(),
  begins: z.enum(["at_once", "later"]),
  covered_until: z.iso.datetime().describe("end of all paid periods"),
  running: periodReply
    .extend({
      effect: z.enum(["goes_on", "pauses"]).describe("pauses: interrupted by this purchase and resumed later"),
      resumes: z.iso.datetime().nullable().describe("when a paused one resumes"),
      ends: z.iso.datetime().describe("its last instant, with this purchase"),
    })
    .nullable()
    .describe("the running period and its change"),
  timeline: z
    .array(periodReply.extend({ is_this_purchase: z.boolean() }))
    .describe("all periods from now on, in order and without a gap"),
});

/** Rupees with at most two decimals, as shown in texts. */
const amountInRupees = z.number();

const documentReply = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(["invoice", "credit_note"]),
  amount: amountInRupees,
  issued_at: z.iso.datetime(),
});

const purchaseReply = z.strictObject({
  id: z.uuid(),
  plan: z.string(),
  max_capital: amountInRupees.describe("the upper band"),
  amount: amountInRupees,
  coupon_code: z.string().nullable(),
  status: z.enum(["pending", "paid", "refunded", "partly_refunded"]),
  payment_id: z.string().nullable(),
  ordered_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  period_start: z.iso.datetime().nullable().describe("first instant of its first part"),
  period_end: z.iso.datetime().nullable().describe("last instant of its last part"),
  parts: z
    .array(
      z.strictObject({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        state: z.enum(["past", "running", "to_come"]),
      }),
    )
    .describe("all periods; several when a higher band came in between"),
  moved_from: z
    .strictObject({ from: z.iso.datetime(), to: z.iso.datetime() })
    .nullable()
    .describe("the dates on its invoice, if another purchase or a refund moved them"),
  refunded: amountInRupees,
  documents: z.array(documentReply),
});

export const paymentEndpoints = {
  previewPurchase: endpoint({
    method: "GET",
    path: "/payment/preview",
    summary: "Preview of a purchase's period and band; calls no provider, changes nothing",
    access: "user",
    query: z.strictObject({
      amount: wholeNumber("amount", AMOUNT_MAX).describe(
        "the price in rupees before any coupon; it distinguishes levels 4 and 5",
      ),
      plan_name: z.enum(PLAN_NAMES),
      max_capital: wholeNumber("max_capital", CAPITAL_MAX),
    }),
    reply: purchasePreview,
    problems: ["amount_wrong"],
  }),
  createOrder: endpoint({
    method: "POST",
    path: "/payment/create-order",
    summary: "An order for a plan; `amount` in rupees must be the price of band, period and coupon",
    access: "user",
    limit: "payment",
    body: z.strictObject({
      amount: z.int().positive().max(AMOUNT_MAX),
      currency: z.literal("INR"),
      plan_name: z.enum(PLAN_NAMES),
      max_capital: z.int().nonnegative().max(CAPITAL_MAX),
      coupon_code: couponCodeField.optional(),
    }),
    reply: orderReply,
    problems: ["amount_wrong", "coupon_invalid", "coupon_used_up", "coupon_used_before", "payment_unavailable"],
  }),
  verifyPayment: endpoint({
    method: "POST",
    path: "/payment/verify",
    summary: "Activate the paid plan; idempotent",
    access: "user",
    body: paymentProof,
    reply: z.strictObject({ status: z.enum(["active", "pending"]), message: z.string() }),
    problems: ["order_unknown", "payment_unproved", "payment_failed"],
  }),
  receivePaymentEvent: endpoint({
    method: "POST",
    path: "/payment/webhook",
    summary: "The payment provider's signed events",
    access: "public",
    rawBody: true,
    body: z.looseObject({ event: z.string().min(1).max(100) }),
    reply: z.strictObject({ status: z.literal("ok") }),
    problems: ["signature_wrong"],
  }),
  readPaymentKey: endpoint({
    method: "GET",
    path: "/payment/guest/razorpay-key",
    summary: "The public key and the script of the payment widget",
    access: "public",
    reply: z.strictObject({ key_id: z.string(), checkout_url: z.string() }),
    problems: [],
  }),
  createGuestOrder: endpoint({
    method: "POST",
    path: "/payment/guest/create-order",
    summary: "An order for the e-book, without an account",
    access: "public",
    limit: "payment",
    body: z.strictObject({
      amount: z.int().positive().max(AMOUNT_MAX),
      currency: z.literal("INR"),
      plan_name: z.literal(EBOOK),
      max_capital: z.literal(0),
    }),
    reply: orderReply,
    problems: ["amount_wrong", "payment_unavailable"],
  }),
  verifyGuestPayment: endpoint({
    method: "POST",
    path: "/payment/guest/verify",
    summary: "A new download address for the paid e-book; repeatable",
    access: "public",
    body: paymentProof,
    reply: z.strictObject({
      status: z.enum(["paid", "pending"]),
      message: z.string(),
      download_url: z.string().nullable(),
      expires_at: z.iso.datetime().nullable(),
    }),
    problems: ["order_unknown", "payment_unproved", "payment_failed"],
  }),
  readBillingHistory: endpoint({
    method: "GET",
    path: "/billing/history",
    summary: "The caller's purchases with their invoices and credit notes, newest first",
    access: "user",
    reply: z.strictObject({
      purchases: z.array(purchaseReply),
      reminders: z.boolean().describe("false after Cancel: nothing is charged automatically, so only reminders end"),
    }),
    problems: [],
  }),
};
