import { MINUTE_MS } from "@vriddhi/core/time/clock";

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

/** What the browser must have signed for: this very site, by a person who proved to be there. */
export const expectationsOf = (publicUrl: URL) => ({
  expectedOrigin: publicUrl.origin,
  expectedRPID: publicUrl.hostname,
  requireUserVerification: true,
});

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

/** How the passkey's device may be reached, in the words the standard knows: the browser may have sent anything. */
export const knownTransports = (sent: unknown): string[] =>
  TRANSPORTS.filter((transport) => Array.isArray(sent) && sent.includes(transport));

/** The standard's own bound on an id. */
const CREDENTIAL_ID_BYTES_MAX = 1_023;

export function isUsableId(credentialId: string): boolean {
  const { length } = Buffer.from(credentialId, "base64url");
  return length > 0 && length <= CREDENTIAL_ID_BYTES_MAX;
}

/** The library throws on anything that is not a well-formed answer to its question; to us that is a refusal. */
export async function unlessMalformed<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
