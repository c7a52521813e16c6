import type { AuthenticatorTransport } from "@simplewebauthn/server";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Passkey } from "./passkey.store.ts";

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

/** What the browser must have signed for: this very site, by a person who proved to be there. */
export const expectationsOf = (publicUrl: URL) => ({
  expectedOrigin: publicUrl.origin,
  expectedRPID: publicUrl.hostname,
  requireUserVerification: true,
});

export const transportsOf = (passkey: Passkey): AuthenticatorTransport[] =>
  [...passkey.transports] as AuthenticatorTransport[];

/** The library throws on anything that is not a well-formed answer to its question; to us that is a refusal. */
export async function unlessMalformed<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
