import { type EpochMs, MINUTE_MS } from "../time/clock.ts";

/** Open questions per user; more of them are repetitions. */
export const SUPPORT_THREADS_OPEN_MAX = 10;
/** A user who has not read a message for this long is away and gets it by mail. */
export const SUPPORT_AWAY_MS = 2 * MINUTE_MS;
export const CANNED_TITLE_MAX = 60;
export const CANNED_ANSWERS_MAX = 50;
export const SUPPORT_EXCERPT_MAX = 160;

export const supportThreadStates = ["open", "answered", "closed"] as const;
export type SupportThreadState = (typeof supportThreadStates)[number];

export const supportAuthors = ["writer", "desk"] as const;
export type SupportAuthor = (typeof supportAuthors)[number];

/** The last message decides whose turn it is; a message in a closed thread reopens it. */
export const stateAfter = (author: SupportAuthor): SupportThreadState => (author === "desk" ? "answered" : "open");

export const isUnread = (writtenAt: EpochMs | null, readAt: EpochMs | null): boolean =>
  writtenAt !== null && (readAt === null || readAt < writtenAt);
