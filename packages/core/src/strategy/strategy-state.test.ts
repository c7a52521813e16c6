import { describe, expect, it } from "vitest";
import {
  mostOpenOf,
  type StrategyFacts,
  type StrategyState,
  strategyStateOf,
  strategyStates,
} from "./strategy-state.ts";

const both = [false, true] as const;
const silences = [null, "range_unseen", "decision_late", "prices_missing"] as const;

const everyFact: readonly StrategyFacts[] = both.flatMap((isRunning) =>
  both.flatMap((isMarketOpen) =>
    both.flatMap((hasSignal) =>
      silences.flatMap((silence) =>
        both.flatMap((isEntryOver) =>
          both.flatMap((isBlocked) =>
            both.flatMap((isFeedLive) =>
              both.map((isListed) => {
                return { isRunning, isMarketOpen, hasSignal, silence, isEntryOver, isBlocked, isFeedLive, isListed };
              }),
            ),
          ),
        ),
      ),
    ),
  ),
);

const undecided = { isRunning: true, isMarketOpen: true, hasSignal: false } as const;
const trading = { ...undecided, silence: null, isEntryOver: false } as const;
const looking = { ...trading, isBlocked: false } as const;

const table: Readonly<Record<StrategyState, Partial<StrategyFacts>>> = {
  stopped: { isRunning: false },
  market_closed: { isRunning: true, isMarketOpen: false },
  signal_made: { isRunning: true, isMarketOpen: true, hasSignal: true },
  prices_missing: { ...undecided, silence: "prices_missing" },
  range_unseen: { ...undecided, silence: "range_unseen" },
  decision_late: { ...undecided, silence: "decision_late" },
  entries_over: { ...undecided, silence: null, isEntryOver: true },
  blocked: { ...trading, isBlocked: true },
  no_feed: { ...looking, isFeedLive: false },
  no_list: { ...looking, isFeedLive: true, isListed: false },
  watching: { ...looking, isFeedLive: true, isListed: true },
};

describe("a strategy's current state", () => {
  it.each(strategyStates)("%s is reported exactly where its facts hold", (state) => {
    const needed = Object.entries(table[state]) as [keyof StrategyFacts, unknown][];
    const holds = (facts: StrategyFacts) => needed.every(([name, value]) => facts[name] === value);
    expect(everyFact.filter((facts) => strategyStateOf(facts) === state)).toEqual(everyFact.filter(holds));
  });

  it("is one of the states in all 512 combinations", () => {
    expect(everyFact).toHaveLength(512);
    expect(new Set(everyFact.map(strategyStateOf))).toEqual(new Set(strategyStates));
  });
});

describe("the state of several accounts' strategies", () => {
  it.each([
    [["signal_made", "watching"], "watching"],
    [["blocked", "watching"], "watching"],
    [["entries_over", "blocked"], "blocked"],
    [["entries_over", "signal_made"], "signal_made"],
    [["prices_missing", "no_feed"], "no_feed"],
    [[], "stopped"],
  ] as const)("%j is reported as %s", (states, state) => {
    expect(mostOpenOf(states)).toBe(state);
  });

  it("is each account's state when all accounts have the same", () => {
    expect(strategyStates.map((state) => mostOpenOf([state, state]))).toEqual(strategyStates);
  });
});
