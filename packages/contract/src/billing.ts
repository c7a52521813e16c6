import { z } from "zod";
import { endpoint, fileReply } from "./endpoint.ts";

/** Money in rupees with at most two decimals, as text would show it. */
const amountInRupees = z.number();

const documentReply = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(["invoice", "credit_note"]),
  amount: amountInRupees,
  issued_at: z.iso.datetime(),
});

/** A1.4: what became of the fee-refund guarantee of one purchase, with what it was judged by. */
const guaranteeReply = z.strictObject({
  id: z.uuid(),
  plan: z.string(),
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime(),
  gross_result: amountInRupees.nullable().describe("null when nothing was traded or nothing is known"),
  fee: amountInRupees,
  outcome: z.enum(["refund", "payout", "kept", "no_result"]),
  refund_status: z.enum(["due", "sent", "processed", "failed", "payout", "paid_out"]).nullable(),
  judged_at: z.iso.datetime(),
  evidence: z.array(
    z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime(), gross_result: amountInRupees.nullable() }),
  ),
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
  period_start: z.iso.datetime().nullable().describe("the first instant of its first part"),
  period_end: z.iso.datetime().nullable().describe("the last instant of its last part"),
  parts: z
    .array(
      z.strictObject({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        state: z.enum(["past", "running", "to_come"]),
      }),
    )
    .describe("where it ran, runs and will run; several when a higher band came between"),
  refunded: amountInRupees,
  documents: z.array(documentReply),
});

export const billingEndpoints = {
  readBillingHistory: endpoint({
    method: "GET",
    path: "/billing/history",
    summary: "The caller's purchases with their invoices and credit notes, newest first",
    access: "user",
    reply: z.strictObject({
      purchases: z.array(purchaseReply),
      reminders: z.boolean().describe("false after Cancel: nothing is charged by itself, so only reminders end"),
    }),
    problems: [],
  }),
  readGuarantees: endpoint({
    method: "GET",
    path: "/billing/guarantees",
    summary: "How the fee-refund guarantee was judged for each ended purchase, with the evidence",
    access: "user",
    reply: z.strictObject({ guarantees: z.array(guaranteeReply) }),
    problems: [],
  }),
  readInvoicePdf: endpoint({
    method: "GET",
    path: "/billing/invoices/{invoiceId}/pdf",
    summary: "One of the caller's invoices or credit notes as a PDF",
    access: "user",
    params: z.strictObject({ invoiceId: z.uuid() }),
    file: "application/pdf",
    reply: fileReply,
    problems: [],
  }),
  cancelSubscription: endpoint({
    method: "POST",
    path: "/billing/cancel",
    summary: "No more reminders; what was paid for runs to its end",
    access: "user",
    reply: z.strictObject({ message: z.string(), reminders: z.boolean() }),
    problems: ["not_subscribed"],
  }),
  resumeSubscription: endpoint({
    method: "POST",
    path: "/billing/resume",
    summary: "Reminders again",
    access: "user",
    reply: z.strictObject({ message: z.string(), reminders: z.boolean() }),
    problems: ["not_subscribed"],
  }),
};
