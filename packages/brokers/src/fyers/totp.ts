import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { Secret, TOTP } from "otpauth";

const PERIOD_S = 30;
const PERIOD_MS = PERIOD_S * SECOND_MS;
/** A code sent in the last moments of its step may arrive when it is over. */
const MARGIN_MS = 3 * SECOND_MS;

/** How long to wait before a code may be sent; 0 is now. */
export function totpWaitMs(now: EpochMs): number {
  const left = PERIOD_MS - (now % PERIOD_MS);
  return left <= MARGIN_MS ? left : 0;
}

/** The code of the moment; null when the secret is none. People paste secrets in groups of four. */
export function totpAt(secret: string, now: EpochMs): string | null {
  const text = secret.replace(/[\s-]/g, "").replace(/=+$/, "").toUpperCase();
  if (!/^[A-Z2-7]+$/.test(text)) return null;
  return new TOTP({ secret: Secret.fromBase32(text), digits: 6, period: PERIOD_S }).generate({ timestamp: now });
}
