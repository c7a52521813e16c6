import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { afterEach, describe, expect, it } from "vitest";
import { createAngelOne } from "../angelone/create-angelone.ts";
import type { Broker, Order } from "../exchange/model.ts";
import { createFaults, type Fault, type Faults } from "../faults/faults.ts";
import { createFyers } from "../fyers/fyers.ts";
import { createZerodha } from "../zerodha/zerodha.ts";
import type { BrokerEvent } from "./broker-event.ts";
import { logInByPage } from "./page-login.ts";
import { type BrokerSimulators, seededClientId, startBrokers } from "./start-brokers.ts";
import { totpAt } from "./totp.ts";
import type { ProcessKill } from "./wire.ts";

const OPEN = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));

class MutableClock {
  human: EpochMs = OPEN;
  market: EpochMs = OPEN;
  readonly events: BrokerEvent[] = [];
  readonly kills: (ProcessKill & { readonly written: number })[] = [];
  waiting: readonly Fault[] = [];
  faults: Faults = createFaults();
  brokers: BrokerSimulators | null = null;

  async live(): Promise<BrokerSimulators> {
    this.faults = createFaults((list) => {
      this.waiting = list;
    });
    this.faults.restore(this.waiting);
    // reads the log back as text
    const past = JSON.parse(JSON.stringify(this.events)) as BrokerEvent[];
    this.brokers = await startBrokers({
      seed: 7,
      faults: this.faults,
      humanClock: { now: () => this.human },
      marketClock: { now: () => this.market },
      cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
      redirectUrl: () => "http://127.0.0.1:9/back",
      memory: { past, note: (event) => void this.events.push(event) },
      strike: (strike) => void this.kills.push({ ...strike, written: this.events.length }),
    });
    return this.brokers;
  }

  async die(): Promise<void> {
    await this.brokers?.stop();
    this.brokers = null;
  }

  async pass(ms: number): Promise<void> {
    this.human = later(this.human, ms);
    this.market = later(this.market, ms);
    await this.brokers?.catchUp();
  }
}

const clock = { now: new MutableClock() };
afterEach(async () => {
  await clock.now.die();
  clock.now = new MutableClock();
});

const clientOf = (brokers: BrokerSimulators, broker: Broker) => {
  const client = brokers.of(broker).clients.find(seededClientId(broker, 4));
  if (client === null) throw new Error("the seeded client is gone");
  return client;
};

async function angelLogin(brokers: BrokerSimulators): Promise<Record<string, string>> {
  const client = clientOf(brokers, "angelone");
  const headers = { "content-type": "application/json", "x-privatekey": client.app.key, "x-usertype": "USER" };
  const totp = totpAt(client.totpSecret, clock.now.human);
  const body = JSON.stringify({ clientcode: client.id, password: client.pin, totp });
  const url = `${brokers.of("angelone").baseUrl}/rest/auth/angelbroking/user/v1/loginByPassword`;
  const reply = (await (await fetch(url, { method: "POST", headers, body })).json()) as { data: { jwtToken: string } };
  return { ...headers, authorization: `Bearer ${reply.data.jwtToken}` };
}

const ORDERS = "/rest/secure/angelbroking/order/v1";

async function angelPlace(
  brokers: BrokerSimulators,
  headers: Record<string, string>,
  change: Record<string, string> = {},
): Promise<{ status: boolean; data: { orderid: string } }> {
  const price = Math.floor((brokers.exchange().lastPrice("SBIN") * 0.97) / 100);
  const form = {
    variety: "NORMAL",
    tradingsymbol: "SBIN-EQ",
    symboltoken: "3045",
    transactiontype: "BUY",
    exchange: "NSE",
    ordertype: "LIMIT",
    producttype: "INTRADAY",
    duration: "DAY",
    price: String(price),
    quantity: "1",
    ...change,
  };
  const url = `${brokers.of("angelone").baseUrl}${ORDERS}/placeOrder`;
  return (await (await fetch(url, { method: "POST", headers, body: JSON.stringify(form) })).json()) as never;
}

const bookOf = (brokers: BrokerSimulators): readonly Order[] => brokers.exchange().findOrders({});

const seen = (brokers: BrokerSimulators) => ({
  orders: bookOf(brokers),
  histories: bookOf(brokers).map(({ id }) => brokers.exchange().orderHistory(id)),
  trades: bookOf(brokers).map(({ id }) => brokers.exchange().orderTrades(id)),
  prices: brokers.exchange().instruments.map(({ symbol }) => brokers.exchange().quote(symbol)),
  funds: (["zerodha", "angelone", "fyers"] as const).map((broker) =>
    brokers.exchange().funds(seededClientId(broker, 4)),
  ),
});

async function expectSameWorld(): Promise<BrokerSimulators> {
  const before = clock.now.brokers;
  if (before === null) throw new Error("nothing lives");
  const was = seen(before);
  await clock.now.die();
  const again = await clock.now.live();
  expect(seen(again)).toEqual(was);
  return again;
}

