import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { forgetInTab, keepInTab, readInTab } from "../../lib/tab-memory.ts";
import { RESEND_AFTER_SECONDS } from "../../ui/resend-button.tsx";

/** `sentAtMs` is by this device's clock; `null` when no code was mailed just now. */
export interface PendingRecovery {
  readonly email: string;
  readonly sentAtMs: number | null;
}

const KEY = "pending_recovery";

/** As long as a mailed code is valid. */
const LIFE_MS = 10 * MINUTE_MS;

export const keepRecovery = (pending: PendingRecovery): void => keepInTab(KEY, pending);

export const forgetRecovery = (): void => forgetInTab(KEY);

export function readRecovery(): PendingRecovery | null {
  const { email, sentAtMs } = (readInTab(KEY, LIFE_MS) ?? {}) as Record<string, unknown>;
  if (typeof email !== "string" || email === "") return null;
  return { email, sentAtMs: typeof sentAtMs === "number" ? sentAtMs : null };
}

export function resendInSeconds({ sentAtMs }: PendingRecovery): number {
  if (sentAtMs === null) return 0;
  const gone = Math.floor((Date.now() - sentAtMs) / SECOND_MS);
  return Math.min(RESEND_AFTER_SECONDS, Math.max(0, RESEND_AFTER_SECONDS - gone));
}
