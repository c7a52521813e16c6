import { createHash } from "node:crypto";
import { type HumanClock, MINUTE_MS } from "@vriddhi/core/time/clock";

/** Sessions that were found good a moment ago, so that their requests need not be counted with their neighbours'. */
export interface ProvenCallers {
  note(token: string): void;
  /** What to count a request with this token by; null: nobody has proved it lately. */
  subjectOf(token: string): string | null;
}

/** A page that is open asks far more often than this. */
const PROVED_FOR_MS = 2 * MINUTE_MS;

/**
 * A carrier puts a whole town behind one address. Whoever is signed in is counted by their own session; a token that
 * was only made up counts for its address, because nobody has found it good.
 */
export function createProvenCallers(clock: HumanClock, keysMax = 50_000): ProvenCallers {
  const until = new Map<string, number>();
  // Tokens are ways in, which no dump of the memory should hold in a list.
  const keyOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
  return {
    note(token) {
      if (until.size >= keysMax) until.clear();
      until.set(keyOf(token), clock.now() + PROVED_FOR_MS);
    },
    subjectOf(token) {
      const key = keyOf(token);
      return clock.now() < (until.get(key) ?? 0) ? `session ${key}` : null;
    },
  };
}
