import type { Tariff } from "@vriddhi/core/charges/tariff";
import { isFinal } from "@vriddhi/core/order/order";
import { applyMarket, type PaperMoment } from "@vriddhi/core/paper/paper-book";
import { type PaperDayRules, passTime } from "@vriddhi/core/paper/paper-day";
import type { PaperBook } from "@vriddhi/core/paper/paper-model";
import { isFresh, type PaperSettings } from "@vriddhi/core/paper/paper-settings";
import { isExchangeOpen } from "@vriddhi/core/schedule/day-plan";
import type { MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { PaperPrices } from "../port/paper-books.ts";

export interface PaperRulesDeps {
  readonly prices: PaperPrices;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  readonly tariff: Tariff;
  readonly settings: PaperSettings;
}

export interface PaperRules {
  atThisTime(book: PaperBook): PaperBook;
  upToNow(book: PaperBook): PaperBook;
  momentOf(isin: string): PaperMoment;
}

export function createPaperRules(deps: PaperRulesDeps): PaperRules {
  const { prices, marketClock, calendar, tariff, settings } = deps;
  const day: PaperDayRules = { calendar, tariff, settings, marketOf: prices.marketOf };

  function atThisTime(book: PaperBook): PaperBook {
    const now = marketClock.now();
    return passTime(book, now, istDateOf(now), day);
  }

  return {
    atThisTime,
    upToNow(before) {
      const now = marketClock.now();
      let book = atThisTime(before);
      const working = book.orders.filter(({ status }) => !isFinal(status));
      for (const isin of new Set(working.map(({ share }) => share.isin))) {
        const market = prices.marketOf(isin);
        if (market !== null && isFresh(market, now, settings)) book = applyMarket(book, market, settings);
      }
      return book;
    },
    momentOf(isin) {
      const now = marketClock.now();
      const isOpen = isExchangeOpen(calendar, now);
      return { now, isOpen, market: prices.marketOf(isin), band: prices.bandOf(isin), settings };
    },
  };
}

/** True if a reader would see a difference. */
export const isSeen = (before: PaperBook, after: PaperBook): boolean =>
  before.day !== after.day ||
  before.fills !== after.fills ||
  before.orders.length !== after.orders.length ||
  before.orders.some(({ status }, index) => status !== after.orders[index]?.status);
