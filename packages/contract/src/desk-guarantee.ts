import { REASON_MAX, REASON_MIN, REFERENCE_MAX, REFERENCE_MIN } from "@vriddhi/core/back-office/desk-act";
import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { toPlainMessage } from "@vriddhi/core/site/support-message";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const at = z.iso.datetime();
const rupees = z.number().describe("rupees");
const outcome = z.enum(["refund", "payout", "kept", "no_result"]);
const refundState = z.enum(["due", "sent", "processed", "failed", "payout", "paid_out"]);
const limit = z.coerce.number().int().min(1).max(200).default(100);

const listedCase = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  username: z.string().nullable().describe("null: the account was deleted"),
  plan: z.string(),
  period_start: at,
  period_end: at,
  gross_result: rupees.nullable().describe("as decided; null: nothing was traded"),
  fee: rupees,
  outcome,
  judged_at: at,
  refund_state: refundState.nullable(),
  granted: z
    .strictObject({ at, by: z.string().nullable(), reason: z.string() })
    .nullable()
    .describe("the back office refunded the fee although the ledger shows no loss"),
});

const payout = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid().nullable(),
  username: z.string().nullable(),
  amount: rupees,
  cause: z.enum(["guarantee", "surplus", "operator"]),
  why: z.string().describe("why the provider could not refund it; empty: the payment was too old"),
  payment_id: z.string(),
  guarantee_id: z.uuid().nullable().describe("the guarantee case that it pays"),
  state: z.enum(["open", "waiting_for_second_admin", "paid_out"]),
  reference: z.string().nullable().describe("reference of the transfer, once it is made"),
  created_at: at,
  changed_at: at,
});

const done = z.strictObject({
  message: z.string(),
  waiting_id: z.uuid().nullable().describe("id of the act that a second admin must confirm first"),
});

const reason = z
  .string()
  .max(REASON_MAX)
  .transform(toPlainMessage)
  .refine((text) => text.length >= REASON_MIN, `Please give a reason of at least ${REASON_MIN} characters`)
  .describe("recorded in the audit log");

const reference = z
  .string()
  .max(REFERENCE_MAX)
  .transform(toPlainMessage)
  .refine(
    (text) => text.length >= REFERENCE_MIN && !text.includes("\n"),
    "Please give the bank's reference in one line",
  )
  .describe("the bank's reference of the transfer, as its receiver sees it too");

const caseParams = z.strictObject({ guaranteeId: z.uuid() });

export const deskGuaranteeEndpoints = {
  listGuaranteeCases: endpoint({
    method: "GET",
    path: "/api/admin/guarantees",
    summary: "Ended periods with their guarantee decisions, newest first",
    access: "support",
    query: z.strictObject({
      outcome: outcome.optional(),
      limit,
      before: z.uuid().optional().describe("the next page"),
    }),
    reply: z.strictObject({ cases: z.array(listedCase), payouts_open: z.int() }),
    problems: [],
  }),
  readGuaranteeCase: endpoint({
    method: "GET",
    path: "/api/admin/guarantees/{guaranteeId}",
    summary: "One case: its evidence, and the ledger's current view of its days",
    access: "support",
    params: caseParams,
    reply: z.strictObject({
      case: listedCase,
      evidence: z.array(z.strictObject({ from: at, to: at, gross_result: rupees.nullable() })),
      days: z.array(
        z.strictObject({
          trading_day: z.iso.date(),
          broker: z.enum(tradingBrokers),
          account_id: z.string(),
          fills: z.int(),
          gross_result: rupees,
          charges: rupees,
          net_result: rupees,
          is_exact: z.boolean().describe("false: a fill is known only by its rounded average"),
        }),
      ),
      ledger: z.strictObject({
        fills: z.int(),
        gross_result: rupees.nullable(),
        net_result: rupees.nullable(),
        agrees: z.boolean().describe("with the evidence of the decision"),
      }),
      can_grant: z.boolean(),
    }),
    problems: [],
  }),
  grantGuarantee: endpoint({
    method: "POST",
    path: "/api/admin/guarantees/{guaranteeId}/grant",
    summary: "Refund the fee although the ledger shows no loss. With FOUR_EYES on, it waits for a second admin",
    access: "admin",
    proof: "fresh",
    idempotent: true,
    params: caseParams,
    body: z.strictObject({ reason }),
    reply: done,
    problems: ["guarantee_decided"],
  }),
  listPayouts: endpoint({
    method: "GET",
    path: "/api/admin/payouts",
    summary: "Manual transfers, open ones first",
    access: "support",
    query: z.strictObject({ limit }),
    reply: z.strictObject({ payouts: z.array(payout) }),
    problems: [],
  }),
  settlePayout: endpoint({
    method: "POST",
    path: "/api/admin/payouts/{payoutId}/settle",
    summary:
      "Record the bank's reference of a transfer and notify its owner. With FOUR_EYES on, it waits for a second admin",
    access: "admin",
    proof: "fresh",
    idempotent: true,
    params: z.strictObject({ payoutId: z.uuid() }),
    body: z.strictObject({ reference }),
    reply: done,
    problems: ["payout_settled", "already_waiting"],
  }),
};
