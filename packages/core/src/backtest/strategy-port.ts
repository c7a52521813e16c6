import type { Side } from "../order/order.ts";

/** A day begins. Strategies learn of everything else by the bars that follow. */
export interface DayStartEvent {
  readonly kind: "day_start";
  /** Days since 1970-01-01 in India, see market/bar-time. */
  readonly day: number;
}

/**
 * A bar has closed. The event belongs to the caller, who fills the same object again for the next bar: a strategy that
 * needs a price later copies the number.
 */
export interface BarEvent {
  readonly kind: "bar";
  /** The share's place in the list that the strategy was made for. */
  readonly symbol: number;
  /** When the bar began, see market/bar-time. */
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export type StrategyEvent = DayStartEvent | BarEvent;

/** Enter, or turn round: what is held on the other side is closed first. Prices are paise. */
export interface EnterDecision {
  readonly kind: "enter";
  readonly symbol: number;
  readonly side: Side;
  /** The price at which the decision was made: the last close it saw. */
  readonly price: number;
  /** The worst price at which it may fill; null leaves it to the price guard. */
  readonly limit: number | null;
  readonly stop: number | null;
  readonly target: number | null;
  /** The share's usual daily turnover in paise, where the strategy knows it. */
  readonly medianTurnover: number | null;
  readonly reason: string;
}

export interface ExitDecision {
  readonly kind: "exit";
  readonly symbol: number;
  readonly reason: string;
}

export type Decision = EnterDecision | ExitDecision;

/** What every quiet bar returns: nothing is allocated for it. */
export const NO_DECISIONS: readonly Decision[] = Object.freeze([]);

/**
 * (state, event) → decisions: no clock, no reading, no writing. The state may be changed in place, belongs to the caller
 * and is plain data, so that `structuredClone` is a snapshot of it.
 */
export interface Strategy<State> {
  readonly name: string;
  start(symbols: readonly string[]): State;
  step(state: State, event: StrategyEvent): readonly Decision[];
}
