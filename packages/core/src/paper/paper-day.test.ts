import { describe, expect, it } from "vitest";
import { chargesOfDay } from "../charges/charges.ts";
import { tariffOf } from "../charges/tariff.ts";
import { istDate } from "../time/ist.ts";
import { nseCalendar } from "../time/trading-calendar.ts";
import { placeOnPaper } from "./paper-book.ts";
import { type PaperDayRules, passTime } from "./paper-day.ts";
import { aBook, aMarket, aMoment, aTicket, at, DAY, rs } from "./paper-fixture.ts";
import type { PaperBook, PaperMarket } from "./paper-model.ts";
import { fundsOf, positionsOf } from "./paper-money.ts";
import { PAPER_SETTINGS } from "./paper-settings.ts";

const tariff = tariffOf("zerodha");
const TOMORROW = istDate("2026-11-17");

const rules = (market: PaperMarket | null): PaperDayRules => ({
  calendar: nseCalendar,
  tariff,
  settings: PAPER_SETTINGS,
  marketOf: () => market,
});

function aDay(): PaperBook {
  const bought = placeOnPaper(aBook(), aTicket({ pricing: { kind: "limit", limit: rs(1_090) } }), aMoment());
  if (!bought.ok) throw new Error(bought.error);
  const sale = aTicket({ side: "sell", pricing: { kind: "limit", limit: rs(1_100) } });
  const waiting = placeOnPaper(bought.value.book, sale, aMoment());
  if (!waiting.ok) throw new Error(waiting.error);
  return waiting.value.book;
}

describe("a paper day", () => {
  it("blocks a fifth of the open value as margin, and none for closing orders", () => {
    expect(fundsOf(aDay(), PAPER_SETTINGS)).toEqual({ available: rs(1_000_000 - 2_166.4), used: rs(2_166.4) });
  });

  it("lasts until the brokers' square-off minute", () => {
    const book = aDay();
    expect(passTime(book, at(15, 11), DAY, rules(aMarket()))).toBe(book);
  });

  it("closes positions one tick worse than the shown price, and cancels waiting orders", () => {
    const book = passTime(aDay(), at(15, 12), DAY, rules(aMarket({ at: at(15, 12) })));
    expect(positionsOf(book)).toMatchObject([{ netQuantity: 0, boughtQuantity: 10, soldQuantity: 10 }]);
    expect(book.orders.map(({ status }) => status)).toEqual(["filled", "cancelled", "filled"]);
    expect(book.fills.at(-1)).toMatchObject({ side: "sell", quantity: 10, price: rs(1_082.8) });
    expect(passTime(book, at(15, 13), DAY, rules(aMarket()))).toBe(book);
  });

  it("waits for a price when none is known", () => {
    const book = passTime(aDay(), at(15, 12), DAY, rules(null));
    expect(positionsOf(book)).toMatchObject([{ netQuantity: 10 }]);
    const later = passTime(book, at(15, 20), DAY, rules(aMarket()));
    expect(positionsOf(later)).toMatchObject([{ netQuantity: 0 }]);
  });

  it("expires every remaining order at the close", () => {
    const delivery = placeOnPaper(aBook(), aTicket({ product: "delivery" }), aMoment());
    if (!delivery.ok) throw new Error(delivery.error);
    const book = passTime(delivery.value.book, at(15, 30), DAY, rules(null));
    expect(book.orders).toMatchObject([{ status: "expired", filledQuantity: 0 }]);
  });

  it("is followed by a day that starts with its cash after charges, and without shares", () => {
    const squared = passTime(aDay(), at(15, 12), DAY, rules(aMarket()));
    const next = passTime(squared, at(15, 12), TOMORROW, rules(aMarket()));
    const charges = chargesOfDay(
      [
        { side: "buy", value: rs(10_832) },
        { side: "sell", value: rs(10_828) },
      ],
      tariff,
    );
    expect(next).toEqual({
      day: TOMORROW,
      cash: rs(1_000_000) + rs(10_828) - rs(10_832) - charges.total,
      orders: [],
      fills: [],
      taken: [],
    });
  });
});
