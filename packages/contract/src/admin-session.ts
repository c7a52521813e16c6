import { EMAIL_MAX, isEmail, toEmailKey } from "@vriddhi/core/account/rules";
import { isStaffName } from "@vriddhi/core/back-office/admin-session";
import { z } from "zod";
import { codeField, passwordField, said } from "./account-fields.ts";
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
  mail_code: codeField.optional().describe("asked for by login_code_required, after too many wrong passwords"),
};
const credentials = z.strictObject({ ...known, totp });
const door = z.enum(["desk", "blog"]);

/** C3.3, C3.5 */
const token = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  role: z.enum(["admin", "support", "blog_admin"]),
});

const passwordProblems = ["bad_credentials", "login_code_required", "code_wrong"] as const;
const loginProblems = [...passwordProblems, "totp_required", "totp_wrong", "factor_missing"] as const;

/** Sessions of the desk and of the blog's admin: a class apart from people's own (C7.2-C7.5). */
export const adminSessionEndpoints = {
  adminLogin: endpoint({
    method: "POST",
    path: "/api/login",
    summary: "A token of the desk for an admin or for read-only support; it lives twelve hours",
    access: "public",
    limit: "login",
    body: credentials,
    reply: token,
    problems: loginProblems,
  }),
  verifyAdmin: endpoint({
    method: "GET",
    path: "/api/verify",
    summary: "Whose token of the desk this is",
    access: "support",
    reply: z.strictObject({
      username: z.string(),
      name: z.string(),
      role: z.enum(["admin", "support"]),
      expires_at: z.iso.datetime(),
      clock_shift_minutes: z.int().describe("so far the desk's times are shown behind the browser's clock"),
    }),
    problems: [],
  }),
  blogAdminLogin: endpoint({
    method: "POST",
    path: "/api/blog-admin/login",
    summary: "A token that opens the blog's administration and nothing else; it lives twelve hours",
    access: "public",
    limit: "login",
    body: credentials,
    reply: token,
    problems: loginProblems,
  }),
  startStaffTotp: endpoint({
    method: "POST",
    path: "/api/login/authenticator",
    summary: "A new authenticator secret for somebody of the back office who has none; it counts only once confirmed",
    access: "public",
    limit: "login",
    body: z.strictObject({ ...known, door }),
    reply: z.strictObject({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
    problems: [...passwordProblems, "totp_already"],
  }),
  confirmStaffTotp: endpoint({
    method: "POST",
    path: "/api/login/authenticator/confirm",
    summary: "Switches that authenticator on and logs in by it; replies with the recovery codes, once",
    access: "public",
    limit: "login",
    body: z.strictObject({ ...known, door, code: codeField }),
    reply: z.strictObject({ ...token.shape, recovery_codes: z.array(z.string()) }),
    problems: [...passwordProblems, "totp_wrong", "totp_not_started"],
  }),
  verifyBlogAdmin: endpoint({
    method: "GET",
    path: "/api/blog-admin/verify",
    summary: "Whether the bearer token opens the blog's administration; an admin's does",
    access: "public",
    rawBody: true,
    reply: z.strictObject({ valid: z.boolean() }),
    problems: [],
  }),
  adminLogout: endpoint({
    method: "POST",
    path: "/api/logout",
    summary: "Ends the bearer token, of whichever of the two doors; one that is over already is no fault",
    access: "public",
    rawBody: true,
    reply: said,
    problems: [],
  }),
  proveAdmin: endpoint({
    method: "POST",
    path: "/api/admin/prove",
    summary: "Proof of who sits at the desk, for the ten minutes in which calls with fresh proof are open",
    access: "admin",
    limit: "login",
    body: z.strictObject({ password: passwordField, totp }),
    reply: said,
    problems: ["wrong_password", "totp_required", "totp_wrong", "factor_missing"],
  }),
  listAdminSessions: endpoint({
    method: "GET",
    path: "/api/admin/sessions",
    summary: "Open sessions of the desk and of the blog's administration, newest first",
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
    summary: "Ends a session of the desk or of the blog's administration, whoever's it is",
    access: "admin",
    params: z.strictObject({ sessionId: z.uuid() }),
    reply: said,
    problems: [],
  }),
};
