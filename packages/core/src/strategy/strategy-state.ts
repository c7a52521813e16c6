export const strategyStates = [
  "stopped",
  "market_closed",
  /** The day's only signal is made; no more entries. */
  "signal_made",
  /** No trading today: the auction's prices did not arrive, so there is no list. */
  "prices_missing",
  /** No trading today: too little of the opening range was received. */
  "range_unseen",
  /** No trading today: the decision came too late for a signal. */
  "decision_late",
  /** No share qualified in time. */
  "entries_over",
  /** The operator or the user has stopped the entries of this account. */
  "blocked",
  "no_feed",
  "no_list",
  "watching",
] as const;
export type StrategyState = (typeof strategyStates)[number];

export type Silence = "range_unseen" | "decision_late" | "prices_missing";

export interface StrategyFacts {
  readonly isRunning: boolean;
  readonly isMarketOpen: boolean;
  readonly hasSignal: boolean;
  readonly silence: Silence | null;
  readonly isEntryOver: boolean;
  readonly isBlocked: boolean;
  readonly isFeedLive: boolean;
  readonly isListed: boolean;
}

/** Final states of the day come before temporary ones. */
export function strategyStateOf(facts: StrategyFacts): StrategyState {
  if (!facts.isRunning) return "stopped";
  if (!facts.isMarketOpen) return "market_closed";
  if (facts.hasSignal) return "signal_made";
  if (facts.silence !== null) return facts.silence;
  if (facts.isEntryOver) return "entries_over";
  if (facts.isBlocked) return "blocked";
  if (!facts.isFeedLive) return "no_feed";
  return facts.isListed ? "watching" : "no_list";
}

/** The more of the day is still possible, the earlier. */
const BY_OPENNESS: readonly StrategyState[] = [
  "watching",
  "no_list",
  "no_feed",
  "blocked",
  "signal_made",
  "entries_over",
  "decision_late",
  "range_unseen",
  "prices_missing",
  "market_closed",
  "stopped",
];

/** For a user with several accounts: "no more entries" is untrue while one account may still enter. */
export const mostOpenOf = (states: readonly StrategyState[]): StrategyState =>
  BY_OPENNESS.find((state) => states.includes(state)) ?? "stopped";
