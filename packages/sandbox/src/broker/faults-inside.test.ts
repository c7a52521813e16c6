import { SECOND_MS } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import { anOrder as anAngelOrder, anAngelWorld, bodyOf, headersOf } from "../angelone/angelone-fixture.ts";
import { rs } from "../exchange/exchange-fixture.ts";
import { aBench, anOrder as aFyersOrder, aRequest, ask, authCode, logIn } from "../fyers/fyers-fixture.ts";
import { appIdHash } from "../fyers/login-steps.ts";
import { aKiosk, bookRow, draft, formText, type Kiosk, orderBook, place, placed } from "../zerodha/zerodha-fixture.ts";
import { serveAtCounter } from "./counter.ts";
import { totpAt } from "./totp.ts";
import type { WireRequest } from "./wire.ts";

let kiosk: Kiosk;
let anil: string;
let asha: string;

beforeEach(() => {
  kiosk = aKiosk();
  anil = kiosk.logIn();
  asha = kiosk.logIn(kiosk.asha);
});

const SBIN = "SBIN";
const account = () => kiosk.anil.id;
const modify = (orderId: string, form: Record<string, string | number>) => {
  kiosk.pass();
  return kiosk.call("PUT", `/orders/regular/${orderId}`, { token: anil, form });
};
const positions = () => {
  const { net } = kiosk.call("GET", "/portfolio/positions", { token: anil }).body.data as {
    net: { quantity: number }[];
  };
  return net.map(({ quantity }) => quantity);
};
const buyTen = () => {
  placed(kiosk, asha, { transaction_type: "SELL" });
  return placed(kiosk, anil);
};

const placeRequest = (change: Record<string, string | number> = {}): WireRequest => ({
  method: "POST",
  path: "/orders/regular",
  query: new URLSearchParams(),
  headers: { authorization: `token ${kiosk.anil.app.key}:${anil}` },
  body: formText(draft({ tag: "LATE1", ...change })),
  from: "127.0.0.1",
});
const counter = () => ({
  core: kiosk.core,
  exchange: () => kiosk.exchange,
  faults: kiosk.faults,
  target: "zerodha" as const,
});

describe("transport faults", () => {
  it("deliver a late order only after the connection was lost", () => {
    kiosk.faults.set("zerodha", "late-accept", 1, { account: account(), seconds: 10 });
    expect(serveAtCounter(counter(), placeRequest(), kiosk.now())).toEqual({ kind: "hang-up" });
    kiosk.pass(9 * SECOND_MS);
    kiosk.beat();
    expect(kiosk.exchange.findOrders({ tag: "LATE1" })).toEqual([]);
    kiosk.pass(SECOND_MS);
    kiosk.beat();
    kiosk.beat();
    expect(kiosk.exchange.findOrders({ tag: "LATE1" })).toHaveLength(1);
  });

  it("delay only the answer, not the order, under the pause fault", () => {
    kiosk.faults.set("zerodha", "pause", 1, { seconds: 3 });
    expect(serveAtCounter(counter(), placeRequest(), kiosk.now())).toMatchObject({
      kind: "answer",
      afterMs: 3_000,
      reply: { status: 200 },
    });
    expect(kiosk.exchange.findOrders({ tag: "LATE1" })).toHaveLength(1);
    expect(serveAtCounter(counter(), placeRequest(), kiosk.now())).toMatchObject({ afterMs: 0 });
  });

  it("name once the process to kill after the n-th acceptance", () => {
    kiosk.faults.set("zerodha", "kill-after-accept", 2, { pid: 4242 });
    placed(kiosk, anil);
    expect(kiosk.core.takeProcessKills()).toEqual([]);
    place(kiosk, anil, { price: 2000 }); // refused: outside the band
    expect(kiosk.core.takeProcessKills()).toEqual([]);
    placed(kiosk, anil);
    expect(kiosk.core.takeProcessKills()).toEqual([{ pid: 4242, signal: "SIGKILL" }]);
    placed(kiosk, anil);
    expect(kiosk.core.takeProcessKills()).toEqual([]);
  });

  it("stop a process on a stop fault", () => {
    kiosk.faults.set("zerodha", "stop-after-accept", 1, { pid: 4242, account: account() });
    placed(kiosk, asha, { transaction_type: "SELL" });
    placed(kiosk, anil);
    expect(kiosk.core.takeProcessKills()).toEqual([{ pid: 4242, signal: "SIGSTOP" }]);
  });
});

