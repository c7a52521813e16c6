import { countries, OTP_LIFE_MS } from "@vriddhi/core/account/phone";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { OtpSession } from "./phone-actions.ts";

/** Lives in this tab: a user who opens the text message and returns to a reloaded page can go on. */
const KEY = "otp_session";

export function keepOtpSession(userId: string, session: OtpSession): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, ...session }));
  } catch {
    // storage is switched off: the code can be typed as long as the page stays
  }
}

export function forgetOtpSession(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // storage is switched off: there is nothing to forget
  }
}

function toSession(kept: Readonly<Record<string, unknown>>): OtpSession | null {
  const { id, digits, message, sentAt } = kept;
  const country = countries.find(({ code }) => code === kept["country"])?.code;
  if (country === undefined || typeof id !== "string" || typeof digits !== "string") return null;
  if (typeof message !== "string" || typeof sentAt !== "number") return null;
  return { country, digits, id, message, sentAt: epochMs(sentAt) };
}

export function readOtpSession(userId: string, now: EpochMs): OtpSession | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const fields = kept as Readonly<Record<string, unknown>>;
    const session = fields["userId"] === userId ? toSession(fields) : null;
    return session !== null && now - session.sentAt < OTP_LIFE_MS ? session : null;
  } catch {
    return null;
  }
}
