import { rupees } from "@vriddhi/core/shared/money";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startRun } from "../testing/signals-fixture.ts";
import { openTradingFixture, type TradingFixture } from "../testing/trading-fixture.ts";

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
let simulators: TradingFixture;

beforeAll(async () => {
  simulators = await openTradingFixture(clock);
  simulators.setPrice(simulators.price());
});
afterAll(() => simulators.close());

it("a run restarted with another capital gets that capital's daily limit, also with an open position", async () => {
  const trader = await simulators.moveIn("zerodha");
  const { database } = simulators.home;
  const runner = { account: trader.account, userId: trader.link.userId, linkId: trader.link.id, broker: "zerodha" };
  await startRun(database, runner, clock.now(), { capital: rupees(500), startedAt: clock.now() });
  await simulators.executor().prepare([trader.account]);
  expect((await simulators.accounts.find(trader.account))?.capital).toBe(rupees(500));

  await database.pool.query("UPDATE algo_run SET stopped_at = started_at");
  clock.advance(2 * SECOND_MS);
  await startRun(database, runner, clock.now(), { capital: rupees(100_000), startedAt: later(clock.now(), 0) });
  const bought = simulators.price();
  const bet = { quantity: 10, stop: Math.round(bought * 0.97) as typeof bought, target: null };
  await simulators.enter([trader], "s1", bet);
  await simulators.live("a stop rests", async () =>
    (await simulators.dayOf(trader)).orders.some(({ leg, state }) => leg === "exit" && state.status === "accepted"),
  );
  // More than one percent of 500 rupees, and far less than that of a lakh.
  simulators.setPrice(Math.round(bought * 0.99) as typeof bought);
  for (let waited = 0; waited < 3; waited++) {
    const seen = clock.now() + 6 * SECOND_MS;
    await simulators.live("six seconds pass", async () => clock.now() >= seen);
  }
  const { ledger } = await simulators.dayOf(trader);
  expect(ledger.filter(({ fact }) => fact.kind === "daily_stop_hit")).toEqual([]);
});