describe("lagging reads", () => {
  it("show earlier positions, for a number of reads of that account", () => {
    buyTen();
    kiosk.pass(3 * SECOND_MS);
    kiosk.faults.set("zerodha", "position-lag", 2, { account: account(), seconds: 5 });
    expect(positions()).toEqual([]);
    expect(orderBook(kiosk, anil)).toHaveLength(1);
    kiosk.pass(2 * SECOND_MS);
    expect(positions()).toEqual([10]);
    expect(kiosk.faults.list()).toEqual([]);
  });

  it("show a position as open although it was closed meanwhile", () => {
    buyTen();
    kiosk.pass(10 * SECOND_MS);
    placed(kiosk, asha, { price: 1080 });
    placed(kiosk, anil, { transaction_type: "SELL", price: 1080 });
    expect(positions()).toEqual([0]);
    kiosk.faults.set("zerodha", "position-lag", 1, { seconds: 5 });
    expect(positions()).toEqual([10]);
  });

  it("show the book without a new order and without a new fill", () => {
    const resting = placed(kiosk, anil);
    kiosk.pass(10 * SECOND_MS);
    placed(kiosk, asha, { transaction_type: "SELL", quantity: 4 });
    const late = placed(kiosk, anil, { price: 1082 });
    kiosk.faults.set("zerodha", "book-lag", 1, { account: account(), seconds: 5 });
    expect(orderBook(kiosk, anil)).toMatchObject([
      { order_id: resting, status: "OPEN", filled_quantity: 0, pending_quantity: 10 },
    ]);
    expect(orderBook(kiosk, anil)).toMatchObject([
      { order_id: resting, status: "OPEN", filled_quantity: 4, pending_quantity: 6 },
      { order_id: late, status: "OPEN" },
    ]);
  });
});

describe("a faulted modification", () => {
  it("is acknowledged and happens later when it is pending", () => {
    const id = placed(kiosk, anil);
    kiosk.faults.set("zerodha", "modify-pending", 1, { account: account(), seconds: 4 });
    expect(modify(id, { price: 1081 }).status).toBe(200);
    expect(bookRow(kiosk, anil, id)["price"]).toBe(1083);
    kiosk.pass(4 * SECOND_MS);
    kiosk.beat();
    expect(bookRow(kiosk, anil, id)["price"]).toBe(1081);
  });

  it("is acknowledged and never happens when it is lost", () => {
    const id = placed(kiosk, anil);
    kiosk.faults.set("zerodha", "modify-lost", 1);
    expect(modify(id, { price: 1081 }).status).toBe(200);
    kiosk.pass(60 * SECOND_MS);
    kiosk.beat();
    expect(bookRow(kiosk, anil, id)["price"]).toBe(1083);
    expect(modify(id, { price: 1082 }).status).toBe(200);
    expect(bookRow(kiosk, anil, id)["price"]).toBe(1082);
  });

  it("leaves the order unchanged when it is refused, in each broker's format", () => {
    const id = placed(kiosk, anil);
    kiosk.faults.set("zerodha", "modify-refused", 1);
    expect(modify(id, { price: 1081 })).toMatchObject({ status: 400, body: { error_type: "OrderException" } });
    expect(bookRow(kiosk, anil, id)["price"]).toBe(1083);

    const angel = anAngelWorld();
    const headers = angel.as(angel.login());
    const ask1 = { headers };
    const order = "/rest/secure/angelbroking/order/v1";
    const { orderid } = angel.call<{ orderid: string }>("POST", `${order}/placeOrder`, anAngelOrder(), ask1).data;
    angel.faults.set("angelone", "modify-refused", 1);
    const change = anAngelOrder({ orderid, price: "1081.00" });
    expect(angel.call("POST", `${order}/modifyOrder`, change, ask1)).toMatchObject({
      status: false,
      message: expect.stringContaining("being processed"),
    });

    const bench = aBench();
    const authorization = { headers: { authorization: logIn(bench) } };
    const made = ask(bench, "POST", "/api/v3/orders/sync", { ...authorization, body: aFyersOrder() });
    bench.faults.set("fyers", "modify-refused", 1);
    const wanted = { id: made.body["id"], type: 1, limitPrice: 1_001 };
    expect(ask(bench, "PATCH", "/api/v3/orders/sync", { ...authorization, body: wanted }).body).toMatchObject({
      s: "error",
      message: expect.stringContaining("being processed"),
    });
  });
});

