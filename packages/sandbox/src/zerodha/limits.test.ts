import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { at } from "../exchange/exchange-fixture.ts";
import { type Kite, openKite, place, refusal } from "./zerodha-fixture.ts";

const TOO_MANY = refusal(429, "NetworkException", "Too many requests");

const times = (count: number, call: () => { status: number }): number[] =>
  Array.from({ length: count }, () => call().status);
const passed = (statuses: readonly number[]) => statuses.filter((status) => status !== 429).length;
const toSecondStart = (kite: Kite) => kite.pass(SECOND_MS - (kite.now().human % SECOND_MS));

describe("calls in one calendar second", () => {
  it.each([
    ["/quote?i=NSE:SBIN", 1],
    ["/quote/ltp?i=NSE:SBIN", 1],
    ["/instruments/historical/779521/day?from=2026-11-01&to=2026-11-10", 3],
    ["/orders", 10],
    ["/user/profile", 10],
  ])("%s: %i pass, the next is refused", (path, limit) => {
    const kite = openKite();
    const token = kite.logIn();
    expect(times(limit, () => kite.call("GET", path, { token }))).toEqual(Array(limit).fill(200));
    expect(kite.call("GET", path, { token })).toMatchObject(TOO_MANY);
  });

  it("are counted by the clock's second, independent of earlier ones", () => {
    const kite = openKite();
    const token = kite.logIn();
    toSecondStart(kite);
    kite.pass(999);
    const read = () => kite.call("GET", "/orders", { token });
    expect(passed(times(12, read))).toBe(10);
    kite.pass(1);
    expect(passed(times(12, read))).toBe(10);
  });

  it("of one kind do not use the budget of others; quotes share one budget", () => {
    const kite = openKite();
    const token = kite.logIn();
    expect(kite.call("GET", "/quote?i=NSE:SBIN", { token }).status).toBe(200);
    expect(kite.call("GET", "/quote/ohlc?i=NSE:SBIN", { token })).toMatchObject(TOO_MANY);
    expect(kite.call("GET", "/orders", { token }).status).toBe(200);
    expect(place(kite, token).status).toBe(200);
  });

  it("of one client do not use the budget of others", () => {
    const kite = openKite();
    const [anil, asha] = [kite.logIn(), kite.logIn(kite.asha)];
    times(11, () => kite.call("GET", "/orders", { token: anil }));
    expect(kite.call("GET", "/orders", { token: asha }).status).toBe(200);
  });

  it("use the human clock, however fast the market's runs", () => {
    const kite = openKite();
    const token = kite.logIn();
    times(10, () => kite.call("GET", "/orders", { token }));
    kite.toMarket(at("09:30"));
    expect(kite.call("GET", "/orders", { token })).toMatchObject(TOO_MANY);
  });
});

describe("orders", () => {
  const tiny = { quantity: 1, price: 1000 };

  it("are accepted ten a second, and a refused one never reaches the exchange", () => {
    const kite = openKite();
    const token = kite.logIn();
    expect(passed(times(13, () => place(kite, token, tiny)))).toBe(10);
    expect(kite.exchange.dayOrders("ZA0001")).toHaveLength(10);
  });

  it("are accepted four hundred a minute", () => {
    const kite = openKite();
    const token = kite.logIn();
    kite.pass(MINUTE_MS - (kite.now().human % MINUTE_MS));
    let taken = 0;
    for (let second = 0; second < 59; second++) {
      taken += passed(times(8, () => place(kite, token, tiny)));
      kite.pass();
    }
    expect(taken).toBe(400);
    kite.pass();
    expect(place(kite, token, tiny).status).not.toBe(429);
  });

  it("are accepted five thousand a day, which ends at midnight in India", () => {
    const kite = openKite();
    const token = kite.logIn();
    const untilMidnight = DAY_MS - ((kite.now().human + 5.5 * HOUR_MS) % DAY_MS);
    const refused = { order_type: "MARKET" };
    let taken = 0;
    for (let round = 0; round < 520; round++) {
      taken += passed(times(10, () => place(kite, token, refused)));
      kite.pass(2 * SECOND_MS);
    }
    expect(taken).toBe(5_000);
    kite.pass(untilMidnight - 520 * 2 * SECOND_MS - 1);
    expect(place(kite, kite.logIn(), refused).status).toBe(429);
    kite.pass(1);
    expect(place(kite, kite.logIn(), refused).status).toBe(400);
  });
});
