import { z } from "zod";
import { userReply } from "./account.ts";
import { messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

const short = z.string().max(2_000);

export const googleEndpoints = {
  startGoogle: endpoint({
    method: "GET",
    path: "/google-auth/signup",
    summary: "The address of a Google sign-in; binds the attempt to this browser by a cookie",
    access: "public",
    limit: "login-start",
    reply: z.strictObject({ auth_url: z.url() }),
    problems: ["google_unavailable"],
  }),
  finishGoogle: endpoint({
    method: "GET",
    path: "/google-auth/callback",
    summary: "Complete a Google sign-in with the redirect's parameters; sets the session cookie",
    access: "public",
    limit: "login",
    limitCounts: "refusals",
    // Allows unknown fields, because the provider may add parameters.
    query: z.object({
      code: short.optional(),
      state: short.optional(),
      iss: short.optional(),
      error: short.optional(),
    }),
    reply: z.strictObject({ user: userReply }),
    problems: [
      "google_denied",
      "google_failed",
      "google_unverified_email",
      "google_unavailable",
      "google_link_unproved",
      "google_link_elsewhere",
      "totp_required",
    ],
  }),
  confirmGoogle: endpoint({
    method: "POST",
    path: "/google-auth/confirm",
    summary: "Complete a Google sign-in with an authenticator code, or with the password before the first link",
    access: "public",
    limit: "login",
    body: z.strictObject({
      password: z.string().max(128).optional(),
      totp: z.string().trim().min(6).max(20).optional(),
    }),
    reply: z.strictObject({ user: userReply }),
    problems: ["google_failed", "google_link_unproved", "wrong_password", "totp_required", "totp_wrong"],
  }),
  unlinkGoogle: endpoint({
    method: "DELETE",
    path: "/auth/google",
    summary: "Unlink Google from this account",
    access: "user",
    proof: "fresh",
    reply: messageReply,
    problems: ["last_way_in"],
  }),
};
