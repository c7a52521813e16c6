import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import type { UserReply } from "@vriddhi/contract/account";
import { type Api, ApiError } from "../../lib/api.ts";
import { passkeyTexts } from "./passkey.texts.ts";

export type PasskeyOutcome =
  | { readonly kind: "signed_in"; readonly user: UserReply }
  /** The user closed the browser's dialog, or it timed out. */
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly sentence: string };

export const isPasskeySupported = (): boolean => typeof window.PublicKeyCredential === "function";

const CANCELLED: ReadonlySet<string> = new Set(["NotAllowedError", "AbortError"]);

function toOutcome(cause: unknown): PasskeyOutcome {
  if (cause instanceof ApiError) return { kind: "failed", sentence: sentenceFor(cause) };
  if (cause instanceof Error && CANCELLED.has(cause.name)) return { kind: "cancelled" };
  return { kind: "failed", sentence: passkeyTexts.failed };
}

function sentenceFor(fault: ApiError): string {
  if (fault.status === 0) return passkeyTexts.unreachable;
  if (fault.code === "passkey_refused") return passkeyTexts.refused;
  return fault.detail ?? passkeyTexts.failed;
}

/** Challenge from the server, signature from the device, session from the server. */
export async function logInWithPasskey(api: Api): Promise<PasskeyOutcome> {
  try {
    // The library loads with the first press and not with the page.
    const [{ startAuthentication }, asked] = await Promise.all([
      import("@simplewebauthn/browser"),
      api("POST", "/auth/passkeys/login-options"),
    ]);
    const optionsJSON = asked.options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const response = { ...(await startAuthentication({ optionsJSON })) };
    const { user } = await api("POST", "/auth/passkeys/login", {
      body: { challenge_id: asked.challenge_id, response },
    });
    return { kind: "signed_in", user };
  } catch (cause) {
    return toOutcome(cause);
  }
}
