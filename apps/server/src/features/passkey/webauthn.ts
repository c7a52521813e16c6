import { MINUTE_MS } from "@vriddhi/core/time/clock";

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

/** What the browser must have signed: this site, with user verification. */
export const expectationsOf = (publicUrl: URL) => ({
  expectedOrigin: publicUrl.origin,
  expectedRPID: publicUrl.hostname,
  requireUserVerification: true,
});

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

/** The device's transports that the standard knows: the browser may send anything. */
export const knownTransports = (sent: unknown): string[] =>
  TRANSPORTS.filter((transport) => Array.isArray(sent) && sent.includes(transport));

/** The standard's limit of an id. */
const CREDENTIAL_ID_BYTES_MAX = 1_023;

export function isUsableId(credentialId: string): boolean {
  const { length } = Buffer.from(credentialId, "base64url");
  return length > 0 && length <= CREDENTIAL_ID_BYTES_MAX;
}

/** The library throws on malformed answers; they count as refusals. */
export async function unlessMalformed<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
