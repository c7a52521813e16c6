import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { backTestOn, demoExchange } from "@vriddhi/sandbox/exchange/strategy-day-fixture";
import { describe, expect, it } from "vitest";
import { decideInVirtualTime } from "./strategy-day-fixture.ts";

const DAY = istDate("2026-11-16");
const SPEED = 20;

describe("one day of the strategy", () => {
  it("makes the same entry in the simulation at twenty times the speed as in the back-test of the day's bars", async () => {
    const exchange = demoExchange(DAY);
    const judged = await decideInVirtualTime(exchange, DAY, SPEED);
    const entries = judged.filter(({ kind }) => kind === "enter");
    const tested = backTestOn(exchange, DAY, istInstant(DAY, istMinute(12, 46)));
    expect(
      entries.map(({ symbol, side, minute, price, stop, target }) => [symbol, side, minute, price, stop, target]),
    ).toEqual(tested.map(({ name, side, minute, price, stop, target }) => [name, side, minute, price, stop, target]));
    // The same as the product's signal in the sandbox, see compose/engine.pg.test.ts of the server.
    expect(entries).toMatchObject([{ symbol: "ETERNAL", side: "buy" }]);
  }, 120_000);
});
