import { addDays } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { anExchange, at, limit, MONDAY, rs, TUESDAY } from "./exchange-fixture.ts";

describe("a jump over many days", () => {
  it("ends on the target day with open books and yesterday's orders finished", () => {
    const exchange = anExchange();
    exchange.advance(at("09:20"));
    const resting = exchange.place({
      now: at("09:20"),
      account: "anil",
      symbol: "SBIN",
      side: "buy",
      quantity: 1,
      product: "intraday",
      pricing: limit(Math.round((exchange.lastPrice("SBIN") / 100) * 0.98)),
    });
    expect(resting.order.status).toBe("open");
    const monthsLater = addDays(MONDAY, 217);

    exchange.leap(at("10:00", monthsLater));

    expect(exchange.marketDate()).toBe(monthsLater);
    expect(exchange.phase("SBIN")).toBe("continuous");
    expect(exchange.dayOrders("anil")).toEqual([]);
    expect(exchange.order(resting.order.id)).toBeNull();
    expect(exchange.funds("anil").blocked).toBe(0);
  });

  it("within a day equals running through the day", () => {
    const lived = anExchange();
    const leapt = anExchange();
    lived.advance(at("09:00"));
    leapt.advance(at("09:00"));
    lived.advance(at("11:00"));
    leapt.leap(at("11:00"));
    expect(leapt.quote("SBIN")).toEqual(lived.quote("SBIN"));
  });

  it("settles earlier purchases", () => {
    const exchange = anExchange();
    exchange.advance(at("09:20"));
    const price = exchange.lastPrice("SBIN");
    exchange.place({
      now: at("09:20"),
      account: "anil",
      symbol: "SBIN",
      side: "buy",
      quantity: 5,
      product: "delivery",
      pricing: limit(Math.ceil((price / 100) * 1.02)),
    });
    exchange.leap(at("10:00", addDays(TUESDAY, 30)));
    expect(exchange.holdings("anil")).toMatchObject([{ symbol: "SBIN", quantity: 5 }]);
    expect(exchange.positions("anil")).toEqual([]);
    expect(exchange.funds("anil").cash).toBeLessThan(rs(10_000_000));
  });
});
