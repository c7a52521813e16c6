/** What a strategy does for a person at one moment. Each page says it in its own words, and none of them guesses. */
export const strategyStates = [
  /** No run of this person goes on. */
  "stopped",
  /** The exchange does not trade continuously now. */
  "market_closed",
  /** The day's only signal is made; nothing else is entered. */
  "signal_made",
  /** The desk does not trade today: the auction's prices did not arrive, so there is no list. */
  "prices_missing",
  /** The desk does not trade today: it received too little of the opening range. */
  "range_unseen",
  /** The desk does not trade today: its decision came too late to be a signal. */
  "decision_late",
  /** No share left its range well enough in time. */
  "entries_over",
  /** The operator or the person has stopped the entries of this account. */
  "blocked",
  /** Neither desk has a market feed. */
  "no_feed",
  "no_list",
  "watching",
] as const;
export type StrategyState = (typeof strategyStates)[number];

/** Why a desk decides nothing today, where that is so. */
export type Silence = "range_unseen" | "decision_late" | "prices_missing";

export interface StrategyFacts {
  readonly isRunning: boolean;
  readonly isMarketOpen: boolean;
  readonly hasSignal: boolean;
  readonly silence: Silence | null;
  /** The last minute of candidates is over. */
  readonly isEntryOver: boolean;
  readonly isBlocked: boolean;
  readonly isFeedHeard: boolean;
  readonly isListed: boolean;
}

/** What no later tick can change comes before what it can. */
export function strategyStateOf(facts: StrategyFacts): StrategyState {
  if (!facts.isRunning) return "stopped";
  if (!facts.isMarketOpen) return "market_closed";
  if (facts.hasSignal) return "signal_made";
  if (facts.silence !== null) return facts.silence;
  if (facts.isEntryOver) return "entries_over";
  if (facts.isBlocked) return "blocked";
  if (!facts.isFeedHeard) return "no_feed";
  return facts.isListed ? "watching" : "no_list";
}

/** The more of the day is still open, the earlier. */
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

/** Of a person with several accounts: while one account may still enter, "no more entries" is untrue. */
export const mostOpenOf = (states: readonly StrategyState[]): StrategyState =>
  BY_OPENNESS.find((state) => states.includes(state)) ?? "stopped";