describe("a faulted stop", () => {
  const stop = { transaction_type: "SELL", order_type: "SL", trigger_price: 1070, price: 1060 };

  it("is refused for a passed trigger; other orders are not", () => {
    buyTen();
    kiosk.faults.set("zerodha", "trigger-passed", 1, { account: account() });
    placed(kiosk, anil, { price: 1050 });
    const id = placed(kiosk, anil, stop);
    expect(bookRow(kiosk, anil, id)).toMatchObject({
      status: "REJECTED",
      status_message: expect.stringContaining("Trigger price"),
    });
    expect(bookRow(kiosk, anil, placed(kiosk, anil, stop)).status).toBe("TRIGGER PENDING");
  });

  it("is cancelled when the band moves past it", () => {
    buyTen();
    kiosk.faults.set("zerodha", "band-moved", 1, { account: account() });
    const id = placed(kiosk, anil, stop);
    expect(bookRow(kiosk, anil, id)).toMatchObject({ status: "CANCELLED", filled_quantity: 0 });
    expect(kiosk.exchange.quote(SBIN).lowerCircuit).toBeGreaterThan(rs(1070));
  });
});

describe("a faulted market", () => {
  it("locks at the circuit: a sale rests there until the lock ends", () => {
    kiosk = aKiosk({ settings: { detail: "full" } });
    anil = kiosk.logIn();
    const bought = placed(kiosk, anil, { price: Math.floor(kiosk.exchange.quote(SBIN).upperCircuit / 100) - 1 });
    expect(bookRow(kiosk, anil, bought)["status"]).toBe("COMPLETE");
    kiosk.faults.set("zerodha", "circuit-queue", 1, { account: account(), seconds: 120 });
    const lower = kiosk.exchange.quote(SBIN).lowerCircuit / 100;
    const id = placed(kiosk, anil, { transaction_type: "SELL", price: lower });
    expect(kiosk.exchange.lastPrice(SBIN)).toBe(lower * 100);
    expect(kiosk.exchange.quote(SBIN).buy).toEqual([]);
    expect(bookRow(kiosk, anil, id)).toMatchObject({ status: "OPEN", filled_quantity: 0 });
    kiosk.pass(300 * SECOND_MS);
    kiosk.beat();
    expect(bookRow(kiosk, anil, id)["status"]).toBe("COMPLETE");
  });

  it("prints one bad tick in the feed, without trades at its price", () => {
    const socket = kiosk.dial(anil);
    const token = kiosk.exchange.instrument(SBIN)?.tokens.kiteInstrument ?? 0;
    socket.say({ a: "subscribe", v: [token] });
    kiosk.beat();
    const lastPrice = () => Buffer.from(socket.ticks().at(-1) ?? []).readInt32BE(8);
    const truth = kiosk.exchange.lastPrice(SBIN);
    expect(lastPrice()).toBe(truth);
    kiosk.faults.set("zerodha", "bad-tick", 1);
    kiosk.beat();
    expect(lastPrice()).toBe(Math.round(truth * 0.85));
    expect(kiosk.exchange.lastPrice(SBIN)).toBe(truth);
    kiosk.beat();
    expect(lastPrice()).toBe(truth);
  });

  it("squares one account off early", () => {
    kiosk = aKiosk({ settings: { detail: "full" } });
    anil = kiosk.logIn();
    asha = kiosk.logIn(kiosk.asha);
    const price = Math.floor(kiosk.exchange.quote(SBIN).upperCircuit / 100) - 1;
    for (const token of [anil, asha]) placed(kiosk, token, { price });
    kiosk.faults.set("zerodha", "square-off", 1, { account: account() });
    expect(kiosk.core.isDue(kiosk.now())).toBe(true);
    kiosk.beat();
    const netOf = (id: string) => kiosk.exchange.positions(id).map(({ netQuantity }) => netQuantity);
    expect([netOf(account()), netOf(kiosk.asha.id)]).toEqual([[0], [10]]);
    expect(kiosk.exchange.dayOrders(account()).at(-1)?.placedBy).toBe("broker");
    expect(kiosk.core.isDue(kiosk.now())).toBe(false);
  });
});

