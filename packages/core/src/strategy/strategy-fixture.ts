import { paise } from "../shared/money.ts";
import { type IstDate, istDate } from "../time/ist.ts";
import { appendSession, createHistory, factsOf } from "./daily-history.ts";
import type { RankingModel } from "./model/ranking-model.ts";
import { FEATURES } from "./opening-range/features.ts";
import type { OpeningRangeSetup } from "./opening-range/opening-range.ts";
import { createOpeningRange } from "./opening-range/opening-range.ts";
import { OPENING_RANGE } from "./opening-range/settings.ts";
import { summariseDay } from "./opening-range/state.ts";
import type { BarClosed, ShareFacts, StrategyDecision, StrategyEvent } from "./strategy.ts";
import { createSyntheticMarket, type SyntheticBars } from "./synthetic/synthetic-market.ts";
import { weekdaysFrom } from "./synthetic/synthetic-series.ts";

export const SYMBOLS = ["INDEX", ...Array.from({ length: 24 }, (_, number) => `SHARE${number + 1}`)];

/** A model without information that takes whatever is at or above `threshold`. */
export const flatModel = (threshold: number, weight = 0): RankingModel => ({
  validFrom: istDate("2000-01-01"),
  trainedFrom: istDate("1999-01-01"),
  trainedUntil: istDate("1999-12-31"),
  sessions: 0,
  candidates: 0,
  penalty: 1,
  intercept: 0,
  threshold,
  inputs: FEATURES.map((feature) => ({ feature, mean: 0, deviation: 1, weight })),
  hash: "flat",
});

export const setupWith = (models: readonly RankingModel[], barMinutes = 5): OpeningRangeSetup => ({
  symbols: SYMBOLS,
  index: 0,
  barMinutes,
  models,
  settings: OPENING_RANGE,
});

export const factsWith = (share: number, changes: Partial<ShareFacts> = {}): ShareFacts => ({
  share,
  previousClose: changes.previousClose ?? paise(100_000),
  atr: changes.atr ?? paise(2_000),
  medianTurnover: changes.medianTurnover ?? paise(1_000_000_000_000),
  lastTurnover: changes.lastTurnover ?? paise(1_000_000_000_000),
  rangeTurnover: changes.rangeTurnover ?? paise(100_000_000_000),
  high20: changes.high20 ?? paise(104_000),
  low20: changes.low20 ?? paise(96_000),
  close2: changes.close2 ?? paise(99_500),
  close6: changes.close6 ?? paise(99_000),
  close21: changes.close21 ?? paise(98_000),
  lastHigh: changes.lastHigh ?? paise(101_000),
  lastLow: changes.lastLow ?? paise(99_000),
});

export function barsOf(session: readonly SyntheticBars[]): readonly BarClosed[] {
  const events: BarClosed[] = [];
  const bars = session[0]?.minute.length ?? 0;
  for (let bar = 0; bar < bars; bar++)
    for (const [share, each] of session.entries())
      events.push({
        kind: "bar",
        share,
        minute: each.minute[bar] as number,
        open: each.open[bar] as number,
        high: each.high[bar] as number,
        low: each.low[bar] as number,
        close: each.close[bar] as number,
        volume: each.volume[bar] as number,
      });
  return events;
}

export const WARM_UP_SESSIONS = 21;

/** Days of a synthetic market as strategy events; the first ones only make the facts. */
export function syntheticDays(seed: number, days: number, barMinutes = 5): readonly (readonly StrategyEvent[])[] {
  const market = createSyntheticMarket({ seed, symbols: SYMBOLS, barMinutes });
  const strategy = createOpeningRange(setupWith([], barMinutes));
  const state = strategy.begin();
  const history = createHistory(SYMBOLS.length);
  const dates = weekdaysFrom(istDate("2026-09-01"), days + WARM_UP_SESSIONS);
  const sessions = dates.map((day) => {
    const session = market.nextDay();
    const facts = factsOf(history);
    const events = eventsOfDay(day, facts, session);
    for (const event of events) strategy.step(state, event);
    appendSession(history, summariseDay(state));
    return events;
  });
  return sessions.slice(WARM_UP_SESSIONS);
}

function eventsOfDay(
  day: IstDate,
  facts: readonly ShareFacts[],
  session: readonly SyntheticBars[],
): readonly StrategyEvent[] {
  const quotes = facts.map(({ share, previousClose }) => ({
    share,
    price: paise(session[share]?.open[0] ?? 0),
    previousClose,
  }));
  return [{ kind: "day_start", day, facts }, { kind: "pre_open", quotes }, ...barsOf(session), { kind: "session_end" }];
}

export function decisionsOf(
  setup: OpeningRangeSetup,
  events: readonly StrategyEvent[],
): readonly { readonly place: number; readonly decision: StrategyDecision }[] {
  const strategy = createOpeningRange(setup);
  const state = strategy.begin();
  return events.flatMap((event, place) => strategy.step(state, event).map((decision) => ({ place, decision })));
}
