import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";

/**
 * What the order path promises, as docs/concepts/{orders,recovery,risk}.md say it. Written out here and not read from the
 * product: a bound that is widened there must be seen by the rules, and by bounds.test.ts.
 */

/** An entry that appears after it was given up is flat within this time. */
export const LATE_FLAT_MS = MINUTE_MS;
/** How often one that was given up is looked for. */
export const ABANDONED_SCAN_EVERY_MS = 30 * SECOND_MS;
/** Somebody else's order that would close a position is left alone for so long. */
export const OTHERS_CLOSE_MS = 10 * SECOND_MS;
/** Two looks that prove together what is left lie so far apart. */
export const PROOF_APART_MS = 3 * SECOND_MS;
/** What has not filled of an entry is cancelled after this. */
export const ENTRY_REMAINDER_MS = 5 * SECOND_MS;
/** What a feed said longer ago counts no more. */
export const FEED_SILENT_MS = 5 * SECOND_MS;
/** A stop's limit lies so far beyond its trigger, and a marketable limit beyond the price. */
export const STOP_LIMIT_BASIS_POINTS = 300;
export const MARKETABLE_BASIS_POINTS = 100;
/** So many exits in a row that traded nothing call for a person. */
export const REFUSALS_TOLD = 3;
/** What became of an order is found out within this time, or it is given up. */
export const UNRESOLVED_MAX_MS = 150 * SECOND_MS;
/** No fault hides a row of a book for longer. */
export const HIDDEN_ROW_MAX_MS = 150 * SECOND_MS;
/** The clocks of two processes differ by no more than this. */
export const SKEW_MAX_MS = 3 * SECOND_MS;