describe("a login that a fault refuses", () => {
  it("reports an invalid token at Zerodha, for the named client only", () => {
    kiosk.faults.set("zerodha", "reject", 1, { on: "login", account: account() });
    const redeem = (apiKey: string) =>
      serveAtCounter(
        counter(),
        {
          ...placeRequest(),
          headers: {},
          path: "/session/token",
          body: formText({ api_key: apiKey, request_token: "x", checksum: "00" }),
        },
        kiosk.now(),
      );
    expect(redeem(kiosk.asha.app.key)).toMatchObject({ reply: { body: expect.stringContaining("checksum") } });
    expect(redeem(kiosk.anil.app.key)).toMatchObject({
      reply: { status: 403, body: expect.stringContaining("Token is invalid or has expired.") },
    });
  });

  it("reports a wrong id or PIN at Angel One, although they are right", () => {
    const angel = anAngelWorld();
    const other = angel.open({ id: "B2002" });
    angel.faults.set("angelone", "reject", 1, { on: "login", account: angel.bela.id });
    const login = (client: typeof other) => {
      const body = { clientcode: client.id, password: client.pin, totp: totpAt(client.totpSecret, angel.now().human) };
      const request: WireRequest = {
        ...placeRequest(),
        path: "/rest/auth/angelbroking/user/v1/loginByPassword",
        headers: headersOf(client),
        body: JSON.stringify(body),
      };
      const deps = { core: angel.core, exchange: () => angel.exchange, faults: angel.faults };
      const outcome = serveAtCounter({ ...deps, target: "angelone" }, request, angel.now());
      return outcome.kind === "answer" ? bodyOf(outcome.reply) : outcome.kind;
    };
    expect(login(other)).toMatchObject({ status: true });
    expect(login(angel.bela)).toMatchObject({ status: false, errorcode: "AB1007" });
    angel.wait(2_000);
    expect(login(angel.bela)).toMatchObject({ status: true });
  });

  it("reports an invalid auth code at Fyers, for the named client only", () => {
    const bench = aBench();
    const code = authCode(bench);
    const deps = { core: bench.core, exchange: () => bench.hub.exchange, faults: bench.faults };
    const body = { grant_type: "authorization_code", appIdHash: appIdHash(bench.charu), code };
    const redeem = () =>
      serveAtCounter(
        { ...deps, target: "fyers" },
        aRequest("POST", "/api/v3/validate-authcode", { body }),
        bench.moment,
      );
    bench.faults.set("fyers", "reject", 1, { on: "login", account: "another client" });
    bench.faults.set("fyers", "throttle", 1, { on: "login", account: bench.charu.id });
    expect(redeem()).toMatchObject({ reply: { status: 429 } });
    bench.faults.set("fyers", "reject", 1, { on: "login", account: bench.charu.id });
    expect(redeem()).toMatchObject({ reply: { status: 401, body: expect.stringContaining("-437") } });
    expect(redeem()).toMatchObject({ reply: { status: 200 } });
  });
});
