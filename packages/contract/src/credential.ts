import { z } from "zod";
import { codeField, emailField, messageReply, newPasswordField, passwordField } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

export const credentialEndpoints = {
  forgotPassword: endpoint({
    method: "POST",
    path: "/auth/forgot-password",
    summary: "Mail a reset code; the same answer for every address",
    access: "public",
    limit: "signup",
    body: z.strictObject({ email: emailField }),
    reply: messageReply,
    problems: [],
  }),
  resetPassword: endpoint({
    method: "POST",
    path: "/auth/reset-password",
    summary: "Set a new password with the mailed code; ends all sessions of the account",
    access: "public",
    limit: "code",
    body: z.strictObject({ email: emailField, code: codeField, password: newPasswordField }),
    reply: z.strictObject({
      message: z.string(),
      passkeys: z
        .array(z.strictObject({ name: z.string(), created_at: z.iso.datetime() }))
        .describe("passkeys that still open the account; /auth/reset-password/end-passkeys ends them"),
    }),
    problems: ["code_wrong"],
  }),
  endPasskeysAfterReset: endpoint({
    method: "POST",
    path: "/auth/reset-password/end-passkeys",
    summary: "Delete all passkeys of the account whose password this browser has just reset",
    access: "public",
    limit: "code",
    reply: messageReply,
    problems: ["code_expired"],
  }),
  changePassword: endpoint({
    method: "PUT",
    path: "/auth/password",
    summary: "Change the password; ends all other sessions",
    access: "user",
    proof: "fresh",
    limit: "login",
    body: z.strictObject({ current_password: passwordField, password: newPasswordField }),
    reply: messageReply,
    problems: ["wrong_password"],
  }),
  requestEmailChange: endpoint({
    method: "POST",
    path: "/auth/email",
    summary: "Mail a code to a new address; the old one is valid until the code is entered",
    access: "user",
    proof: "fresh",
    limit: "signup",
    body: z.strictObject({ email: emailField, password: passwordField }),
    reply: messageReply,
    problems: ["wrong_password"],
  }),
  confirmEmailChange: endpoint({
    method: "POST",
    path: "/auth/email/confirm",
    summary: "Move the account to the new address with the mailed code",
    access: "user",
    limit: "code",
    body: z.strictObject({ code: codeField }),
    reply: messageReply,
    problems: ["code_wrong", "code_expired", "email_taken"],
  }),
};
