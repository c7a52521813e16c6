import { DAY_MS, type EpochMs, later } from "@vriddhi/core/time/clock";
import { addDays } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { anExchange, at, MONDAY, TUESDAY } from "../exchange/exchange-fixture.ts";
import { type Audience, createMarketDriver } from "./market-driver.ts";

const rig = (start: EpochMs, audience?: Audience) => {
  let now = start;
  let pauses = 0;
  const exchange = anExchange();
  const driver = createMarketDriver(
    exchange,
    () => now,
    async () => {
      pauses++;
    },
    undefined,
    audience,
  );
  return { exchange, driver, pauses: () => pauses, move: (to: EpochMs) => (now = to) };
};

describe("the market driver", () => {
  it("advances the market to the clock's time and yields during long advances", async () => {
    const { exchange, driver, pauses, move } = rig(at("09:00"));
    await driver.catchUp();
    expect(exchange.now()).toBe(at("09:00"));
    move(at("15:00", TUESDAY));
    await driver.catchUp();
    expect(exchange.now()).toBe(at("15:00", TUESDAY));
    expect(exchange.marketDate()).toBe(TUESDAY);
    expect(pauses()).toBeGreaterThan(20);
  });

  it("advances over months", async () => {
    const { exchange, driver, pauses, move } = rig(at("09:00"));
    await driver.catchUp();
    move(at("10:00", addDays(MONDAY, 400)));
    await driver.catchUp();
    expect(exchange.now()).toBe(at("10:00", addDays(MONDAY, 400)));
    expect(pauses()).toBeLessThan(5);
  });

  it("shares one advance between concurrent callers, and does nothing for a stopped clock", async () => {
    const { exchange, driver, move } = rig(at("09:00"));
    await driver.catchUp();
    move(later(at("09:00"), DAY_MS));
    const [first, second] = [driver.catchUp(), driver.catchUp()];
    expect(first).toBe(second);
    await first;
    await driver.catchUp();
    expect(exchange.now()).toBe(later(at("09:00"), DAY_MS));
  });

  it("delivers every trade of every share to listeners, in order", async () => {
    const published: EpochMs[] = [];
    const { exchange, driver, move } = rig(at("09:15"), {
      isThere: () => true,
      detail: () => "all",
      publish: (lived) => published.push(lived),
    });
    await driver.catchUp();
    move(at("09:15:30"));
    await driver.catchUp();
    expect(exchange.now()).toBe(at("09:15:30"));
    expect(published.slice(-30)).toEqual(
      Array.from({ length: 30 }, (_, second) => later(at("09:15:01"), second * 1_000)),
    );
  });

  it("in brief sends only what bars need on the way, and everything at its end", async () => {
    const published: [EpochMs, readonly string[] | null][] = [];
    const publish = (lived: EpochMs, only: readonly string[] | null) => published.push([lived, only]);
    const { exchange, driver, move } = rig(at("09:20"), { isThere: () => true, detail: () => "brief", publish });
    await driver.catchUp();
    published.length = 0;
    move(at("09:20:30"));
    await driver.catchUp();
    expect(published.at(-1)).toEqual([at("09:20:30"), null]);
    const named = published.slice(0, -1).flatMap(([, only]) => only ?? ["all"]);
    expect(named).not.toContain("all");
    expect(named.length).toBeGreaterThan(0);
    expect(exchange.takeKeys()).toEqual([]);
  });

  it("sends the keys alone where the advance goes on", async () => {
    const published: (readonly string[] | null)[] = [];
    const { driver, move } = rig(at("09:20"), {
      isThere: () => true,
      detail: () => "keys",
      publish: (_at, only) => published.push(only),
    });
    await driver.catchUp();
    move(at("09:21"));
    await driver.catchUp();
    expect(published).not.toContain(null);
    expect(published.flat().length).toBeGreaterThan(0);
  });

  it("uses longer slices for a clock that outruns its listeners, and never skips the end", async () => {
    const published: EpochMs[] = [];
    const { driver, move } = rig(at("09:15"), {
      isThere: () => true,
      detail: () => "all",
      publish: (lived) => published.push(lived),
    });
    await driver.catchUp();
    published.length = 0;
    move(at("13:15"));
    await driver.catchUp();
    expect(published).toHaveLength(60);
    expect(published.at(-1)).toBe(at("13:15"));
  });
});
