import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** Rupees with at most two decimals, as shown in texts. */
const amountInRupees = z.number();

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

export const guaranteeEndpoints = {
  readGuarantees: endpoint({
    method: "GET",
    path: "/billing/guarantees",
    summary: "The guarantee decision for each ended purchase, with the evidence",
    access: "user",
    reply: z.strictObject({ guarantees: z.array(guaranteeReply) }),
    problems: [],
  }),
};
