import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { type Api, ApiError, type Reply } from "../../lib/api.ts";
import { proofTexts } from "./proof.texts.ts";

type Security = Reply<"GET", "/auth/security">;

/** The user's ways to prove their identity; typed ones come first. */
export interface ProofWays {
  readonly typed: "code" | "password" | null;
  readonly hasPasskey: boolean;
}

export const toWays = ({ totp_enabled, has_password, passkeys }: Security): ProofWays => ({
  typed: totp_enabled ? "code" : has_password ? "password" : null,
  hasPasskey: passkeys.length > 0 && typeof globalThis.PublicKeyCredential === "function",
});

export function sayRefusal(cause: unknown): string {
  if (!(cause instanceof ApiError)) return proofTexts.passkeyFailed;
  return cause.status === 0 ? proofTexts.unreachable : (cause.detail ?? proofTexts.failed);
}

export async function proveByPasskey(api: Api): Promise<void> {
  const [{ startAuthentication }, asked] = await Promise.all([
    import("@simplewebauthn/browser"),
    api("POST", "/auth/passkeys/login-options"),
  ]);
  const optionsJSON = asked.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = { ...(await startAuthentication({ optionsJSON })) };
  await api("POST", "/auth/proof", { body: { passkey: { challenge_id: asked.challenge_id, response } } });
}
