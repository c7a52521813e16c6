import { DAY_MS, later, type MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf, yearOf } from "@vriddhi/core/time/ist";
import {
  createCalendar,
  publishedYears,
  type TradingCalendar,
  withInventedYears,
} from "@vriddhi/core/time/trading-calendar";
import type { Logger } from "../../platform/log/logger.ts";
import type { CalendarStore } from "./calendar.store.ts";

/** The exchange publishes a year's list in the December before; from this date on a missing one is logged. */
const MISSED_BEFORE_MS = 21 * DAY_MS;

export interface MarketCalendarDeps {
  readonly store: Pick<CalendarStore, "list">;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  /** `true` in the sandbox: unpublished years are invented. In live mode trading stops without a list. */
  readonly isInventing: boolean;
}

export interface MarketCalendar {
  /** One value for the lifetime of the process; its answers change when a list is added. */
  readonly calendar: TradingCalendar;
  refresh(): Promise<void>;
}

export async function openMarketCalendar(deps: MarketCalendarDeps): Promise<MarketCalendar> {
  const { store, marketClock, log, isInventing } = deps;
  const build = async (): Promise<TradingCalendar> => {
    const listed = createCalendar([...publishedYears, ...(await store.list())]);
    return isInventing ? withInventedYears(listed) : listed;
  };
  let current = await build();
  let warnedOf: number | null = null;

  function warn(): void {
    const year = yearOf(istDateOf(later(marketClock.now(), MISSED_BEFORE_MS)));
    if (current.knows(year) || warnedOf === year) return;
    warnedOf = year;
    log.error({ year }, "calendar: no holiday list for the year, trading is blocked");
  }

  warn();
  return {
    calendar: {
      knows: (year) => current.knows(year),
      sessionOf: (day) => current.sessionOf(day),
      isInvented: (year) => current.isInvented(year),
    },
    async refresh() {
      current = await build();
      warn();
    },
  };
}
