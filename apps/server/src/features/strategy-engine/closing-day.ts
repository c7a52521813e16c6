import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import { compareEntries, slippageOf } from "@vriddhi/core/strategy/drift";
import { AFTER_CLOSE_MINUTES, BAR_GRACE_MS, isWholeSession } from "@vriddhi/core/strategy/strategy-hours";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, type IstMinute, istDateOf, istInstant } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Logger } from "../../platform/log/logger.ts";
import { type DayAgainDeps, decideAgain, type EndedDay, summariseAgain } from "./day-again.ts";
import type { DriftReport, DriftStore } from "./drift.store.ts";
import { driftSentence } from "./drift.texts.ts";
import type { HistoryStore } from "./history.store.ts";
import type { SignalDeskStore } from "./strategy-engine.store.ts";
import type { TickStore } from "./tick.store.ts";

export interface ClosingDayDeps extends DayAgainDeps {
  readonly ticks: Pick<TickStore, "next" | "forget">;
  readonly store: Pick<SignalDeskStore, "load">;
  readonly drift: DriftStore;
  readonly history: Pick<HistoryStore, "save">;
  readonly calendar: TradingCalendar;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  readonly recordDays: number;
  readonly tickDays: number;
}

/** A recording with a gap can neither confirm nor refute the decisions. */
const NOT_COMPARED = { same: 0, missed: 0, extra: 0 };

type OpenSession = { readonly open: IstMinute; readonly close: IstMinute };

export function createClosingDays(deps: ClosingDayDeps): (epoch: number) => Promise<void> {
  const { store, drift, history, ticks, numbers, calendar, humanClock, marketClock, log } = deps;

  /** Later days use the figures only if every minute of the day was received. */
  async function keepFigures(ended: EndedDay): Promise<void> {
    if (!isWholeSession(calendar.sessionOf(ended.day))) return;
    await history.save(
      summariseAgain(deps, ended).map(({ share, open, high, low, close, turnover, rangeTurnover }) => {
        const { isin } = numbers.shareOf(share);
        return { isin, tradingDay: ended.day, open, high, low, close, turnover, rangeTurnover };
      }),
    );
  }

  async function closeOne(epoch: number, desk: StrategyFeed, day: IstDate, session: OpenSession): Promise<void> {
    const record = await store.load(desk, day);
    if (record === null) return;
    const ended: EndedDay = { desk, day, session, record };
    const inSession = session.close - session.open;
    const minutesReceived = record.minutes.filter(({ minute, isWhole }) => isWhole && minute < session.close).length;
    if (minutesReceived === inSession) await keepFigures(ended);
    const again = await decideAgain(deps, ended);
    const fills = await drift.fillsOf(desk, day);
    const { minutesUnrecorded, barsDiffering } = again;
    const compared = minutesUnrecorded > 0 ? NOT_COMPARED : compareEntries(record.signals, again.entries);
    const figures = {
      ticks: again.ticks,
      minutesUnrecorded,
      barsDiffering,
      ...compared,
      fills: fills.length,
      slippageBasisPoints: slippageOf(fills),
      minutesReceived,
      minutesMissed: inSession - minutesReceived,
    };
    const report: DriftReport = {
      desk,
      tradingDay: day,
      ...figures,
      sentence: driftSentence(figures),
      madeAt: humanClock.now(),
    };
    await drift.close({ epoch, desk, day }, report);
    const { same, missed, extra, minutesMissed } = figures;
    log.info({ desk, day, same, missed, extra, minutesMissed, minutesUnrecorded }, "strategy: day closed");
  }

  return async (epoch) => {
    const now = marketClock.now();
    for (const { desk, day } of await drift.unclosed(istDateOf(now))) {
      const session = calendar.sessionOf(day);
      if (session.open === null) continue;
      const end = istInstant(day, (session.close + AFTER_CLOSE_MINUTES) as IstMinute);
      if (now >= end + BAR_GRACE_MS) await closeOne(epoch, desk, day, session);
    }
    await drift.forget(addDays(istDateOf(now), -deps.recordDays));
    await ticks.forget(addDays(istDateOf(now), -deps.tickDays));
  };
}
