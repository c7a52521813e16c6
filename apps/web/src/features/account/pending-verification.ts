import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { forgetInTab, keepInTab, readInTab } from "../../lib/tab-memory.ts";
import { RESEND_AFTER_SECONDS } from "../../ui/resend-button.tsx";

export const AUTH_MODES = ["login", "signup", "verification"] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

export interface PendingVerification {
  readonly after: Exclude<AuthMode, "verification">;
  readonly email: string;
  /** When a code was mailed, by this device's clock; `null` when none was mailed just now. */
  readonly sentAtMs: number | null;
}

const KEY = "pending_verification";

/** As long as a mailed code is valid. */
const LIFE_MS = 10 * MINUTE_MS;

export const keepPending = (pending: PendingVerification): void => keepInTab(KEY, pending);

export const forgetPending = (): void => forgetInTab(KEY);

export function readPending(): PendingVerification | null {
  const { after, email, sentAtMs } = (readInTab(KEY, LIFE_MS) ?? {}) as Record<string, unknown>;
  if ((after !== "login" && after !== "signup") || typeof email !== "string") return null;
  return { after, email, sentAtMs: typeof sentAtMs === "number" ? sentAtMs : null };
}

export function resendInSeconds({ sentAtMs }: PendingVerification): number {
  if (sentAtMs === null) return 0;
  const gone = Math.floor((Date.now() - sentAtMs) / SECOND_MS);
  return Math.min(RESEND_AFTER_SECONDS, Math.max(0, RESEND_AFTER_SECONDS - gone));
}
