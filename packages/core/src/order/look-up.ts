import { type EpochMs, later, SECOND_MS } from "../time/clock.ts";
import { isAtBroker, isLate, type OrderState } from "./order-state.ts";

/** Clean scans must span this much before an order counts as abandoned. */
export const CLEAN_SPAN_MS = 30 * SECOND_MS;
/** Where nothing proves that the connection was reset, the network may still deliver what was written. */
export const CLEAN_SPAN_UNPROVED_MS = 120 * SECOND_MS;
/** A longer pause between two scans is no proof of what happened in it. */
export const SCAN_PAUSE_MAX_MS = 15 * SECOND_MS;
/** How soon an unknown order is looked for again. */
export const SCAN_EVERY_MS = 2 * SECOND_MS;
/** How often an abandoned order is looked for until the day's last book: what appears is flat within `LATE_FLAT_MS`. */
export const ABANDONED_SCAN_EVERY_MS = 30 * SECOND_MS;
/** What appears late is flat by then. */
export const LATE_FLAT_MS = 60 * SECOND_MS;

/**
 * `clean`: the whole book was read and every row understood. `unreadable`: a row was not, and could be the one we look
 * for. `failed`: no book came, so that nobody knows whether the network delivered anything.
 */
export type ScanOutcome = "clean" | "unreadable" | "failed";

/** One read of the whole order book. Instants are the human clock's. */
export interface BookScan {
  /** What the book shows is at least as new as this. */
  readonly startedAt: EpochMs;
  readonly outcome: ScanOutcome;
}

/** The search for one lost order, as far as it has come. */
export interface LookUp {
  readonly since: EpochMs;
  readonly spanMs: number;
  /** When the unbroken series of clean scans without the order began. */
  readonly cleanSince: EpochMs | null;
  /** When the last scan of the series began. */
  readonly cleanUntil: EpochMs | null;
}

export const startLookUp = (since: EpochMs, isResetProved: boolean): LookUp => ({
  since,
  spanMs: isResetProved ? CLEAN_SPAN_MS : CLEAN_SPAN_UNPROVED_MS,
  cleanSince: null,
  cleanUntil: null,
});

/**
 * A scan that did not find the order. A failed one, or one that comes too late after the last clean one, breaks the
 * series; one with an unreadable row proves nothing.
 */
export function addScan(lookUp: LookUp, scan: BookScan): LookUp {
  if (scan.startedAt < lookUp.since || scan.outcome === "unreadable") return lookUp;
  if (scan.outcome === "failed") return { ...lookUp, cleanSince: null, cleanUntil: null };
  const { cleanSince, cleanUntil } = lookUp;
  if (cleanUntil !== null && scan.startedAt < cleanUntil) return lookUp;
  const isUnbroken = cleanSince !== null && cleanUntil !== null && scan.startedAt - cleanUntil <= SCAN_PAUSE_MAX_MS;
  return { ...lookUp, cleanSince: isUnbroken ? cleanSince : scan.startedAt, cleanUntil: scan.startedAt };
}

/** The clean scans span what they must. */
export function isAbsenceProved({ cleanSince, cleanUntil, spanMs }: LookUp): boolean {
  return cleanSince !== null && cleanUntil !== null && cleanUntil - cleanSince >= spanMs;
}

/** When to look again. Null: there is nothing to look for. */
export function nextScanAt({ status }: OrderState, lastScanAt: EpochMs): EpochMs | null {
  if (status === "unknown") return later(lastScanAt, SCAN_EVERY_MS);
  return status === "abandoned" ? later(lastScanAt, ABANDONED_SCAN_EVERY_MS) : null;
}

/** `keep`: a late exit becomes the working one. */
export type LateStep = "cancel" | "flatten" | "keep";

/** What to do with an order that appeared after it had been given up. Null: nothing, or nothing more. */
export function lateStep(order: OrderState, isAnotherExitWorking: boolean): LateStep | null {
  if (!isLate(order)) return null;
  if (order.leg === "exit") return lateExitStep(order, isAnotherExitWorking);
  return isAtBroker(order.status) ? "cancel" : "flatten";
}

function lateExitStep({ status }: OrderState, isAnotherExitWorking: boolean): LateStep | null {
  if (!isAtBroker(status)) return null;
  return isAnotherExitWorking ? "cancel" : "keep";
}

/** Null: it is not late. */
export const lateDeadline = (order: OrderState): EpochMs | null =>
  isLate(order) && order.lateSince !== null ? later(order.lateSince, LATE_FLAT_MS) : null;

/** An account with such an order makes no entries: nobody knows what it holds. */
export const holdsEntriesBack = ({ status }: OrderState): boolean => status === "unknown" || status === "abandoned";

/** Only what is proved unsent, by this life of the process, is sent again; an entry only while it is valid. */
export const isResendable = ({ status, isProvedUnsent, leg }: OrderState, isEntryValid: boolean): boolean =>
  status === "sending" && isProvedUnsent && (leg === "exit" || isEntryValid);
