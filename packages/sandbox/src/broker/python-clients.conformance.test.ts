import path from "node:path";
import { epochMs } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, afterEach, beforeAll, describe, expect, it, type TestContext, vi } from "vitest";
import { createAngelOne } from "../angelone/create-angelone.ts";
import type { Broker } from "../exchange/model.ts";
import { createFaults } from "../faults/faults.ts";
import { createFyers } from "../fyers/fyers.ts";
import { createZerodha } from "../zerodha/zerodha.ts";
import { logInByPage } from "./page-login.ts";
import { findPython, type PythonClient, startPython } from "./python-client.ts";
import { type BrokerSimulators, seededClientId, startBrokers } from "./start-brokers.ts";
import { totpAt } from "./totp.ts";

// The first run on a machine installs the clients; later each test is a process of a few seconds.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 });

const STEP_MS = 100;
const REDIRECT = "http://127.0.0.1:9/back";
// Years ahead, because fyers-apiv3 compares a token's expiry with the machine's clock.
const clock = createVirtualClock(epochMs(Date.parse("2035-11-16T10:00:00+05:30")));

let python: string | null;
let brokers: BrokerSimulators;
let ticking: ReturnType<typeof setInterval>;
let client: PythonClient | null = null;

beforeAll(async () => {
  python = await findPython();
  brokers = await startBrokers({
    seed: 9,
    faults: createFaults(),
    humanClock: clock,
    marketClock: { now: () => clock.now() as never },
    cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
    redirectUrl: () => REDIRECT,
  });
  ticking = setInterval(() => clock.advance(STEP_MS), STEP_MS);
});
afterEach(() => {
  client?.stop();
  client = null;
});
afterAll(async () => {
  clearInterval(ticking);
  await brokers.stop();
});

async function startClient(context: TestContext, script: string): Promise<PythonClient> {
  if (python === null) return context.skip("Python 3 with pip is not here");
  client = startPython(python, path.join(import.meta.dirname, "..", script));
  await client.receive("ready");
  return client;
}

function placeOf(broker: Broker) {
  const { baseUrl: root, wsUrl: ws, clients } = brokers.of(broker);
  const person = clients.find(seededClientId(broker, 4));
  if (person === null) throw new Error("the seeded client is gone");
  const price = Math.floor((brokers.exchange().lastPrice("SBIN") * 0.98) / 100);
  return { root, ws, person, price };
}

const ordersOf = (tag: string) => brokers.exchange().findOrders({ tag });

describe("the brokers' own Python clients, unchanged but for their addresses", () => {
  it("kiteconnect logs in, receives a tick, places an order and receives its update", async (context) => {
    const kite = await startClient(context, "zerodha/client-script/kite_client.py");
    const { root, ws, person, price } = placeOf("zerodha");
    const page = `${root}/connect/login?v=3&api_key=${person.app.key}`;
    const landed = await logInByPage(page, { client: person, now: clock.now });
    kite.send({
      root,
      ws,
      price,
      api_key: person.app.key,
      api_secret: person.app.secret,
      request_token: new URL(landed).searchParams.get("request_token"),
      token: brokers.exchange().instrument("SBIN")?.tokens.kiteInstrument,
    });
    await kite.receive("done");
    expect(kite.received("session")).toEqual([person.id]);
    expect(await kite.receive("tick")).toMatchObject({ tradable: true, last_price: expect.any(Number) });
    expect(await kite.receive("refused")).toMatch(
      /^Tick size for this script is 0\.10\. Kindly enter price in the multiple of tick size for this script$/,
    );
    expect(ordersOf("PYKITE")).toMatchObject([{ brokerOrderId: await kite.receive("order"), status: "cancelled" }]);
    expect(await kite.receive("update")).toMatchObject({ order_id: await kite.receive("order"), status: "OPEN" });
    const history = (await kite.receive("history")) as { status: string; price: number; pending_quantity: number }[];
    expect(history.slice(0, 4).map((row) => row.price)).toEqual([price, price, price, price]);
    expect(history.at(-1)).toMatchObject({ status: "CANCELLED", price: price - 1, pending_quantity: 1 });
  });

  it("smartapi-python logs in, receives a tick, places an order and receives its update", async (context) => {
    const angel = await startClient(context, "angelone/client-script/smartapi_client.py");
    const { root, ws, person, price } = placeOf("angelone");
    const totp = totpAt(person.totpSecret, clock.now());
    angel.send({ root, ws, price, totp, api_key: person.app.key, client: person.id, pin: person.pin });
    await angel.receive("done");
    expect(angel.received("session")).toEqual([true]);
    expect(await angel.receive("limits")).toMatchObject({ net: expect.any(String), utilisedspan: null });
    expect(await angel.receive("tick")).toMatchObject({ token: "3045", last_traded_price: expect.any(Number) });
    expect(ordersOf("PYANGEL")).toMatchObject([{ brokerOrderId: await angel.receive("order"), status: "open" }]);
    const events = angel.received("update") as { "order-status": string; orderData: { orderid: string } }[];
    expect(events[0]?.["order-status"]).toBe("AB00");
    expect(events.at(-1)?.orderData.orderid).toBe(await angel.receive("order"));
  });

  it("fyers-apiv3 logs in, receives a tick, places an order and receives its update", async (context) => {
    const fyers = await startClient(context, "fyers/client-script/fyers_client.py");
    const { root, ws, person, price } = placeOf("fyers");
    const query = new URLSearchParams({
      client_id: person.app.key,
      redirect_uri: REDIRECT,
      response_type: "code",
      state: "x",
    });
    const landed = await logInByPage(`${root}/api/v3/generate-authcode?${query}`, { client: person, now: clock.now });
    fyers.send({
      root,
      ws,
      price,
      app_id: person.app.key,
      secret: person.app.secret,
      redirect: REDIRECT,
      code: new URL(landed).searchParams.get("auth_code"),
    });
    await fyers.receive("done");
    expect(await fyers.receive("refused")).toMatchObject({ s: "error", code: -437 });
    expect(fyers.received("session")).toEqual(["ok"]);
    expect(await fyers.receive("tick")).toMatchObject({ symbol: "NSE:SBIN-EQ", ltp: expect.any(Number) });
    expect(await fyers.receive("general")).toMatchObject({ code: 1605 });
    expect(await fyers.receive("off_tick")).toMatchObject({ s: "error", code: -392 });
    const placed = (await fyers.receive("order")) as { id: string };
    expect(ordersOf("PYFYERS")).toMatchObject([{ brokerOrderId: placed.id, status: "open" }]);
    const update = (await fyers.receive("update")) as { orders: Record<string, unknown> };
    expect(update.orders).toMatchObject({ id: placed.id, qty: 1, type: 1 });
    expect(update.orders).not.toHaveProperty("filledQty");
    expect(fyers.received("error")).toEqual([]);
  });
});
