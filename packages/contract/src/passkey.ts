import { z } from "zod";
import { userReply } from "./account.ts";
import { messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

/** WebAuthn's messages, created and checked by its library; we only bound their size. */
export const webAuthnMessage = z.record(z.string().max(100), z.unknown());

export const passkeyEndpoints = {
  startPasskey: endpoint({
    method: "POST",
    path: "/auth/passkeys/options",
    summary: "Options for creating a passkey on this device",
    access: "user",
    proof: "fresh",
    limit: "login",
    reply: z.strictObject({ options: webAuthnMessage }),
    problems: [],
  }),
  addPasskey: endpoint({
    method: "POST",
    path: "/auth/passkeys",
    summary: "Store the passkey this device made",
    access: "user",
    proof: "fresh",
    limit: "code",
    body: z.strictObject({ name: z.string().trim().min(1).max(60), response: webAuthnMessage }),
    reply: z.strictObject({ id: z.uuid() }),
    problems: ["passkey_refused"],
  }),
  removePasskey: endpoint({
    method: "DELETE",
    path: "/auth/passkeys/{passkeyId}",
    summary: "Delete one of the caller's passkeys",
    access: "user",
    proof: "fresh",
    params: z.strictObject({ passkeyId: z.uuid() }),
    reply: messageReply,
    problems: [],
  }),
  startPasskeyLogin: endpoint({
    method: "POST",
    path: "/auth/passkeys/login-options",
    summary: "Options for signing in with a passkey",
    access: "public",
    limit: "login-start",
    reply: z.strictObject({ challenge_id: z.uuid(), options: webAuthnMessage }),
    problems: [],
  }),
  finishPasskeyLogin: endpoint({
    method: "POST",
    path: "/auth/passkeys/login",
    summary: "Sign in with a passkey; sets the session cookie",
    access: "public",
    limit: "login",
    limitCounts: "refusals",
    body: z.strictObject({ challenge_id: z.uuid(), response: webAuthnMessage }),
    reply: z.strictObject({ user: userReply }),
    problems: ["passkey_refused"],
  }),
};
