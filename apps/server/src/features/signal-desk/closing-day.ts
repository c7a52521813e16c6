import type { Desk } from "@vriddhi/core/broker/desk";
import { DeskDay } from "@vriddhi/core/strategy/desk-day";
import { AFTER_CLOSE_MINUTES, BAR_GRACE_MS, isWholeSession } from "@vriddhi/core/strategy/desk-hours";
import { compareEntries, slippageOf } from "@vriddhi/core/strategy/drift";
import type { RankingModel } from "@vriddhi/core/strategy/model/ranking-model";
import type { OpeningRangeSettings } from "@vriddhi/core/strategy/opening-range/settings";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, type IstMinute, istDateOf, istInstant } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Logger } from "../../platform/log/logger.ts";
import type { DriftReport, DriftStore } from "./drift.store.ts";
import { driftSentence } from "./drift.texts.ts";
import type { HistoryStore } from "./history.store.ts";
import type { ShareNumbers } from "./share-numbers.ts";
import type { DeskRecord, SignalDeskStore } from "./signal-desk.store.ts";

export interface ClosingDayDeps {
  readonly store: Pick<SignalDeskStore, "load">;
  readonly drift: DriftStore;
  readonly history: Pick<HistoryStore, "save">;
  readonly numbers: ShareNumbers;
  readonly models: readonly RankingModel[];
  readonly settings: OpeningRangeSettings;
  readonly calendar: TradingCalendar;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  /** So many days back the record is kept. */
  readonly recordDays: number;
}

type OpenSession = { readonly open: IstMinute; readonly close: IstMinute };

/** The day once more, by the same code, from what was recorded of it. */
function decideAgain(
  { numbers, models, settings }: ClosingDayDeps,
  day: IstDate,
  session: OpenSession,
  record: DeskRecord,
) {
  const desk = new DeskDay({ day, session, symbols: numbers.symbols, index: numbers.index, models, settings });
  desk.begin(numbers.fromStoredFacts(record.facts));
  if (record.quotes !== null) desk.list(numbers.fromStoredQuotes(record.quotes));
  const minutes = record.minutes.map(({ minute, isWhole, bars }) => {
    return { minute, isWhole, bars: numbers.fromStoredBars(bars) };
  });
  const entries = desk
    .replay(minutes)
    .filter(({ kind }) => kind === "enter")
    .map(({ share, side }) => ({ isin: numbers.shareOf(share).isin, side }));
  return { desk, entries };
}

/** Closes days that are over: their figures for later days, and what the record says of their decisions. */
export function createClosingDays(deps: ClosingDayDeps): (epoch: number) => Promise<void> {
  const { store, drift, history, numbers, calendar, humanClock, marketClock, log, recordDays } = deps;

  async function closeOne(epoch: number, desk: Desk, day: IstDate, session: OpenSession): Promise<void> {
    const record = await store.load(desk, day);
    if (record === null) return;
    const again = decideAgain(deps, day, session, record);
    const inSession = session.close - session.open;
    const minutesHeard = record.minutes.filter(({ minute, isWhole }) => isWhole && minute < session.close).length;
    const isWhole = minutesHeard === inSession;
    if (isWhole && isWholeSession(calendar.sessionOf(day)))
      await history.save(
        again.desk.summary().map(({ share, open, high, low, close, turnover, rangeTurnover }) => {
          const { isin } = numbers.shareOf(share);
          return { isin, tradingDay: day, open, high, low, close, turnover, rangeTurnover };
        }),
      );
    const fills = await drift.fillsOf(desk, day);
    const compared = compareEntries(record.signals, again.entries);
    const figures = {
      ...compared,
      fills: fills.length,
      slippageBasisPoints: slippageOf(fills),
      minutesHeard,
      minutesMissed: inSession - minutesHeard,
    };
    const report: DriftReport = {
      desk,
      tradingDay: day,
      ...figures,
      sentence: driftSentence(figures),
      madeAt: humanClock.now(),
    };
    await drift.close({ epoch, desk, day }, report);
    log.info({ desk, day, ...compared, minutesMissed: figures.minutesMissed }, "the desk's day is closed");
  }

  return async (epoch) => {
    const now = marketClock.now();
    for (const { desk, day } of await drift.unclosed(istDateOf(now))) {
      const session = calendar.sessionOf(day);
      if (session.open === null) continue;
      const end = istInstant(day, (session.close + AFTER_CLOSE_MINUTES) as IstMinute);
      if (now >= end + BAR_GRACE_MS) await closeOne(epoch, desk, day, session);
    }
    await drift.forget(addDays(istDateOf(now), -recordDays));
  };
}
