import type { EpochMs } from "@vriddhi/core/time/clock";
import { Secret, TOTP } from "otpauth";

/** Base32, with the spaces and dashes that pages insert. */
const SECRET_SHAPE = /^[A-Z2-7]{16,128}=*$/;

/** `null` if the secret is invalid. */
export function totpAt(secret: string, now: EpochMs): string | null {
  const letters = secret.replaceAll(/[\s-]/g, "").toUpperCase();
  if (!SECRET_SHAPE.test(letters)) return null;
  return new TOTP({ secret: Secret.fromBase32(letters) }).generate({ timestamp: now });
}
