import { z } from "zod";
import { userReply } from "./account.ts";
import { messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";
import { webAuthnMessage } from "./passkey.ts";

export const sessionEndpoints = {
  readProfile: endpoint({
    method: "GET",
    path: "/auth/profile",
    summary: "The signed-in account",
    access: "user",
    reply: userReply,
    problems: [],
  }),
  logout: endpoint({
    method: "POST",
    path: "/auth/logout",
    summary: "End this session; idempotent",
    access: "public",
    reply: messageReply,
    problems: [],
  }),
  listSessions: endpoint({
    method: "GET",
    path: "/auth/sessions",
    summary: "The caller's open sessions",
    access: "user",
    reply: z.strictObject({
      sessions: z.array(
        z.strictObject({
          id: z.uuid(),
          device: z.string(),
          ip: z.string(),
          created_at: z.iso.datetime(),
          last_seen_at: z.iso.datetime(),
          is_current: z.boolean(),
        }),
      ),
    }),
    problems: [],
  }),
  revokeSession: endpoint({
    method: "DELETE",
    path: "/auth/sessions/{sessionId}",
    summary: "End one of the caller's sessions",
    access: "user",
    params: z.strictObject({ sessionId: z.uuid() }),
    reply: messageReply,
    problems: [],
  }),
  endOtherSessions: endpoint({
    method: "DELETE",
    path: "/auth/sessions",
    summary: "End all other sessions of the caller",
    access: "user",
    reply: messageReply,
    problems: [],
  }),
  renewProof: endpoint({
    method: "POST",
    path: "/auth/proof",
    summary: "Prove identity again by password, authenticator or recovery code, or passkey; valid for ten minutes",
    access: "user",
    limit: "login",
    body: z.strictObject({
      password: z.string().max(128).optional(),
      code: z.string().trim().min(6).max(20).optional(),
      passkey: z.strictObject({ challenge_id: z.uuid(), response: webAuthnMessage }).optional(),
    }),
    reply: messageReply,
    problems: ["wrong_password", "totp_required", "totp_wrong", "passkey_refused", "proof_refused"],
  }),
};
