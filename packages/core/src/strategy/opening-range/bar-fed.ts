import { paise } from "../../shared/money.ts";
import { type IstDate, isWeekend } from "../../time/ist.ts";
import { appendSession, createHistory, type DailyHistory, factsOf } from "../daily-history.ts";
import { type BarClosed, NO_DECISIONS, type PreOpenQuote, type StrategyDecision } from "../strategy.ts";
import { createOpeningRange, type OpeningRangeSetup } from "./opening-range.ts";
import { WHOLE_SESSION_MINUTES } from "./settings.ts";
import { type OpeningRangeState, summariseDay } from "./state.ts";

export interface BarFedState {
  readonly today: OpeningRangeState;
  readonly history: DailyHistory;
  firstMinute: number;
  isQuoted: boolean;
}

/** The strategy on bars alone: facts come from earlier bars, the first open replaces the auction. */
export interface BarFed {
  readonly name: string;
  begin(): BarFedState;
  startDay(state: BarFedState, day: IstDate): void;
  /** Decisions of this bar. The shortlist comes with the first bar after the opening minute. */
  takeBar(state: BarFedState, bar: BarClosed): readonly StrategyDecision[];
}

function closeDay(state: BarFedState, sessionOpen: number): void {
  const { today, history } = state;
  const isWhole = state.firstMinute === sessionOpen && today.newestMinute - sessionOpen >= WHOLE_SESSION_MINUTES;
  if (isWhole) appendSession(history, summariseDay(today));
}

function quotesOf({ today }: BarFedState): readonly PreOpenQuote[] {
  const quotes: PreOpenQuote[] = [];
  for (const facts of today.facts) {
    const open = facts === null ? 0 : (today.open[facts.share] as number);
    // Bars are adjusted for corporate actions, so their closes match the exchange's.
    if (facts !== null && open > 0)
      quotes.push({ share: facts.share, price: paise(open), previousClose: facts.previousClose });
  }
  return quotes;
}

export function createBarFed(setup: OpeningRangeSetup): BarFed {
  const strategy = createOpeningRange(setup);
  const { sessionOpen } = setup.settings;

  function startDay(state: BarFedState, day: IstDate): void {
    strategy.step(state.today, { kind: "session_end" });
    closeDay(state, sessionOpen);
    // Weekend sessions are special: complete ones enter the history, and none is traded.
    const facts = isWeekend(day) ? [] : factsOf(state.history);
    strategy.step(state.today, { kind: "day_start", day, facts });
    state.firstMinute = 0;
    state.isQuoted = false;
  }

  function quote(state: BarFedState): readonly StrategyDecision[] {
    state.isQuoted = true;
    return strategy.step(state.today, { kind: "pre_open", quotes: quotesOf(state) });
  }

  function takeBar(state: BarFedState, bar: BarClosed): readonly StrategyDecision[] {
    if (state.firstMinute === 0) state.firstMinute = bar.minute;
    const listed = state.isQuoted || bar.minute === state.firstMinute ? NO_DECISIONS : quote(state);
    const decided = strategy.step(state.today, bar);
    return listed.length === 0 ? decided : [...listed, ...decided];
  }

  return {
    name: strategy.name,
    begin: () => ({
      today: strategy.begin(),
      history: createHistory(setup.symbols.length),
      firstMinute: 0,
      isQuoted: false,
    }),
    startDay,
    takeBar,
  };
}
