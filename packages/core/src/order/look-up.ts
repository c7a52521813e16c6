import type { DayPhase } from "../risk/trading-hours.ts";
import { type EpochMs, later, SECOND_MS } from "../time/clock.ts";
import { isAtBroker, isLate, type OrderState } from "./order-state.ts";

/** Scans must span this long before an order is abandoned. */
export const CLEAN_SPAN_MS = 30 * SECOND_MS;
/** Without a proved connection reset the network may still deliver the order. */
export const CLEAN_SPAN_UNPROVED_MS = 120 * SECOND_MS;
/** A longer gap between two scans proves nothing about the time in between. */
export const SCAN_PAUSE_MAX_MS = 15 * SECOND_MS;
export const SCAN_EVERY_MS = 2 * SECOND_MS;
/** Scan interval of an abandoned order until the day's last book: a late one is flat within `LATE_FLAT_MS`. */
export const ABANDONED_SCAN_EVERY_MS = 30 * SECOND_MS;
/** An abandoned order must stay absent for this long, in enough whole books, before entries are allowed again. */
const ABSENT_SPAN_MS = 120 * SECOND_MS;
const ABSENT_SCANS = 5;
const ABSENT_PAUSE_MAX_MS = 2 * ABANDONED_SCAN_EVERY_MS;
export const LATE_FLAT_MS = 60 * SECOND_MS;

/** `clean`: every row was understood. `unreadable`: one was not and may be the order. `failed`: no book came. */
export type ScanOutcome = "clean" | "unreadable" | "failed";

/** One read of the whole order book. Human clock. */
export interface BookScan {
  /** The book is at least as new as this. */
  readonly startedAt: EpochMs;
  readonly outcome: ScanOutcome;
}

export interface LookUp {
  readonly since: EpochMs;
  readonly spanMs: number;
  /** Start of the unbroken series of scans without the order. */
  readonly seriesSince: EpochMs | null;
  readonly seriesUntil: EpochMs | null;
  /** The last one could have shown the order. */
  readonly isLastClean: boolean;
}

export const startLookUp = (since: EpochMs, isResetProved: boolean): LookUp => ({
  since,
  spanMs: isResetProved ? CLEAN_SPAN_MS : CLEAN_SPAN_UNPROVED_MS,
  seriesSince: null,
  seriesUntil: null,
  isLastClean: false,
});

/** A failed or late scan breaks the series; an unreadable row shows that the network works, but no absence. */
export function addScan(lookUp: LookUp, { startedAt, outcome }: BookScan): LookUp {
  if (startedAt < lookUp.since) return lookUp;
  if (outcome === "failed") return { ...lookUp, seriesSince: null, seriesUntil: null, isLastClean: false };
  const { seriesSince, seriesUntil } = lookUp;
  if (seriesUntil !== null && startedAt < seriesUntil) return lookUp;
  const isUnbroken = seriesSince !== null && seriesUntil !== null && startedAt - seriesUntil <= SCAN_PAUSE_MAX_MS;
  return {
    ...lookUp,
    seriesSince: isUnbroken ? seriesSince : startedAt,
    seriesUntil: startedAt,
    isLastClean: outcome === "clean",
  };
}

/** The scans span the required time, and the last of them would have shown the order. */
export function isAbsenceProved({ seriesSince, seriesUntil, spanMs, isLastClean }: LookUp): boolean {
  return isLastClean && seriesSince !== null && seriesUntil !== null && seriesUntil - seriesSince >= spanMs;
}

/** Everything should be flat: a late order must be noticed while it can still be closed. */
const isNearSquareOff = (phase: DayPhase): boolean => phase === "late" || phase === "hands_off";

/** When to look again. `null` if there is nothing to look for. */
export function nextScanAt({ status }: OrderState, lastScanAt: EpochMs, phase: DayPhase): EpochMs | null {
  if (status === "unknown") return later(lastScanAt, SCAN_EVERY_MS);
  if (status !== "abandoned") return null;
  return later(lastScanAt, isNearSquareOff(phase) ? SCAN_EVERY_MS : ABANDONED_SCAN_EVERY_MS);
}

/** `keep`: a late exit becomes the working one. */
export type LateStep = "cancel" | "flatten" | "keep";

/** The action for an order that appeared after it had been given up. `null` for none. */
export function lateStep(order: OrderState, isAnotherExitWorking: boolean): LateStep | null {
  if (!isLate(order)) return null;
  if (order.leg === "exit") return lateExitStep(order, isAnotherExitWorking);
  return isAtBroker(order.status) ? "cancel" : "flatten";
}

function lateExitStep({ status }: OrderState, isAnotherExitWorking: boolean): LateStep | null {
  if (!isAtBroker(status)) return null;
  return isAnotherExitWorking ? "cancel" : "keep";
}

/** `null` if it is not late. */
export const lateDeadline = (order: OrderState): EpochMs | null =>
  isLate(order) && order.lateSince !== null ? later(order.lateSince, LATE_FLAT_MS) : null;

export interface Absence {
  readonly since: EpochMs;
  readonly until: EpochMs;
  readonly scans: number;
}

/** A failed read breaks the series, because the network may have failed; an unreadable row proves neither. */
export function addAbsence(before: Absence | null, { startedAt, outcome }: BookScan): Absence | null {
  if (outcome === "failed") return null;
  if (outcome !== "clean") return before;
  if (before === null || startedAt - before.until > ABSENT_PAUSE_MAX_MS)
    return { since: startedAt, until: startedAt, scans: 1 };
  return startedAt <= before.until ? before : { ...before, until: startedAt, scans: before.scans + 1 };
}

const isLastingAbsence = ({ since, until, scans }: Absence): boolean =>
  scans >= ABSENT_SCANS && until - since >= ABSENT_SPAN_MS;

/** Unknown orders block entries until found or proved absent, abandoned ones until `absence` has lasted. */
export const holdsEntriesBack = ({ status }: OrderState, absence: Absence | null): boolean =>
  status === "unknown" || (status === "abandoned" && (absence === null || !isLastingAbsence(absence)));

/** Only an order that this process proved unsent is resent; an entry only while it is valid. */
export const isResendable = ({ status, isProvedUnsent, leg }: OrderState, isEntryValid: boolean): boolean =>
  status === "sending" && isProvedUnsent && (leg === "exit" || isEntryValid);
