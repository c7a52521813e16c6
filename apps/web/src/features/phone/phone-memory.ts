import { PHONE_VERIFIED_LIFE_MS } from "@vriddhi/core/account/phone-verified";
import { DAY_MS, type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { personKey } from "../../lib/person-storage.ts";

const verifiedKey = (userId: string): string => `mobile_verified:${userId}`;
/** Shared by all tabs until the user logs out. */
const dismissedKey = (userId: string): string => personKey(userId, "mobile_dismissed");

/** A device's clock may be corrected a little after the flag was written. */
const CLOCK_DRIFT_MS = DAY_MS;

/** Where storage is switched off, a dismissal lasts until the page is reloaded. */
let unsavedDismissal: string | null = null;

export function rememberVerified(userId: string, now: EpochMs): void {
  try {
    localStorage.setItem(verifiedKey(userId), String(now));
  } catch {
    // storage is switched off: the server's record decides
  }
}

/** A4.6, A9.2: a flag that is unreadable, older than 365 days or from the future does not count. */
export function isRememberedVerified(userId: string, now: EpochMs): boolean {
  try {
    const stored = localStorage.getItem(verifiedKey(userId));
    if (stored === null) return false;
    const ageMs = now - Number.parseInt(stored, 10);
    if (ageMs > -CLOCK_DRIFT_MS && ageMs < PHONE_VERIFIED_LIFE_MS) return true;
    localStorage.removeItem(verifiedKey(userId));
    return false;
  } catch {
    return false;
  }
}

export function rememberDismissed(userId: string): void {
  unsavedDismissal = userId;
  try {
    localStorage.setItem(dismissedKey(userId), "1");
  } catch {
    // storage is switched off: see above
  }
}

function isDismissed(userId: string): boolean {
  try {
    return localStorage.getItem(dismissedKey(userId)) !== null;
  } catch {
    return unsavedDismissal === userId;
  }
}

/** This device's clock is accurate enough for the flag. */
export const deviceNow = (): EpochMs => epochMs(Date.now());

export const isPromptSilenced = (userId: string): boolean =>
  isRememberedVerified(userId, deviceNow()) || isDismissed(userId);
