import { createHash } from "node:crypto";
import { type HumanClock, MINUTE_MS } from "@vriddhi/core/time/clock";

export interface RecentSessions {
  note(token: string): void;
  subjectOf(token: string): string | null;
}

/** An open page sends requests far more often than this. */
const RECENT_MS = 2 * MINUTE_MS;

/** Signed-in users are counted by session, because a carrier's users share one address. */
export function createRecentSessions(clock: HumanClock, keysMax = 50_000): RecentSessions {
  const until = new Map<string, number>();
  // Tokens are credentials: a memory dump must not hold a list of them.
  const keyOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
  return {
    note(token) {
      if (until.size >= keysMax) until.clear();
      until.set(keyOf(token), clock.now() + RECENT_MS);
    },
    subjectOf(token) {
      const key = keyOf(token);
      return clock.now() < (until.get(key) ?? 0) ? `session ${key}` : null;
    },
  };
}
