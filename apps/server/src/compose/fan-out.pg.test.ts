import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import type { OrderTag, OrderTicket } from "@vriddhi/core/order/order";
import { rupees } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FanOut } from "../features/fan-out/fan-out.service.ts";
import { createInstrumentStore } from "../features/instrument-map/instrument.store.pg.ts";
import { createKillSwitch } from "../features/order-store/kill-switch.ts";
import { createTradingAccountStore } from "../features/order-store/trading-account.store.pg.ts";
import { createLogger } from "../platform/log/logger.ts";
import { listShare, makeSignal, outcomesOf, startRun, stepped } from "../testing/signals-fixture.ts";
import { openTradingFixture, type Trader, type TradingFixture } from "../testing/trading-fixture.ts";
import { composeFanOut } from "./fan-out.ts";

const BROKERS = ["zerodha", "angelone", "fyers"] as const;
const EACH = 10;

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
let simulators: TradingFixture;
let traders: Trader[] = [];
let fanOut: FanOut;

function newFanOut(): FanOut {
  const { database } = simulators.home;
  return composeFanOut({
    platform: { database, humanClock: clock, marketClock: clock, log: createLogger("silent") },
    executor: simulators.executor(),
    prices: simulators.prices,
    accounts: simulators.accounts,
    instruments: createInstrumentStore(database),
  });
}

beforeAll(async () => {
  simulators = await openTradingFixture(clock);
  simulators.setPrice(simulators.price());
  for (let n = 0; n < EACH; n++)
    traders.push(...(await Promise.all(BROKERS.map((broker) => simulators.moveIn(broker)))));
  const { database } = simulators.home;
  for (const { account, link, broker, instrument } of traders) {
    await startRun(database, { account, userId: link.userId, linkId: link.id, broker }, clock.now());
    await listShare(database, clock.now(), broker, instrument);
  }
  fanOut = newFanOut();
  await fanOut.look();
  await fanOut.prepare();
});
afterAll(() => simulators.close());

const signal = (desk: "fyers" | "angelone", seq: number, validForMs = 600 * SECOND_MS) => {
  const price = simulators.price();
  const { isin, symbol } = traders[0]?.instrument ?? { isin: "", symbol: "" };
  const [stop, target] = [stepped(price * 0.985), stepped(price * 1.01)];
  return makeSignal(simulators.home.database, clock.now(), {
    desk,
    seq,
    isin,
    symbol,
    price,
    stop,
    target,
    validForMs,
  });
};

const ofDesk = (desk: "fyers" | "angelone"): readonly Trader[] =>
  traders.filter(({ broker }) => (broker === "fyers") === (desk === "fyers"));

async function untilOutcomes(signalId: string, wanted: number): Promise<void> {
  await simulators.live(`${wanted} outcomes of ${signalId}`, async () => {
    await fanOut.look();
    return (await outcomesOf(simulators.home.database, signalId)).length >= wanted;
  });
  const accounts = (await outcomesOf(simulators.home.database, signalId)).map(({ account_id }) => account_id);
  expect(new Set(accounts).size).toBe(accounts.length);
  expect(accounts).toHaveLength(wanted);
}

async function isFlat(trader: Trader): Promise<boolean> {
  const { orders, ledger } = await simulators.dayOf(trader);
  const positions = [...foldLedger(ledger).positions.values()];
  return (
    positions.every(({ bought, sold }) => bought === sold) && orders.every(({ state }) => state.status !== "sending")
  );
}

const closeAll = async (): Promise<void> => {
  const day = await Promise.all(traders.map((trader) => simulators.dayOf(trader)));
  const targets = day.flatMap(({ orders }) => orders.flatMap(({ entry }) => entry?.target ?? []));
  simulators.setPrice(stepped(Math.max(simulators.price(), ...targets) * 1.002));
  await simulators.live("everybody is flat", async () => (await Promise.all(traders.map(isFlat))).every(Boolean));
};

