import { isCalendarDate } from "@vriddhi/core/time/ist";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const facts = z.record(z.string(), z.unknown());

/** Permanent hash-chained record of back-office actions: a changed or missing row is detected. */
export const auditLogEndpoints = {
  listAudit: endpoint({
    method: "GET",
    path: "/api/admin/audit",
    summary: "Account events and back-office actions, newest first, with before and after",
    access: "support",
    query: z.strictObject({
      before: z.coerce.number().int().min(1).optional().describe("only rows with a smaller number: the next page"),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      user_id: z.uuid().optional().describe("only what happened to this account"),
      kind: z.string().trim().max(60).optional(),
      by_desk: z.enum(["true", "false"]).optional().describe("only actions of back-office staff"),
    }),
    reply: z.strictObject({
      events: z.array(
        z.strictObject({
          id: z.int(),
          at: z.iso.datetime(),
          kind: z.string(),
          user_id: z.string().nullable().describe("the affected account"),
          by_user_id: z.string().nullable().describe("the acting member of staff"),
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
    summary: "Read the whole chain again and check every row against its seal",
    access: "support",
    query: z.strictObject({
      head: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "A head has 64 hexadecimal digits")
        .optional()
        .describe("a mailed head: the answer says whether the chain still contains it"),
      ledger_day: z
        .string()
        .max(10)
        .refine(isCalendarDate, "A day is written like 2026-11-16")
        .optional()
        .describe("a day's orders; left out, the newest sealed days are checked"),
    }),
    reply: z.strictObject({
      is_whole: z.boolean(),
      sealed_rows: z.int(),
      unsealed_rows: z.int().describe("newer than the last seal"),
      head: z.string().nullable().describe("hash of the newest seal, as mailed every day"),
      sealed_at: z.iso.datetime().nullable(),
      is_head_known: z.boolean().nullable().describe("null: none was requested"),
      first_fault: z.strictObject({ seal: z.int(), from_row: z.int(), to_row: z.int(), what: z.string() }).nullable(),
      ledger: z
        .strictObject({
          days: z.int().describe("past trading days, checked again"),
          first_fault: z.strictObject({ day: z.string(), what: z.enum(["changed", "missing"]) }).nullable(),
        })
        .describe("order events by day, as sealed at the time"),
    }),
    problems: [],
  }),
};
