import type { Side } from "../order/order.ts";

export interface DayStartEvent {
  readonly kind: "day_start";
  /** Days since 1970-01-01 in India, see market/bar-time. */
  readonly day: number;
}

/** The caller reuses the object for the next bar: a strategy that needs a price later copies the number. */
export interface BarEvent {
  readonly kind: "bar";
  /** The share's index in the strategy's list. */
  readonly symbol: number;
  /** Start of the bar, see market/bar-time. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export type StrategyEvent = DayStartEvent | BarEvent;

/** Enter, or turn: an opposite holding is closed first. Prices are paise. */
export interface EnterDecision {
  readonly kind: "enter";
  readonly symbol: number;
  readonly side: Side;
  /** The last close at the time of the decision. */
  readonly price: number;
  /** The worst acceptable fill; `null` leaves it to the price guard. */
  readonly limit: number | null;
  readonly stop: number | null;
  readonly target: number | null;
  /** The share's median daily turnover in paise, if known. */
  readonly medianTurnover: number | null;
  readonly reason: string;
}

export interface ExitDecision {
  readonly kind: "exit";
  readonly symbol: number;
  readonly reason: string;
}

export type Decision = EnterDecision | ExitDecision;

/** Shared result of quiet bars, so that nothing is allocated. */
export const NO_DECISIONS: readonly Decision[] = Object.freeze([]);

/** Pure: no clock, no I/O. The caller owns the state: mutable plain data, so that `structuredClone` is a snapshot. */
export interface Strategy<State> {
  readonly name: string;
  start(symbols: readonly string[]): State;
  step(state: State, event: StrategyEvent): readonly Decision[];
}
