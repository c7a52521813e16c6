import { PASSWORD_MAX } from "@vriddhi/core/account/rules";
import { z } from "zod";
import {
  codeField,
  dobField,
  emailField,
  messageReply,
  nameField,
  newPasswordField,
  passwordField,
} from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

export const role = z.enum(["user", "blog_admin", "support", "admin"]);
export type Role = z.infer<typeof role>;

export const userReply = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role,
  plan: z.string().nullable().describe("the running subscription's plan"),
  capital_upper_band: z.number().nullable().describe("of the running subscription, in rupees"),
  dob: z.string().nullable(),
  created_at: z.iso.datetime(),
  has_common_password: z
    .boolean()
    .optional()
    .describe("the password is among the most common and no second factor is on; in the profile call only"),
});
export type UserReply = z.infer<typeof userReply>;

export const accountEndpoints = {
  login: endpoint({
    method: "POST",
    path: "/auth/login",
    summary: "Start a session; sets the session cookie",
    access: "public",
    limit: "login",
    limitCounts: "refusals",
    body: z.strictObject({
      email: emailField,
      password: passwordField,
      remember_me: z.boolean().optional(),
      totp: z.string().trim().min(6).max(20).optional().describe("authenticator or recovery code, where one is set up"),
      mail_code: codeField
        .optional()
        .describe("required after login_code_required, when too many wrong passwords were entered"),
    }),
    reply: z.strictObject({ user: userReply }),
    problems: [
      "bad_credentials",
      "email_unverified",
      "totp_required",
      "totp_wrong",
      "login_code_required",
      "code_wrong",
    ],
  }),
  signup: endpoint({
    method: "POST",
    path: "/auth/signup",
    summary: "Begin an account; mails a verification code. The answer is the same whether or not the address is known",
    access: "public",
    limit: "signup",
    body: z.strictObject({ name: nameField, email: emailField, password: newPasswordField, dob: dobField }),
    reply: messageReply,
    problems: ["too_young"],
  }),
  verifyEmail: endpoint({
    method: "POST",
    path: "/auth/verify-email",
    summary: "Verify the address with the mailed code; creates the account",
    access: "public",
    limit: "code",
    body: z.strictObject({
      email: emailField,
      code: codeField,
      password: z
        .string()
        .max(PASSWORD_MAX)
        .optional()
        .describe("needed in another browser than the one that signed up"),
    }),
    reply: messageReply,
    problems: ["code_wrong", "password_required"],
  }),
  resendCode: endpoint({
    method: "POST",
    path: "/auth/resend-code",
    summary: "Mail a new verification code; at most one a minute, and the same answer for every address",
    access: "public",
    limit: "signup",
    body: z.strictObject({ email: emailField }),
    reply: messageReply,
    problems: [],
  }),
  giveDateOfBirth: endpoint({
    method: "POST",
    path: "/auth/date-of-birth",
    summary: "Store the date of birth after a Google sign-up, once. Under 13 the account is closed",
    access: "user",
    body: z.strictObject({ dob: dobField }),
    reply: messageReply.extend({ closed: z.boolean().describe("the account and its session have ended") }),
    problems: ["dob_known", "position_open"],
  }),
};
