import { ok } from "@vriddhi/core/shared/result";
import { RECORD_DAYS } from "@vriddhi/core/strategy/desk-hours";
import { SHORTLIST_SHOWN } from "@vriddhi/core/strategy/opening-range/settings";
import type { MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Handlers } from "../../platform/http/handler.ts";
import type { DriftStore } from "./drift.store.ts";
import type { ShortlistStore } from "./shortlist.store.ts";

/** What a person is shown; the operator sees every day that is kept, of both desks. */
const OWN_DAYS = 5;
const DESKS = 2;

export interface SignalDeskRoutes {
  readonly shortlist: ShortlistStore;
  readonly drift: Pick<DriftStore, "latest" | "latestOf">;
  readonly marketClock: MarketClock;
}

export const signalDeskHandlers = ({
  shortlist,
  drift,
  marketClock,
}: SignalDeskRoutes): Handlers<"listStocks" | "readOwnDrift" | "listDrift"> => ({
  async listStocks({ caller }) {
    const shown = await shortlist.shownTo(caller.userId, istDateOf(marketClock.now()), SHORTLIST_SHOWN);
    return ok({
      stocks: shown.map(({ symbol, isin, rank, score, reason, lastPrice, side }) => {
        return { symbol, isin, rank, score, reason, last_price_paise: lastPrice, side };
      }),
    });
  },
  async readOwnDrift({ caller }) {
    const reports = await drift.latestOf(caller.userId, OWN_DAYS);
    return ok({ days: reports.map(({ tradingDay, desk, sentence }) => ({ trading_day: tradingDay, desk, sentence })) });
  },
  async listDrift() {
    const reports = await drift.latest(RECORD_DAYS * DESKS);
    return ok({
      days: reports.map((report) => ({
        trading_day: report.tradingDay,
        desk: report.desk,
        same: report.same,
        missed: report.missed,
        extra: report.extra,
        fills: report.fills,
        slippage_basis_points: report.slippageBasisPoints,
        minutes_heard: report.minutesHeard,
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
