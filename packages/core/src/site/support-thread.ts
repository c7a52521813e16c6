import { type EpochMs, MINUTE_MS } from "../time/clock.ts";

/** Questions of one person that nobody has closed; more of them are one question asked again. */
export const SUPPORT_THREADS_OPEN_MAX = 10;
/** Whoever has not read a message for so long is away, and gets it by mail. */
export const SUPPORT_AWAY_MS = 2 * MINUTE_MS;
export const CANNED_TITLE_MAX = 60;
export const CANNED_ANSWERS_MAX = 50;
/** How much of the last message a list shows. */
export const SUPPORT_EXCERPT_MAX = 160;

export const supportThreadStates = ["open", "answered", "closed"] as const;
export type SupportThreadState = (typeof supportThreadStates)[number];

export const supportAuthors = ["writer", "desk"] as const;
export type SupportAuthor = (typeof supportAuthors)[number];

/** Whoever writes last decides whose turn it is; a word in a closed thread opens it again. */
export const stateAfter = (author: SupportAuthor): SupportThreadState => (author === "desk" ? "answered" : "open");

/** The other side has written since this side looked. */
export const isUnread = (writtenAt: EpochMs | null, readAt: EpochMs | null): boolean =>
  writtenAt !== null && (readAt === null || readAt < writtenAt);
