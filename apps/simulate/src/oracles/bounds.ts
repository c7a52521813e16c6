import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";

/** Restated from docs/concepts/{orders,recovery,risk}.md, not imported: bounds.test.ts must detect a widened limit. */

/** An entry that appears after it was given up is flat within this time. */
export const LATE_FLAT_MS = MINUTE_MS;
export const ABANDONED_SCAN_EVERY_MS = 30 * SECOND_MS;
/** A foreign order that would close a position has this long. */
export const OTHERS_CLOSE_MS = 10 * SECOND_MS;
/** Minimum distance of the two reads that prove our remaining quantity. */
export const PROOF_APART_MS = 3 * SECOND_MS;
/** An entry's unfilled rest is cancelled after this. */
export const ENTRY_REMAINDER_MS = 5 * SECOND_MS;
/** An older feed price is ignored. */
export const FEED_SILENT_MS = 5 * SECOND_MS;
/** Distance of a stop's limit from its trigger, and of a marketable limit from the price. */
export const STOP_LIMIT_BASIS_POINTS = 300;
export const MARKETABLE_BASIS_POINTS = 100;
/** Exits in a row without a trade that require an alert. */
export const REFUSALS_NOTIFIED = 3;
/** An order's outcome is found within this time, or it is given up. */
export const UNRESOLVED_MAX_MS = 150 * SECOND_MS;
/** No fault hides a row of a book for longer. */
export const HIDDEN_ROW_MAX_MS = 150 * SECOND_MS;
/** Maximum clock difference of two processes. */
export const SKEW_MAX_MS = 3 * SECOND_MS;
