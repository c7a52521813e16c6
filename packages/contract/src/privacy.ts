import { z } from "zod";
import { messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

export const privacyEndpoints = {
  readSecurity: endpoint({
    method: "GET",
    path: "/auth/security",
    summary: "Second factors and the verified phone of the caller",
    access: "user",
    reply: z.strictObject({
      has_password: z.boolean(),
      has_google: z.boolean(),
      totp_enabled: z.boolean(),
      recovery_codes_left: z.int().nonnegative(),
      phone: z.string().nullable().describe("masked"),
      passkeys: z.array(z.strictObject({ id: z.uuid(), name: z.string(), created_at: z.iso.datetime() })),
    }),
    problems: [],
  }),
  readLoginHistory: endpoint({
    method: "GET",
    path: "/auth/login-history",
    summary: "The latest sign-ins and security events of the caller",
    access: "user",
    reply: z.strictObject({
      events: z.array(z.strictObject({ kind: z.string(), ip: z.string(), device: z.string(), at: z.iso.datetime() })),
    }),
    problems: [],
  }),
  exportData: endpoint({
    method: "GET",
    path: "/auth/data",
    summary: "A full export of the caller's data",
    access: "user",
    proof: "fresh",
    reply: z.strictObject({ exported_at: z.iso.datetime(), data: z.record(z.string(), z.unknown()) }),
    problems: [],
  }),
  deleteAccount: endpoint({
    method: "POST",
    path: "/auth/delete-account",
    summary: "Delete the account; invoices are kept as issued for the legal period, orders without a name",
    access: "user",
    proof: "fresh",
    limit: "login",
    body: z.strictObject({ password: z.string().max(128).optional(), confirm: z.literal("DELETE") }),
    reply: messageReply,
    problems: ["wrong_password", "position_open"],
  }),
};
