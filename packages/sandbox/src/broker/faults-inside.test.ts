import { SECOND_MS } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import { anOrder as anAngelOrder, anAngelWorld, bodyOf, headersOf } from "../angelone/angelone-fixture.ts";
import { rs } from "../exchange/exchange-fixture.ts";
import { aBench, anOrder as aFyersOrder, aRequest, ask, authCode, logIn } from "../fyers/fyers-fixture.ts";
import { appIdHash } from "../fyers/login-steps.ts";
import {
  bookRow,
  draft,
  formText,
  type Kite,
  openKite,
  orderBook,
  place,
  placeOk,
} from "../zerodha/zerodha-fixture.ts";
import { serveAtCounter } from "./counter.ts";
import { totpAt } from "./totp.ts";
import type { WireRequest } from "./wire.ts";

let kite: Kite;
let anil: string;
let asha: string;

beforeEach(() => {
  kite = openKite();
  anil = kite.logIn();
  asha = kite.logIn(kite.asha);
});

const SBIN = "SBIN";
const account = () => kite.anil.id;
const modify = (orderId: string, form: Record<string, string | number>) => {
  kite.pass();
  return kite.call("PUT", `/orders/regular/${orderId}`, { token: anil, form });
};
const positions = () => {
  const { net } = kite.call("GET", "/portfolio/positions", { token: anil }).body.data as {
    net: { quantity: number }[];
  };
  return net.map(({ quantity }) => quantity);
};
const buyTen = () => {
  placeOk(kite, asha, { transaction_type: "SELL" });
  return placeOk(kite, anil);
};

const placeRequest = (change: Record<string, string | number> = {}): WireRequest => ({
  method: "POST",
  path: "/orders/regular",
  query: new URLSearchParams(),
  headers: { authorization: `token ${kite.anil.app.key}:${anil}` },
  body: formText(draft({ tag: "LATE1", ...change })),
  from: "127.0.0.1",
});
const counter = () => ({
  core: kite.core,
  exchange: () => kite.exchange,
  faults: kite.faults,
  target: "zerodha" as const,
});

describe("transport faults", () => {
  it("deliver a late order only after the connection was lost", () => {
    kite.faults.set("zerodha", "late-accept", 1, { account: account(), seconds: 10 });
    expect(serveAtCounter(counter(), placeRequest(), kite.now())).toEqual({ kind: "hang-up" });
    kite.pass(9 * SECOND_MS);
    kite.beat();
    expect(kite.exchange.findOrders({ tag: "LATE1" })).toEqual([]);
    kite.pass(SECOND_MS);
    kite.beat();
    kite.beat();
    expect(kite.exchange.findOrders({ tag: "LATE1" })).toHaveLength(1);
  });

  it("delay only the answer, not the order, under the pause fault", () => {
    kite.faults.set("zerodha", "pause", 1, { seconds: 3 });
    expect(serveAtCounter(counter(), placeRequest(), kite.now())).toMatchObject({
      kind: "answer",
      afterMs: 3_000,
      reply: { status: 200 },
    });
    expect(kite.exchange.findOrders({ tag: "LATE1" })).toHaveLength(1);
    expect(serveAtCounter(counter(), placeRequest(), kite.now())).toMatchObject({ afterMs: 0 });
  });

  it("name once the process to kill after the n-th acceptance", () => {
    kite.faults.set("zerodha", "kill-after-accept", 2, { pid: 4242 });
    placeOk(kite, anil);
    expect(kite.core.takeProcessKills()).toEqual([]);
    place(kite, anil, { price: 2000 }); // refused: outside the band
    expect(kite.core.takeProcessKills()).toEqual([]);
    placeOk(kite, anil);
    expect(kite.core.takeProcessKills()).toEqual([{ pid: 4242, signal: "SIGKILL" }]);
    placeOk(kite, anil);
    expect(kite.core.takeProcessKills()).toEqual([]);
  });

  it("stop a process on a stop fault", () => {
    kite.faults.set("zerodha", "stop-after-accept", 1, { pid: 4242, account: account() });
    placeOk(kite, asha, { transaction_type: "SELL" });
    placeOk(kite, anil);
    expect(kite.core.takeProcessKills()).toEqual([{ pid: 4242, signal: "SIGSTOP" }]);
  });
});

