import { describe, expect, it } from "vitest";
import { aDayWithTrade, atIst } from "../../testing/trading-day.fixture.ts";
import { ordersFileOf } from "./orders-file.ts";
import { todayTexts } from "./today.texts.ts";

const { orders, fills, notes, trading_day: tradingDay } = aDayWithTrade();
const [entry] = orders;
if (entry === undefined) throw new Error("the fixture has an entry");

const linesOf = (changes: Partial<Parameters<typeof ordersFileOf>[0]> = {}) =>
  ordersFileOf({ tradingDay, broker: "zerodha", orders, fills, notes, ...changes }).text.split("\r\n");

describe("the day's orders as a file", () => {
  it("has Indian dates and times, rupees with both paise, and an empty cell where there is no price", () => {
    const [head, first, second, last] = linesOf();
    expect(head).toBe(`\uFEFF${todayTexts.orders.columns.join(",")}`);
    expect(first).toBe(
      "16/11/2026,10:21:04,Zerodha,Entry,Buy,SBIN,INE062A01020,35,812.60,,35,812.35,28432.25,filled,The day's signal,ENTRY0000000001",
    );
    expect(second).toContain(",780.00,805.60,0,,,working,");
    expect(last).toBe("");
    const { name } = ordersFileOf({ tradingDay, broker: "zerodha", orders, fills, notes });
    expect(name).toBe("orders-2026-11-16-zerodha.csv");
  });

  it("counts the fills themselves, not the rounded average of the order", () => {
    const at = atIst("10:21:05");
    const parts = [
      { tag: entry.tag, at, quantity: 1, price_paise: 81_230 },
      { tag: entry.tag, at, quantity: 2, price_paise: 81_235 },
    ];
    const third = { ...entry, filled: 3, average_price_paise: 81_233 };
    expect(linesOf({ orders: [third], fills: parts })[1]).toContain(",3,812.33,2437.00,");
    expect(linesOf({ orders: [third], fills: [] })[1]).toContain(",3,812.33,2436.99,");
  });

  it("turns no broker message into a formula, and quotes what would break a line", () => {
    const refused = {
      ...entry,
      filled: 0,
      status: "rejected" as const,
      cause: "x",
      broker_said: 'RMS: "margin", short',
    };
    expect(linesOf({ orders: [refused] })[1]).toContain('"The day\'s signal “RMS: ""margin"", short”"');
    expect(linesOf({ orders: [{ ...entry, symbol: "=SUM(A1)" }] })[1]).toContain(",'=SUM(A1),");
  });
});
