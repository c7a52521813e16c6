import type { Side } from "../order/order.ts";
import type { Paise } from "../shared/money.ts";
import type { IstDate, IstMinute } from "../time/ist.ts";

/** A share's index in the strategy's symbols. */
export type ShareNumber = number;

/** A share's facts before its session, from earlier sessions only. */
export interface ShareFacts {
  readonly share: ShareNumber;
  readonly previousClose: Paise;
  /** Wilder's average true range of 14 sessions. */
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

/** A share after the pre-open auction. `null` if unknown or late. */
export interface PreOpenQuote {
  readonly share: ShareNumber;
  readonly price: Paise | null;
  /** The exchange's value: on an ex-date it differs from the traded close. */
  readonly previousClose: Paise | null;
}

export interface DayStart {
  readonly kind: "day_start";
  readonly day: IstDate;
  readonly facts: readonly ShareFacts[];
}

export interface PreOpen {
  readonly kind: "pre_open";
  readonly quotes: readonly PreOpenQuote[];
}

/** Bars come by minute, then by share number. The caller reuses the object: receivers copy what they keep. */
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
  readonly reason: string;
}

/** The basis of a decision, stored with the signal so that it can be explained and recomputed. */
export interface SignalRecord {
  /** In the order of the strategy's feature list. */
  readonly features: readonly number[];
  readonly score: number;
  /** Infinite without a model. */
  readonly threshold: number;
  readonly modelHash: string;
  readonly sentence: string;
}

interface Candidate {
  readonly share: ShareNumber;
  readonly symbol: string;
  readonly side: Side;
  /** The deciding bar; an entry is made after it. */
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

/** A new position, not before the deciding bar is closed. */
export interface Enter extends Candidate {
  readonly kind: "enter";
}

/** Judged and not taken: the score was below the threshold. */
export interface PassedOver extends Candidate {
  readonly kind: "passed_over";
}

/** Stop, target and time close a position: a strategy decides on entries only. */
export type StrategyDecision = Shortlist | Enter | PassedOver;

/** Shared empty result for almost every bar, so that nothing is allocated. */
export const NO_DECISIONS: readonly StrategyDecision[] = Object.freeze([]);

/** Pure: no clock, chance or I/O. The caller owns the state: plain data, so that `structuredClone` is a snapshot. */
export interface Strategy<State> {
  readonly name: string;
  begin(): State;
  step(state: State, event: StrategyEvent): readonly StrategyDecision[];
}