describe("a sandbox that crashes", () => {
  it("restores its orders, fills, prices, money and sessions, and continues", async () => {
    const first = await clock.now.live();
    const headers = await angelLogin(first);
    await clock.now.pass(MINUTE_MS);
    await angelPlace(first, headers, { ordertag: "RESTS" });
    const high = String(Math.floor(first.exchange().quote("SBIN").upperCircuit / 100));
    await angelPlace(first, headers, { ordertag: "FILLS", price: high, quantity: "25" });
    await clock.now.pass(7 * MINUTE_MS);
    const second = await expectSameWorld();
    expect(bookOf(second).map(({ tag, status }) => [tag, status])).toEqual([
      ["RESTS", "open"],
      ["FILLS", "filled"],
    ]);
    // the session and numbering continue, and nothing is sent twice
    const { data } = await angelPlace(second, headers, { ordertag: "AFTER" });
    expect(data.orderid).toMatch(/0{8}3$/);
    await clock.now.pass(5 * MINUTE_MS);
    await expectSameWorld();
  });

  it("restores Zerodha's and Fyers' logins too", async () => {
    const first = await clock.now.live();
    const zerodha = clientOf(first, "zerodha");
    const login = `${first.of("zerodha").baseUrl}/connect/login?v=3&api_key=${zerodha.app.key}`;
    const landed = await logInByPage(login, { client: zerodha, now: () => clock.now.human });
    expect(JSON.stringify(landed)).toContain("request_token");
    const eventsOf = (broker: Broker) =>
      clock.now.events.filter((event) => "broker" in event && event.broker === broker);
    expect(eventsOf("zerodha").length).toBeGreaterThan(1);
    await expectSameWorld();
  });

  it("restores scripted prices, opened accounts and skipped days", async () => {
    const first = await clock.now.live();
    first.of("fyers").clients.openMany(3, { prefix: "LOAD", cashPaise: first.exchange().lastPrice("SBIN") });
    const last = first.exchange().lastPrice("SBIN");
    const target = first.exchange().lastPrice("SBIN") + 5_000;
    first.exchange().scriptPrices("SBIN", [
      { at: clock.now.market, price: last },
      { at: later(clock.now.market, 2 * MINUTE_MS), price: target as typeof last },
    ]);
    await clock.now.pass(3 * MINUTE_MS);
    expect(first.exchange().lastPrice("SBIN")).toBe(target);
    await expectSameWorld();
    await clock.now.pass(9 * 24 * 60 * MINUTE_MS);
    await clock.now.pass(30 * MINUTE_MS);
    const again = await expectSameWorld();
    expect(again.of("fyers").clients.find("LOAD00003")).not.toBeNull();
    expect(clock.now.events.filter((event) => event.do === "leap")).toHaveLength(1);
  });

  it("applies its faults once, not again", async () => {
    const first = await clock.now.live();
    const headers = await angelLogin(first);
    const client = seededClientId("angelone", 4);
    clock.now.faults.set("angelone", "late-accept", 1, { account: client, seconds: 20 });
    await angelPlace(first, headers, { ordertag: "LATE" }).catch(() => null);
    clock.now.faults.set("angelone", "partial-fill", 1, { account: client });
    const high = String(Math.floor(first.exchange().quote("SBIN").upperCircuit / 100));
    await angelPlace(first, headers, { ordertag: "PART", price: high, quantity: "40" });
    clock.now.faults.set("angelone", "modify-pending", 1, { account: client, seconds: 30 });
    const resting = await angelPlace(first, headers, { ordertag: "MOVED" });
    const price = Math.floor((first.exchange().lastPrice("SBIN") * 0.96) / 100);
    const change = {
      variety: "NORMAL",
      orderid: resting.data.orderid,
      tradingsymbol: "SBIN-EQ",
      symboltoken: "3045",
      exchange: "NSE",
      ordertype: "LIMIT",
      producttype: "INTRADAY",
      duration: "DAY",
      quantity: "1",
      price: String(price),
    };
    await fetch(`${first.of("angelone").baseUrl}${ORDERS}/modifyOrder`, {
      method: "POST",
      headers,
      body: JSON.stringify(change),
    });
    clock.now.faults.set("angelone", "throttle", 4, { account: client });
    const second = await expectSameWorld();
    expect(clock.now.faults.list()).toMatchObject([{ kind: "throttle", count: 4 }]);
    expect(second.exchange().findOrders({ tag: "LATE" })).toEqual([]);
    // a delayed call arrives after the restart
    await clock.now.pass(21 * SECOND_MS);
    expect(second.exchange().findOrders({ tag: "LATE" })).toHaveLength(1);
    const third = await expectSameWorld();
    await clock.now.pass(10 * SECOND_MS);
    expect(third.exchange().findOrders({ tag: "MOVED" })).toMatchObject([{ limitPrice: price * 100 }]);
    await expectSameWorld();
  });

  it("logs an acceptance before the process fault kills a process", async () => {
    const first = await clock.now.live();
    const headers = await angelLogin(first);
    clock.now.faults.set("angelone", "kill-after-accept", 2, { pid: 4242 });
    await angelPlace(first, headers);
    expect(clock.now.kills).toEqual([]);
    await angelPlace(first, headers);
    expect(clock.now.kills).toEqual([{ pid: 4242, signal: "SIGKILL", written: clock.now.events.length }]);
    expect(clock.now.events.at(-1)).toMatchObject({ do: "handle", broker: "angelone" });
    expect(clock.now.waiting).toEqual([]);
    const second = await expectSameWorld();
    expect(bookOf(second)).toHaveLength(2);
    expect(clock.now.kills).toHaveLength(1);
  });

  it("refuses tokens issued before a reset, also after a restart", async () => {
    const first = await clock.now.live();
    const headers = await angelLogin(first);
    clock.now.events.length = 0;
    first.clear();
    expect((await angelPlace(first, headers)).status).not.toBe(true);
    const fresh = await angelLogin(first);
    await angelPlace(first, fresh);
    const second = await expectSameWorld();
    expect((await angelPlace(second, headers)).status).not.toBe(true);
    clock.now.human = later(clock.now.human, SECOND_MS);
    expect((await angelPlace(second, fresh)).status).toBe(true);
  });
});
