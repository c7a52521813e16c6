import { type Paise, rupees } from "../../shared/money.ts";
import { type IstMinute, istMinute } from "../../time/ist.ts";
import { SESSION_OPEN } from "../../time/session-hours.ts";

export interface OpeningRangeSettings {
  readonly sessionOpen: IstMinute;
  /** How long the opening range is. */
  readonly rangeMinutes: number;
  /** The last minute by which a bar must have ended to be a candidate. */
  readonly candidatesUntil: IstMinute;
  /** A share is looked at whenever so many minutes since the open are over, also where bars are finer. */
  readonly decisionMinutes: number;
  /** The most traded shares, by the median of 20 sessions. */
  readonly universeSize: number;
  readonly priceMin: Paise;
  /** An exchange's previous close that differs more from ours means an ex-date. */
  readonly previousCloseBasisPoints: number;
  readonly shortlistSize: number;
  readonly turnoverWeight: number;
  readonly turnoverRatioMax: number;
  /** The index counts as heard while its newest bar began at most so many minutes before the one that is judged. */
  readonly indexLateMinutes: number;
  /** In average true ranges. */
  readonly stopDistance: number;
  readonly targetDistance: number;
}

export const OPENING_RANGE: OpeningRangeSettings = {
  sessionOpen: SESSION_OPEN,
  rangeMinutes: 15,
  candidatesUntil: istMinute(12, 45),
  decisionMinutes: 5,
  universeSize: 100,
  priceMin: rupees(20),
  previousCloseBasisPoints: 200,
  shortlistSize: 20,
  turnoverWeight: 0.25,
  turnoverRatioMax: 4,
  indexLateMinutes: 10,
  stopDistance: 0.5,
  targetDistance: 1,
};

/** So many of the shortlist are shown to people. */
export const SHORTLIST_SHOWN = 10;

/** The opening range counts when at least this part of its bars came. */
export const RANGE_BARS_SHARE = 2 / 3;

/** Of all days, those on which a threshold lets the strategy trade: about 15 trades a month (A1.4, B1.1). */
export const TRADED_DAYS_SHARE = 0.72;

/** A session must last so long to be compared with others: halts, evenings and short Saturdays do not. */
export const WHOLE_SESSION_MINUTES = 300;
