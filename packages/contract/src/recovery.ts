import { z } from "zod";
import { codeField, emailField, newPasswordField, said } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

/** A forgotten password, replaced with a code from the mailbox. */
export const recoveryEndpoints = {
  forgotPassword: endpoint({
    method: "POST",
    path: "/auth/forgot-password",
    summary: "Mail a reset code; the same answer for every address",
    access: "public",
    limit: "signup",
    body: z.strictObject({ email: emailField }),
    reply: said,
    problems: [],
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/auth/reset-password",
    summary: "Set a new password with the mailed code; ends every session of the account",
    access: "public",
    limit: "code",
    body: z.strictObject({ email: emailField, code: codeField, password: newPasswordField }),
    reply: z.strictObject({
      message: z.string(),
      passkeys: z
        .array(z.strictObject({ name: z.string(), created_at: z.iso.datetime() }))
        .describe("still open the account; /auth/reset-password/end-passkeys ends them"),
    }),
    problems: ["code_wrong"],
  }),
  endPasskeysAfterReset: endpoint({
    method: "POST",
    path: "/auth/reset-password/end-passkeys",
    summary: "End every passkey of the account whose password this browser has just reset",
    access: "public",
    limit: "code",
    reply: said,
    problems: ["code_expired"],
  }),
};
