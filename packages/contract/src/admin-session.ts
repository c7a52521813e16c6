import { EMAIL_MAX, isEmail, toEmailKey } from "@vriddhi/core/account/rules";
import { isStaffName } from "@vriddhi/core/back-office/admin-session";
import { z } from "zod";
import { codeField, messageReply, passwordField } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

const totp = z
  .string()
  .trim()
  .min(6)
  .max(20)
  .optional()
  .describe("authenticator or recovery code; live mode demands it");

const username = z
  .string()
  .max(EMAIL_MAX, "Please enter a valid username")
  .transform(toEmailKey)
  .refine((text) => isStaffName(text) || isEmail(text), "Please enter a valid username");

const known = {
  username: username.describe("the account's e-mail address; in the sandbox also admin and blog"),
  password: passwordField,
  mail_code: codeField
    .optional()
    .describe("required after login_code_required, when too many wrong passwords were entered"),
};
const credentials = z.strictObject({ ...known, totp });
const door = z.enum(["desk", "blog"]);

const token = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  role: z.enum(["admin", "support", "blog_admin"]),
});

const passwordProblems = ["bad_credentials", "login_code_required", "code_wrong"] as const;
const loginProblems = [...passwordProblems, "totp_required", "totp_wrong", "factor_missing"] as const;

export const adminSessionEndpoints = {
  adminLogin: endpoint({
    method: "POST",
    path: "/api/login",
    summary: "A back-office token for an admin or for read-only support; valid for twelve hours",
    access: "public",
    limit: "login",
    body: credentials,
    reply: token,
    problems: loginProblems,
  }),
  verifyAdmin: endpoint({
    method: "GET",
    path: "/api/verify",
    summary: "The owner of this back-office token",
    access: "support",
    reply: z.strictObject({
      username: z.string(),
      name: z.string(),
      role: z.enum(["admin", "support"]),
      expires_at: z.iso.datetime(),
      clock_shift_minutes: z.int().describe("offset of the back office's shown times behind the browser's clock"),
    }),
    problems: [],
  }),
  blogAdminLogin: endpoint({
    method: "POST",
    path: "/api/blog-admin/login",
    summary: "A token for blog administration only; valid for twelve hours",
    access: "public",
    limit: "login",
    body: credentials,
    reply: token,
    problems: loginProblems,
  }),
  startStaffTotp: endpoint({
    method: "POST",
    path: "/api/login/authenticator",
    summary: "A new authenticator secret for staff without one; active once confirmed",
    access: "public",
    limit: "login",
    body: z.strictObject({ ...known, door }),
    reply: z.strictObject({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
    problems: [...passwordProblems, "totp_already"],
  }),
  confirmStaffTotp: endpoint({
    method: "POST",
    path: "/api/login/authenticator/confirm",
    summary: "Enable that authenticator and log in with it; returns the recovery codes once",
    access: "public",
    limit: "login",
    body: z.strictObject({ ...known, door, code: codeField }),
    reply: z.strictObject({ ...token.shape, recovery_codes: z.array(z.string()) }),
    problems: [...passwordProblems, "totp_wrong", "totp_not_started"],
  }),
  verifyBlogAdmin: endpoint({
    method: "GET",
    path: "/api/blog-admin/verify",
    summary: "Whether the bearer token opens blog administration; an admin's token does",
    access: "public",
    rawBody: true,
    reply: z.strictObject({ valid: z.boolean() }),
    problems: [],
  }),
  adminLogout: endpoint({
    method: "POST",
    path: "/api/logout",
    summary: "End the bearer token, of the back office or of blog administration; idempotent",
    access: "public",
    rawBody: true,
    reply: messageReply,
    problems: [],
  }),
  proveAdmin: endpoint({
    method: "POST",
    path: "/api/admin/prove",
    summary: "Fresh proof of identity; for ten minutes it opens calls that require it",
    access: "admin",
    limit: "login",
    body: z.strictObject({ password: passwordField, totp }),
    reply: messageReply,
    problems: ["wrong_password", "totp_required", "totp_wrong", "factor_missing"],
  }),
  listAdminSessions: endpoint({
    method: "GET",
    path: "/api/admin/sessions",
    summary: "Open sessions of the back office and of blog administration, newest first",
    access: "admin",
    reply: z.strictObject({
      sessions: z.array(
        z.strictObject({
          id: z.uuid(),
          username: z.string(),
          role: z.enum(["admin", "support", "blog_admin"]),
          door: z.enum(["desk", "blog"]),
          device: z.string(),
          ip: z.string(),
          is_bound: z.boolean().describe("to the browser that logged in"),
          is_own: z.boolean(),
          created_at: z.iso.datetime(),
          expires_at: z.iso.datetime(),
        }),
      ),
    }),
    problems: [],
  }),
  endAdminSession: endpoint({
    method: "DELETE",
    path: "/api/admin/sessions/{sessionId}",
    summary: "End any session of the back office or of blog administration",
    access: "admin",
    params: z.strictObject({ sessionId: z.uuid() }),
    reply: messageReply,
    problems: [],
  }),
};