describe("one signal and thirty accounts at three brokers", () => {
  it("give every running account of the strategy exactly one outcome, and all other accounts none", async () => {
    const id = await signal("angelone", 1);
    await untilOutcomes(id, ofDesk("angelone").length);
    const outcomes = await outcomesOf(simulators.home.database, id);
    expect(outcomes.filter(({ outcome }) => outcome === "intent")).toHaveLength(ofDesk("angelone").length);
    await simulators.live("every entry is at the exchange", () =>
      ofDesk("angelone").every(({ link }) => simulators.home.simulators.exchange.dayOrders(link.clientId).length > 0),
    );
    await closeAll();
  });

  it("skip logged-out, blocked or unapproved accounts with a reason each, and the others trade", async () => {
    const { database, brokers } = simulators.home;
    const [out, blocked, waiting] = ofDesk("fyers");
    if (!(out && blocked && waiting)) throw new Error("there are traders");
    await brokers.links.markExpired((await brokers.links.findById(out.link.id)) ?? out.link);
    const killSwitch = createKillSwitch({
      accounts: createTradingAccountStore(database, Buffer.alloc(32, 3)),
      humanClock: clock,
      marketClock: clock,
    });
    await database.transaction((tx) => killSwitch.killUser(tx, blocked.link.userId));
    await database.pool.query("UPDATE algo_run SET day_approved_at = NULL WHERE account_id = $1", [waiting.account]);
    await simulators.live(
      "the block is known",
      async () => (await simulators.executor().eligibility(blocked.account, "x")).isBlocked,
    );
    clock.advance(5 * SECOND_MS);
    const id = await signal("fyers", 1);
    await untilOutcomes(id, ofDesk("fyers").length);
    const reasons = new Map((await outcomesOf(database, id)).map(({ account_id, outcome }) => [account_id, outcome]));
    expect(reasons.get(out.account)).toBe("not_connected");
    expect(reasons.get(blocked.account)).toBe("blocked");
    expect(reasons.get(waiting.account)).toBe("not_approved");
    expect([...reasons.values()].filter((outcome) => outcome === "intent")).toHaveLength(EACH - 3);
    await closeAll();
    await database.transaction((tx) => killSwitch.lift(tx, blocked.link.userId));
  });

  it("resume after a crash with the accounts without an outcome, and plan no account twice", async () => {
    const { database } = simulators.home;
    const desk = ofDesk("angelone");
    const before = fanOut;
    const id = await signal("angelone", 2);
    const task = before.look();
    await simulators.crash();
    await task.catch(() => undefined);
    fanOut = newFanOut();
    await untilOutcomes(id, desk.length);
    const orders = await Promise.all(
      desk.map(({ link }) => simulators.home.simulators.exchange.dayOrders(link.clientId)),
    );
    for (const placed of orders) {
      const tags = placed.map(({ tag }) => tag);
      expect(new Set(tags).size).toBe(tags.length);
    }
    const { rows } = await database.pool.query(
      "SELECT account_id FROM intent WHERE signal_id = $1 AND n = 0 GROUP BY account_id HAVING count(*) > 1",
      [id],
    );
    expect(rows).toEqual([]);
    await closeAll();
  });

  it("report an account that is planned too late, and give a run that was committed late its outcome", async () => {
    const { database } = simulators.home;
    const late = await simulators.moveIn("fyers");
    traders = [...traders, late];
    const id = await signal("fyers", 2, 2 * SECOND_MS);
    await untilOutcomes(id, EACH);
    const runner = { account: late.account, userId: late.link.userId, linkId: late.link.id, broker: "fyers" };
    await startRun(database, runner, clock.now(), { startedAt: istInstant(istDate("2026-11-16"), istMinute(9, 0)) });
    clock.advance(3 * SECOND_MS);
    await untilOutcomes(id, EACH + 1);
    const own = (await outcomesOf(database, id)).find(({ account_id }) => account_id === late.account);
    expect(own?.outcome).toBe("valid_until_passed");
    await closeAll();
  });
});

it("a fan-out sizes orders by the run's capital, and skips a capital below one share with a reason", async () => {
  const { database } = simulators.home;
  const small = await simulators.moveIn("fyers");
  traders = [...traders, small];
  const runner = { account: small.account, userId: small.link.userId, linkId: small.link.id, broker: "fyers" };
  await startRun(database, runner, clock.now(), { capital: rupees(500) });
  clock.advance(5 * SECOND_MS);
  const id = await signal("fyers", 3);
  await untilOutcomes(id, EACH + 2);
  const own = (await outcomesOf(database, id)).find(({ account_id }) => account_id === small.account);
  expect(own?.outcome).toBe("capital_too_low");
  await closeAll();
});

it("a fan-out skips accounts that hold the share before the first signal", async () => {
  const { database, simulators: outside } = simulators.home;
  const holder = await simulators.moveIn("fyers");
  traders = [...traders, holder];
  const { account, link, instrument } = holder;
  const { adapters, links } = simulators.home.brokers;
  const found = await links.findById(link.id);
  const access = found === null ? null : links.accessOf(found);
  if (access === null) throw new Error("no account is logged in");
  const ticket: OrderTicket = {
    tag: "AAAAAAAAAAAAAAA" as OrderTag,
    instrument,
    side: "buy",
    quantity: 1,
    product: "intraday",
    validity: "day",
    pricing: { kind: "limit", limit: stepped(simulators.price() * 1.005) },
  };
  const placed = await adapters.fyers.orders.place(access, ticket, { lane: "entry", notAfter: null });
  expect(placed).toMatchObject({ ok: true });
  await simulators.live("the person's own order is filled", () => outside.exchange.dayTrades(link.clientId).length > 0);
  await startRun(database, { account, userId: link.userId, linkId: link.id, broker: "fyers" }, clock.now());
  await fanOut.prepare();
  await simulators.live("the broker was asked", async () => {
    const { rows } = await database.pool.query("SELECT 1 FROM foreign_position WHERE account_id = $1", [account]);
    return rows.length === 1;
  });
  const id = await signal("fyers", 4);
  await untilOutcomes(id, EACH + 3);
  expect((await outcomesOf(database, id)).find(({ account_id }) => account_id === account)?.outcome).toBe(
    "symbol_held",
  );
  expect(outside.exchange.dayTrades(link.clientId)).toHaveLength(1);
});
