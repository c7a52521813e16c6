import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import type { FaultKind } from "@vriddhi/sandbox/faults/faults";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTradingFixture, type Trader, type TradingFixture } from "../testing/trading-fixture.ts";

const BROKERS = ["zerodha", "angelone", "fyers"] as const;

/** Each fault fails a call that closes an open position, or the read that follows it. */
const FAULTS: readonly FaultKind[] = [
  "timeout",
  "http500",
  "drop-after-accept",
  "drop-before-accept",
  "throttle",
  "reject",
  "wrong-ip",
  "expire-session",
  "late-accept",
  "book-lag",
  "odd-row",
];
/** The stop becomes the exit where the broker allows it; at Angel One a new order follows its cancellation. */
const OWN_FAULTS: Readonly<Record<(typeof BROKERS)[number], readonly FaultKind[]>> = {
  zerodha: ["modify-pending", "modify-refused", "modify-lost"],
  angelone: ["partial-fill"],
  fyers: ["modify-pending", "modify-refused", "modify-lost"],
};

interface Hit {
  readonly trader: Trader;
  readonly kind: FaultKind;
}

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
let simulators: TradingFixture;
beforeAll(async () => {
  simulators = await openTradingFixture(clock);
});
afterAll(() => simulators.close());

const roundTo = (price: number): Paise => paise(Math.round(price / 10) * 10);

const isCovered = async ({ trader }: Hit): Promise<boolean> =>
  (await simulators.dayOf(trader)).orders.some(
    ({ leg, state, pricing }) => leg === "exit" && state.status === "accepted" && pricing.kind === "stop_limit",
  );

async function isFlat({ trader }: Hit): Promise<boolean> {
  const { orders, ledger } = await simulators.dayOf(trader);
  const positions = [...foldLedger(ledger).positions.values()];
  const isClosed = positions.some(({ bought, sold, isExact }) => bought > 0 && bought === sold && isExact);
  return isClosed && orders.every(({ state: { status } }) => isOrderFinal(status) || status === "abandoned");
}

async function areAll(hits: readonly Hit[], holds: (hit: Hit) => Promise<boolean>): Promise<boolean> {
  for (const hit of hits) if (!(await holds(hit))) return false;
  return true;
}

/** Only the user can open a session that the broker ended; until then the stop rests at the broker. */
async function logInAgain({ trader: { broker, link } }: Hit): Promise<void> {
  const client = simulators.home.simulators.clients[broker].find(link.clientId);
  if (client === null) throw new Error(`${broker} does not know ${link.clientId}`);
  await simulators.home.connect({ userId: link.userId, ip: "127.0.81.1" }, broker, client);
}

async function outcomeOf({ trader, kind }: Hit) {
  const { ledger, orders } = await simulators.dayOf(trader);
  const trades = simulators.tradesOf(trader);
  const sum = (amountOf: (trade: (typeof trades)[number]) => number) =>
    trades.reduce((total, trade) => total + amountOf(trade), 0);
  const tags = simulators.home.simulators.exchange.dayOrders(trader.link.clientId).map(({ tag }) => tag);
  const known = new Set(orders.map(({ tag }) => tag as string));
  return {
    hit: `${trader.broker} ${kind}`,
    net: sum(({ side, quantity }) => (side === "buy" ? quantity : -quantity)),
    cashDifference:
      foldLedger(ledger).cash - sum(({ side, quantity, price }) => (side === "sell" ? 1 : -1) * quantity * price),
    tagsTwice: tags.length - new Set(tags).size,
    strangers: tags.filter((tag) => tag === null || !known.has(tag)).length,
  };
}

it("an open position closes at the exchange's own figures under every kind of fault at every broker", async () => {
  simulators.setPrice(simulators.price());
  const hits: Hit[] = [];
  for (const broker of BROKERS)
    for (const kind of [...FAULTS, ...OWN_FAULTS[broker]]) hits.push({ trader: await simulators.moveIn(broker), kind });
  const price = simulators.price();
  const bet = { quantity: 10, stop: roundTo(price * 0.985), target: roundTo(price * 1.01) };
  const traders = hits.map(({ trader }) => trader);
  expect(await simulators.enter(traders, "open", bet)).toHaveLength(hits.length);
  await simulators.live("a stop rests for every position", () => areAll(hits, isCovered));
  const { faults } = simulators.home.simulators;
  for (const { trader, kind } of hits) faults.set(trader.broker, kind, 1, { account: trader.link.clientId });
  simulators.setPrice(roundTo(bet.target * 1.002));
  const needsLogin = ({ kind }: Hit) => kind === "expire-session";
  await simulators.live("every position with a session is closed", () =>
    areAll(
      hits.filter((hit) => !needsLogin(hit)),
      isFlat,
    ),
  );
  for (const hit of hits.filter(needsLogin)) await logInAgain(hit);
  await simulators.live("every position is closed", () => areAll(hits, isFlat));
  expect(faults.list()).toEqual([]);
  const outcomes: Awaited<ReturnType<typeof outcomeOf>>[] = [];
  for (const hit of hits) outcomes.push(await outcomeOf(hit));
  const right = { net: 0, cashDifference: 0, tagsTwice: 0, strangers: 0 };
  expect(outcomes).toEqual(outcomes.map(({ hit }) => ({ hit, ...right })));
});
