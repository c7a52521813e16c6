import { z } from "zod";
import { codeField, messageReply, passwordField } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

export const secondFactorEndpoints = {
  startTotp: endpoint({
    method: "POST",
    path: "/auth/totp/start",
    summary: "A new authenticator secret; it counts only once confirmed",
    access: "user",
    proof: "fresh",
    limit: "login",
    body: z.strictObject({ password: passwordField.optional() }),
    reply: z.strictObject({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
    problems: ["wrong_password", "totp_already"],
  }),
  confirmTotp: endpoint({
    method: "POST",
    path: "/auth/totp/confirm",
    summary: "Enable the authenticator; returns the recovery codes once",
    access: "user",
    limit: "code",
    body: z.strictObject({ code: codeField }),
    reply: z.strictObject({ recovery_codes: z.array(z.string()) }),
    problems: ["totp_wrong", "totp_not_started"],
  }),
  disableTotp: endpoint({
    method: "DELETE",
    path: "/auth/totp",
    summary: "Disable the authenticator",
    access: "user",
    proof: "fresh",
    limit: "login",
    body: z.strictObject({
      password: passwordField.optional(),
      code: z
        .string()
        .trim()
        .min(6)
        .max(20)
        .optional()
        .describe("not required for ten minutes after a passkey was used"),
    }),
    reply: messageReply,
    problems: ["wrong_password", "totp_required", "totp_wrong", "totp_not_started"],
  }),
};
