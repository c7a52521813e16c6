import { type Paise, rupees } from "../../shared/money.ts";
import { type IstMinute, istMinute } from "../../time/ist.ts";
import { SESSION_OPEN } from "../../time/session-hours.ts";

export interface OpeningRangeSettings {
  readonly sessionOpen: IstMinute;
  readonly rangeMinutes: number;
  /** The last minute by which a candidate's bar must have ended. */
  readonly candidatesUntil: IstMinute;
  /** Decision interval since the open, also with finer bars. */
  readonly decisionMinutes: number;
  /** Number of the most traded shares, by the median of 20 sessions. */
  readonly universeSize: number;
  readonly priceMin: Paise;
  /** A larger difference between the exchange's previous close and ours means an ex-date. */
  readonly previousCloseBasisPoints: number;
  readonly shortlistSize: number;
  readonly turnoverWeight: number;
  readonly turnoverRatioMax: number;
  /** The index is current while its newest bar began at most this many minutes before the judged one. */
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

export const SHORTLIST_SHOWN = 10;

/** The opening range is valid when at least this part of its bars arrived. */
export const RANGE_BARS_SHARE = 2 / 3;

/** Share of days on which a threshold lets the strategy trade: about 15 trades a month (A1.4, B1.1). */
export const TRADED_DAYS_SHARE = 0.72;

/** Minimum length of a comparable session: excludes halts, evenings and short Saturdays. */
export const WHOLE_SESSION_MINUTES = 300;
