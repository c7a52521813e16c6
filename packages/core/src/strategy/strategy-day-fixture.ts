import type { MarketTick } from "../market/tick-bars.ts";
import { paise } from "../shared/money.ts";
import { MINUTE_MS, SECOND_MS } from "../time/clock.ts";
import { type IstDate, istDate, istInstant } from "../time/ist.ts";
import { SESSION_CLOSE, SESSION_OPEN } from "../time/session-hours.ts";
import type { DaySummary } from "./daily-history.ts";
import type { RankingModel } from "./model/ranking-model.ts";
import { OPENING_RANGE } from "./opening-range/settings.ts";
import type { PreOpenQuote, ShareFacts, ShareNumber } from "./strategy.ts";
import { StrategyDay } from "./strategy-day.ts";
import { factsFrom } from "./strategy-facts.ts";
import { createSyntheticMarket, type SyntheticBars } from "./synthetic/synthetic-market.ts";
import { weekdaysFrom } from "./synthetic/synthetic-series.ts";

/** More sessions than required, so that a share's average true range equals the back-test's. */
export const FIXTURE_SESSIONS = 24;

export const fixtureSymbols: readonly string[] = Array.from({ length: 12 }, (_, number) => `SHARE${number + 1}`);

export function fixtureSessions(
  seed: number,
  count: number,
  from: IstDate = istDate("2026-09-01"),
): ReadonlyMap<IstDate, readonly SyntheticBars[]> {
  const market = createSyntheticMarket({ seed, symbols: fixtureSymbols, barMinutes: 1 });
  return new Map(weekdaysFrom(from, count).map((day) => [day, market.nextDay()]));
}

export interface FixtureTick {
  readonly share: number;
  readonly tick: MarketTick;
}

/** Four ticks of each bar: open, the extremes, close; all shares of one quarter of a minute before the next quarter. */
export function ticksOfMinute(day: IstDate, session: readonly SyntheticBars[], place: number): readonly FixtureTick[] {
  const start = istInstant(day, SESSION_OPEN) + place * MINUTE_MS;
  const ticks: FixtureTick[] = [];
  for (let quarter = 0; quarter < 4; quarter++)
    for (const [share, bars] of session.entries()) {
      const prices = [bars.open[place], bars.high[place], bars.low[place], bars.close[place]];
      let dayVolume = 0;
      for (let before = 0; before <= place; before++) dayVolume += bars.volume[before] as number;
      ticks.push({
        share,
        tick: { at: start + (1 + quarter * 15) * SECOND_MS, price: prices[quarter] as number, dayVolume },
      });
    }
  return ticks;
}

export const minutesIn = (session: readonly SyntheticBars[]): number => session[0]?.minute.length ?? 0;

function summariesOf(session: readonly SyntheticBars[]): readonly DaySummary[] {
  return session.map((bars, share) => {
    const turnovers = Array.from(bars.close, (close, place) => close * (bars.volume[place] as number));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      share,
      open: bars.open[0] as number,
      high: Math.max(...bars.high),
      low: Math.min(...bars.low),
      close: bars.close.at(-1) as number,
      turnover: sum(turnovers),
      rangeTurnover: sum(turnovers.slice(0, OPENING_RANGE.rangeMinutes)),
    };
  });
}

export interface FixtureDay {
  readonly day: IstDate;
  readonly session: readonly SyntheticBars[];
  readonly facts: readonly ShareFacts[];
  readonly quotes: readonly PreOpenQuote[];
}

export function fixtureDay(seed: number, from?: IstDate): FixtureDay {
  const sessions = fixtureSessions(seed, FIXTURE_SESSIONS + 1, from);
  const days = [...sessions.keys()];
  const day = days.at(-1) as IstDate;
  const session = sessions.get(day) ?? [];
  const facts = factsFrom(fixtureSymbols.length, days.slice(0, -1), (each) => summariesOf(sessions.get(each) ?? []));
  const quotes = facts.map(({ share, previousClose }) => ({
    share,
    price: paise(session[share]?.open[0] ?? 0),
    previousClose,
  }));
  return { day, session, facts, quotes };
}

/** The first symbol may serve as the index, as in the synthetic market. */
export const openFixtureDay = (
  day: IstDate,
  models: readonly RankingModel[],
  index: ShareNumber | null = null,
): StrategyDay =>
  new StrategyDay({
    day,
    session: { open: SESSION_OPEN, close: SESSION_CLOSE },
    symbols: fixtureSymbols,
    index,
    models,
    settings: OPENING_RANGE,
  });
