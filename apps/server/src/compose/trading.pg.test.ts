import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTradingFixture, type Trader, type TradingFixture } from "../testing/trading-fixture.ts";

const BROKERS = ["zerodha", "angelone", "fyers"] as const;
const QUANTITY = 10;

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
let simulators: TradingFixture;
beforeAll(async () => {
  simulators = await openTradingFixture(clock);
});
afterAll(() => simulators.close());

const roundTo = (price: number): Paise => paise(Math.round(price / 10) * 10);

/** Keeps the stop and the target inside the day's price band. */
function betAround(price: Paise) {
  return { quantity: QUANTITY, stop: roundTo(price * 0.985), target: roundTo(price * 1.01) };
}

const isResting = async (trader: Trader): Promise<boolean> =>
  (await simulators.dayOf(trader)).orders.some(
    ({ leg, state, pricing }) => leg === "exit" && state.status === "accepted" && pricing.kind === "stop_limit",
  );

/** Closed with a known result and no working order. Given-up orders are searched for until the day ends. */
async function isFlat(trader: Trader): Promise<boolean> {
  const { orders, ledger } = await simulators.dayOf(trader);
  const positions = [...foldLedger(ledger).positions.values()];
  const isClosed = positions.some(({ bought, sold, isExact }) => bought > 0 && bought === sold && isExact);
  return isClosed && orders.every(({ state: { status } }) => isOrderFinal(status) || status === "abandoned");
}

const all = async (traders: readonly Trader[], holds: (trader: Trader) => Promise<boolean>): Promise<boolean> =>
  (await Promise.all(traders.map(holds))).every(Boolean);

/** The ledger agrees with the exchange, to the paisa. */
async function expectAgreement(trader: Trader): Promise<void> {
  const { ledger, orders } = await simulators.dayOf(trader);
  const trades = simulators.tradesOf(trader);
  const brought = trades.reduce(
    (sum, { side, quantity, price }) => sum + (side === "sell" ? quantity * price : -quantity * price),
    0,
  );
  expect(foldLedger(ledger).cash).toBe(brought);
  const net = trades.reduce((sum, { side, quantity }) => sum + (side === "buy" ? quantity : -quantity), 0);
  expect(net).toBe(0);
  const placed = simulators.home.simulators.exchange.dayOrders(trader.link.clientId).map(({ tag }) => tag);
  expect(new Set(placed).size).toBe(placed.length);
  const sent = orders.filter(({ state }) => state.status !== "abandoned").map(({ tag }) => tag);
  expect([...placed].sort()).toEqual([...sent].sort());
}

describe("one account at each broker, on real adapters and in PostgreSQL", () => {
  it("enters, is protected by a stop, reaches its target and ends flat with the exchange's own result", async () => {
    simulators.setPrice(simulators.price());
    const traders = await Promise.all(BROKERS.map((broker) => simulators.moveIn(broker)));
    const bet = betAround(simulators.price());
    expect(await simulators.enter(traders, "up", bet)).toHaveLength(BROKERS.length);
    await simulators.live("stops rest at every broker", () => all(traders, isResting));
    simulators.setPrice(roundTo(bet.target * 1.002));
    await simulators.live("everybody is flat", () => all(traders, isFlat));
    for (const trader of traders) await expectAgreement(trader);
  });

  it("is stopped out when the price falls, with the exchange's own loss", async () => {
    const traders = await Promise.all(BROKERS.map((broker) => simulators.moveIn(broker)));
    const bet = betAround(simulators.price());
    await simulators.enter(traders, "down", bet);
    await simulators.live("stops rest at every broker", () => all(traders, isResting));
    simulators.setPrice(roundTo(bet.stop * 0.998));
    await simulators.live("everybody is flat", () => all(traders, isFlat));
    for (const trader of traders) await expectAgreement(trader);
  });

  it("recovers an order that was accepted while its reply was lost in a crash, and never resends it", async () => {
    const traders = await Promise.all(BROKERS.map((broker) => simulators.moveIn(broker)));
    for (const { broker, link } of traders)
      simulators.home.simulators.faults.set(broker, "drop-after-accept", 1, { account: link.clientId });
    const bet = betAround(simulators.price());
    const tags = await simulators.enter(traders, "crash", bet);
    const { exchange } = simulators.home.simulators;
    await simulators.live("every order is at the exchange", () =>
      traders.every(({ link }) => exchange.dayOrders(link.clientId).length > 0),
    );
    await simulators.crash();
    // If the crash hit an unsent stop, the worker gives it up and closes the position at the market.
    const isSafe = async (trader: Trader) => (await isResting(trader)) || (await isFlat(trader));
    await simulators.live("everybody is protected or out", () => all(traders, isSafe));
    simulators.setPrice(roundTo(bet.target * 1.002));
    await simulators.live("everybody is flat", () => all(traders, isFlat));
    for (const trader of traders) await expectAgreement(trader);
    for (const tag of tags) expect(exchange.findOrders({ tag })).toHaveLength(1);
  });
});
