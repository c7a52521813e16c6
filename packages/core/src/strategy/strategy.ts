import type { Side } from "../order/order.ts";
import type { Paise } from "../shared/money.ts";
import type { IstDate, IstMinute } from "../time/ist.ts";

/** A share's place in the list of symbols that the strategy was set up with. */
export type ShareNumber = number;

/** What is known of a share before its session begins, from earlier sessions only. */
export interface ShareFacts {
  readonly share: ShareNumber;
  readonly previousClose: Paise;
  /** Average true range of 14 sessions, Wilder's. */
  readonly atr: Paise;
  /** Of 20 sessions. */
  readonly medianTurnover: Paise;
  readonly lastTurnover: Paise;
  /** Mean turnover of the opening range over 14 sessions. */
  readonly rangeTurnover: Paise;
  readonly high20: Paise;
  readonly low20: Paise;
  /** Closes before the last: the second, the sixth and the twenty-first from the end. */
  readonly close2: Paise;
  readonly close6: Paise;
  readonly close21: Paise;
  readonly lastHigh: Paise;
  readonly lastLow: Paise;
}

/** A share as the pre-open auction left it. Null: not known, or not in time. */
export interface PreOpenQuote {
  readonly share: ShareNumber;
  readonly price: Paise | null;
  /** As the exchange states it: on an ex-date it differs from the close that was traded. */
  readonly previousClose: Paise | null;
}

/** The session's date and what is known of every share; the index has facts too. */
export interface DayStart {
  readonly kind: "day_start";
  readonly day: IstDate;
  readonly facts: readonly ShareFacts[];
}

export interface PreOpen {
  readonly kind: "pre_open";
  readonly quotes: readonly PreOpenQuote[];
}

/**
 * A bar that is closed, named by the minute in which it began. Bars come in the order of their minutes and, within one
 * minute, of their share numbers. The caller may fill the same object again: nobody keeps it.
 */
export interface BarClosed {
  readonly kind: "bar";
  readonly share: ShareNumber;
  /** Of the day in India. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In shares. */
  readonly volume: number;
}

export interface SessionEnd {
  readonly kind: "session_end";
}

export type StrategyEvent = DayStart | PreOpen | BarClosed | SessionEnd;

export interface ShortlistPick {
  readonly share: ShareNumber;
  readonly symbol: string;
  readonly score: number;
  /** For a trader to read. */
  readonly reason: string;
}

/** What a decision was made of, stored with the signal so that it can be explained and computed again. */
export interface SignalRecord {
  /** In the order of the strategy's own list of features. */
  readonly features: readonly number[];
  readonly score: number;
  /** Infinite where no model may decide. */
  readonly threshold: number;
  readonly modelHash: string;
  /** For a trader to read. */
  readonly sentence: string;
}

interface Candidate {
  readonly share: ShareNumber;
  readonly symbol: string;
  readonly side: Side;
  /** The bar that decided; an entry is made after it. */
  readonly minute: IstMinute;
  /** Its close. */
  readonly price: Paise;
  readonly stop: Paise;
  readonly target: Paise;
  readonly medianTurnover: Paise;
  readonly signal: SignalRecord;
}

export interface Shortlist {
  readonly kind: "shortlist";
  readonly day: IstDate;
  readonly picks: readonly ShortlistPick[];
}

/** A new position; not before the bar that decided is closed. */
export interface Enter extends Candidate {
  readonly kind: "enter";
}

/** Looked at and left: the model's score was below its threshold. */
export interface PassedOver extends Candidate {
  readonly kind: "passed_over";
}

/** Stop, target and the time close a position: a strategy decides on entries only. */
export type StrategyDecision = Shortlist | Enter | PassedOver;

/** Nothing to do, for almost every bar: shared, so that a quiet bar makes no object. */
export const NO_DECISIONS: readonly StrategyDecision[] = Object.freeze([]);

/**
 * A rule from state and event to decisions: no clock, no chance, nothing outside. The state belongs to the caller and is
 * changed in place; it is plain data and typed arrays, so `structuredClone` is a snapshot. One instance of the rule
 * serves any number of states.
 */
export interface Strategy<State> {
  readonly name: string;
  begin(): State;
  step(state: State, event: StrategyEvent): readonly StrategyDecision[];
}
