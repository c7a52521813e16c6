import { FEED_SILENCE_MAX_MS } from "@vriddhi/core/readiness/readiness";
import { isExchangeOpen } from "@vriddhi/core/schedule/day-plan";
import { ok } from "@vriddhi/core/shared/result";
import { OPENING_RANGE, SHORTLIST_SHOWN } from "@vriddhi/core/strategy/opening-range/settings";
import { RECORD_DAYS } from "@vriddhi/core/strategy/strategy-hours";
import { mostOpenOf, type StrategyState, strategyStateOf } from "@vriddhi/core/strategy/strategy-state";
import type { EpochMs, MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf, istMinuteOf } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Handlers } from "../../platform/http/handler.ts";
import type { DriftStore } from "./drift.store.ts";
import type { RunningAccount, ShortlistStore } from "./shortlist.store.ts";

/** By then the decision on the last candidates is stored. */
const DECIDED_WITHIN_MINUTES = 1;

const NOTHING = {
  hasSignal: false,
  silence: null,
  isEntryOver: false,
  isBlocked: false,
  isFeedLive: false,
  isListed: false,
} as const;

/** Days shown to a user; the operator sees every stored day of both strategies. */
const OWN_DAYS = 5;
const DESKS = 2;

export interface SignalDeskRoutes {
  readonly shortlist: ShortlistStore;
  readonly drift: Pick<DriftStore, "latest" | "latestOf">;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  lastTickAt(): Promise<EpochMs | null>;
}

async function stateAt(deps: SignalDeskRoutes, { broker, isBlocked }: RunningAccount): Promise<StrategyState> {
  const now = deps.marketClock.now();
  const isMarketOpen = isExchangeOpen(deps.calendar, now);
  if (!isMarketOpen) return strategyStateOf({ ...NOTHING, isRunning: true, isMarketOpen });
  const tickedAt = await deps.lastTickAt();
  return strategyStateOf({
    ...(await deps.shortlist.deskFacts(broker, istDateOf(now))),
    isRunning: true,
    isMarketOpen,
    isBlocked,
    isEntryOver: istMinuteOf(now) >= OPENING_RANGE.candidatesUntil + DECIDED_WITHIN_MINUTES,
    isFeedLive: tickedAt !== null && now - tickedAt <= FEED_SILENCE_MAX_MS,
  });
}

export const signalDeskHandlers = (deps: SignalDeskRoutes): Handlers<"listStocks" | "readOwnDrift" | "listDrift"> => ({
  async listStocks({ caller }) {
    const { shortlist, marketClock } = deps;
    const day = istDateOf(marketClock.now());
    const running = await shortlist.runningAt(caller.userId, day);
    const states = await Promise.all(running.map((account) => stateAt(deps, account)));
    const state = mostOpenOf(states);
    const broker = running[states.indexOf(state)]?.broker;
    const shown = broker === undefined ? [] : await shortlist.shownAt(broker, day, SHORTLIST_SHOWN);
    return ok({
      strategy_state: state,
      stocks: shown.map(({ symbol, isin, rank, score, reason, lastPrice, side }) => {
        return { symbol, isin, rank, score, reason, last_price_paise: lastPrice, side };
      }),
    });
  },
  async readOwnDrift({ caller }) {
    const reports = await deps.drift.latestOf(caller.userId, OWN_DAYS);
    return ok({ days: reports.map(({ tradingDay, desk, sentence }) => ({ trading_day: tradingDay, desk, sentence })) });
  },
  async listDrift() {
    const reports = await deps.drift.latest(RECORD_DAYS * DESKS);
    return ok({
      days: reports.map((report) => ({
        trading_day: report.tradingDay,
        desk: report.desk,
        same: report.same,
        missed: report.missed,
        extra: report.extra,
        fills: report.fills,
        slippage_basis_points: report.slippageBasisPoints,
        minutes_heard: report.minutesReceived,
        minutes_missed: report.minutesMissed,
        minutes_unrecorded: report.minutesUnrecorded,
        bars_differing: report.barsDiffering,
        ticks: report.ticks,
        sentence: report.sentence,
        made_at: new Date(report.madeAt).toISOString(),
      })),
    });
  },
});