describe("lagging reads", () => {
  it("show earlier positions, for a number of reads of that account", () => {
    buyTen();
    kite.pass(3 * SECOND_MS);
    kite.faults.set("zerodha", "position-lag", 2, { account: account(), seconds: 5 });
    expect(positions()).toEqual([]);
    expect(orderBook(kite, anil)).toHaveLength(1);
    kite.pass(2 * SECOND_MS);
    expect(positions()).toEqual([10]);
    expect(kite.faults.list()).toEqual([]);
  });

  it("show a position as open although it was closed meanwhile", () => {
    buyTen();
    kite.pass(10 * SECOND_MS);
    placeOk(kite, asha, { price: 1080 });
    placeOk(kite, anil, { transaction_type: "SELL", price: 1080 });
    expect(positions()).toEqual([0]);
    kite.faults.set("zerodha", "position-lag", 1, { seconds: 5 });
    expect(positions()).toEqual([10]);
  });

  it("show the book without a new order and without a new fill", () => {
    const resting = placeOk(kite, anil);
    kite.pass(10 * SECOND_MS);
    placeOk(kite, asha, { transaction_type: "SELL", quantity: 4 });
    const late = placeOk(kite, anil, { price: 1082 });
    kite.faults.set("zerodha", "book-lag", 1, { account: account(), seconds: 5 });
    expect(orderBook(kite, anil)).toMatchObject([
      { order_id: resting, status: "OPEN", filled_quantity: 0, pending_quantity: 10 },
    ]);
    expect(orderBook(kite, anil)).toMatchObject([
      { order_id: resting, status: "OPEN", filled_quantity: 4, pending_quantity: 6 },
      { order_id: late, status: "OPEN" },
    ]);
  });
});

describe("a faulted modification", () => {
  it("is acknowledged and happens later when it is pending", () => {
    const id = placeOk(kite, anil);
    kite.faults.set("zerodha", "modify-pending", 1, { account: account(), seconds: 4 });
    expect(modify(id, { price: 1081 }).status).toBe(200);
    expect(bookRow(kite, anil, id)["price"]).toBe(1083);
    kite.pass(4 * SECOND_MS);
    kite.beat();
    expect(bookRow(kite, anil, id)["price"]).toBe(1081);
  });

  it("is acknowledged and never happens when it is lost", () => {
    const id = placeOk(kite, anil);
    kite.faults.set("zerodha", "modify-lost", 1);
    expect(modify(id, { price: 1081 }).status).toBe(200);
    kite.pass(60 * SECOND_MS);
    kite.beat();
    expect(bookRow(kite, anil, id)["price"]).toBe(1083);
    expect(modify(id, { price: 1082 }).status).toBe(200);
    expect(bookRow(kite, anil, id)["price"]).toBe(1082);
  });

  it("leaves the order unchanged when it is refused, in each broker's format", () => {
    const id = placeOk(kite, anil);
    kite.faults.set("zerodha", "modify-refused", 1);
    expect(modify(id, { price: 1081 })).toMatchObject({ status: 400, body: { error_type: "OrderException" } });
    expect(bookRow(kite, anil, id)["price"]).toBe(1083);

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
    kite.faults.set("zerodha", "trigger-passed", 1, { account: account() });
    placeOk(kite, anil, { price: 1050 });
    const id = placeOk(kite, anil, stop);
    expect(bookRow(kite, anil, id)).toMatchObject({
      status: "REJECTED",
      status_message: expect.stringContaining("Trigger price"),
    });
    expect(bookRow(kite, anil, placeOk(kite, anil, stop)).status).toBe("TRIGGER PENDING");
  });

  it("is cancelled when the band moves past it", () => {
    buyTen();
    kite.faults.set("zerodha", "band-moved", 1, { account: account() });
    const id = placeOk(kite, anil, stop);
    expect(bookRow(kite, anil, id)).toMatchObject({ status: "CANCELLED", filled_quantity: 0 });
    expect(kite.exchange.quote(SBIN).lowerCircuit).toBeGreaterThan(rs(1070));
  });
});

