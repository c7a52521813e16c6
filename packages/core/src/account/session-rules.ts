import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from "../time/clock.ts";

export interface SessionSpan {
  readonly absoluteMs: number;
  readonly idleMs: number;
}

export const rememberedSpan: SessionSpan = { absoluteMs: 30 * DAY_MS, idleMs: 14 * DAY_MS };
export const plainSpan: SessionSpan = { absoluteMs: DAY_MS, idleMs: 12 * HOUR_MS };

/** Visits are recorded at most this often, so that reading a page writes nothing. */
export const SEEN_AGAIN_AFTER_MS = 5 * MINUTE_MS;

/** Required age of the proof for changing credentials, exporting data or deleting the account. */
export const PROOF_LIFE_MS = 10 * MINUTE_MS;

export const isProofFresh = (provedAt: EpochMs, now: EpochMs): boolean => now < provedAt + PROOF_LIFE_MS;

export const spanOf = (isRemembered: boolean): SessionSpan => (isRemembered ? rememberedSpan : plainSpan);

export function isSessionAlive(
  session: { readonly isRemembered: boolean; readonly lastSeenAt: EpochMs; readonly expiresAt: EpochMs },
  now: EpochMs,
): boolean {
  return now < session.expiresAt && now < session.lastSeenAt + spanOf(session.isRemembered).idleMs;
}
