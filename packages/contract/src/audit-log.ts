import { isCalendarDate } from "@vriddhi/core/time/ist";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const facts = z.record(z.string(), z.unknown());

/** What was done at the desk, for good: chained, so that a changed or missing row is found. */
export const auditLogEndpoints = {
  listAudit: endpoint({
    method: "GET",
    path: "/api/admin/audit",
    summary: "What happened to accounts and what the desk did, newest first, with before and after",
    access: "support",
    query: z.strictObject({
      before: z.coerce.number().int().min(1).optional().describe("only rows with a smaller number: the next page"),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      user_id: z.uuid().optional().describe("only what happened to this account"),
      kind: z.string().trim().max(60).optional(),
      by_desk: z.enum(["true", "false"]).optional().describe("only what somebody at the desk did"),
    }),
    reply: z.strictObject({
      events: z.array(
        z.strictObject({
          id: z.int(),
          at: z.iso.datetime(),
          kind: z.string(),
          user_id: z.string().nullable().describe("whom it happened to"),
          by_user_id: z.string().nullable().describe("who at the desk did it"),
          by_username: z.string().nullable(),
          ip: z.string(),
          device: z.string(),
          before: facts.nullable(),
          after: facts.nullable(),
          reason: z.string().nullable(),
          is_sealed: z.boolean(),
        }),
      ),
    }),
    problems: [],
  }),
  verifyAudit: endpoint({
    method: "GET",
    path: "/api/admin/audit/verify",
    summary: "Reads the whole chain again and tells whether every row is as it was sealed",
    access: "support",
    query: z.strictObject({
      head: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "A head has 64 hexadecimal digits")
        .optional()
        .describe("one that was mailed: the answer says whether the chain still holds it"),
      ledger_day: z
        .string()
        .max(10)
        .refine(isCalendarDate, "A day is written like 2026-11-16")
        .optional()
        .describe("a day's orders; left out, the newest sealed days are read again"),
    }),
    reply: z.strictObject({
      is_whole: z.boolean(),
      sealed_rows: z.int(),
      unsealed_rows: z.int().describe("younger than the last seal"),
      head: z.string().nullable().describe("of the newest seal, as it is mailed every day"),
      sealed_at: z.iso.datetime().nullable(),
      is_head_known: z.boolean().nullable().describe("null: none was asked for"),
      first_fault: z.strictObject({ seal: z.int(), from_row: z.int(), to_row: z.int(), what: z.string() }).nullable(),
      ledger: z
        .strictObject({
          days: z.int().describe("trading days that are over, read again"),
          first_fault: z.strictObject({ day: z.string(), what: z.enum(["changed", "missing"]) }).nullable(),
        })
        .describe("what happened to orders, day by day, as it stood when the day was sealed"),
    }),
    problems: [],
  }),
};