describe("a faulted market", () => {
  it("locks at the circuit: a sale rests there until the lock ends", () => {
    kite = openKite({ settings: { detail: "full" } });
    anil = kite.logIn();
    const bought = placeOk(kite, anil, { price: Math.floor(kite.exchange.quote(SBIN).upperCircuit / 100) - 1 });
    expect(bookRow(kite, anil, bought)["status"]).toBe("COMPLETE");
    kite.faults.set("zerodha", "circuit-queue", 1, { account: account(), seconds: 120 });
    const lower = kite.exchange.quote(SBIN).lowerCircuit / 100;
    const id = placeOk(kite, anil, { transaction_type: "SELL", price: lower });
    expect(kite.exchange.lastPrice(SBIN)).toBe(lower * 100);
    expect(kite.exchange.quote(SBIN).buy).toEqual([]);
    expect(bookRow(kite, anil, id)).toMatchObject({ status: "OPEN", filled_quantity: 0 });
    kite.pass(300 * SECOND_MS);
    kite.beat();
    expect(bookRow(kite, anil, id)["status"]).toBe("COMPLETE");
  });

  it("prints one bad tick in the feed, without trades at its price", () => {
    const socket = kite.dial(anil);
    const token = kite.exchange.instrument(SBIN)?.tokens.kiteInstrument ?? 0;
    socket.say({ a: "subscribe", v: [token] });
    kite.beat();
    const lastPrice = () => Buffer.from(socket.ticks().at(-1) ?? []).readInt32BE(8);
    const truth = kite.exchange.lastPrice(SBIN);
    expect(lastPrice()).toBe(truth);
    kite.faults.set("zerodha", "bad-tick", 1);
    kite.beat();
    expect(lastPrice()).toBe(Math.round(truth * 0.85));
    expect(kite.exchange.lastPrice(SBIN)).toBe(truth);
    kite.beat();
    expect(lastPrice()).toBe(truth);
  });

  it("squares one account off early", () => {
    kite = openKite({ settings: { detail: "full" } });
    anil = kite.logIn();
    asha = kite.logIn(kite.asha);
    const price = Math.floor(kite.exchange.quote(SBIN).upperCircuit / 100) - 1;
    for (const token of [anil, asha]) placeOk(kite, token, { price });
    kite.faults.set("zerodha", "square-off", 1, { account: account() });
    expect(kite.core.isDue(kite.now())).toBe(true);
    kite.beat();
    const netOf = (id: string) => kite.exchange.positions(id).map(({ netQuantity }) => netQuantity);
    expect([netOf(account()), netOf(kite.asha.id)]).toEqual([[0], [10]]);
    expect(kite.exchange.dayOrders(account()).at(-1)?.placedBy).toBe("broker");
    expect(kite.core.isDue(kite.now())).toBe(false);
  });
});

describe("a login that a fault refuses", () => {
  it("reports an invalid token at Zerodha, for the named client only", () => {
    kite.faults.set("zerodha", "reject", 1, { on: "login", account: account() });
    const redeem = (apiKey: string) =>
      serveAtCounter(
        counter(),
        {
          ...placeRequest(),
          headers: {},
          path: "/session/token",
          body: formText({ api_key: apiKey, request_token: "x", checksum: "00" }),
        },
        kite.now(),
      );
    expect(redeem(kite.asha.app.key)).toMatchObject({ reply: { body: expect.stringContaining("checksum") } });
    expect(redeem(kite.anil.app.key)).toMatchObject({
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
