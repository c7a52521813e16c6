import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import { at, TUESDAY } from "../exchange/exchange-fixture.ts";
import {
  bookRow,
  draft,
  history,
  kite,
  logIn,
  place,
  requestToken,
  rig,
  SBIN,
  useOfficialKite,
} from "./official-kite-fixture.ts";

useOfficialKite();

describe("session", () => {
  it("is opened with a request token, once", async () => {
    const token = await requestToken();

    const session = await kite("generateSession", token, rig.client.app.secret);

    expect(session).toMatchObject({
      user_id: "ZA0001",
      user_name: rig.client.name,
      broker: "ZERODHA",
      api_key: rig.client.app.key,
      access_token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      refresh_token: "",
      login_time: "2026-11-16T03:50:00.000Z",
    });
    expect(await kite("getProfile")).toMatchObject({ user_id: "ZA0001", email: rig.client.email });
    await expect(kite("generateSession", token, rig.client.app.secret)).rejects.toMatchObject({
      error_type: "TokenException",
      message: "Token is invalid or has expired.",
    });
  });

  it("is refused to an application with the wrong secret, and cannot be renewed", async () => {
    await expect(kite("generateSession", await requestToken(), "wrong")).rejects.toMatchObject({
      error_type: "TokenException",
    });
    await expect(kite("renewAccessToken", "none", rig.client.app.secret)).rejects.toMatchObject({
      error_type: "TokenException",
    });
  });

  it("ends at six the next morning, and on logout", async () => {
    await logIn();
    rig.market = at("05:59:59", TUESDAY);
    await kite("getProfile");
    rig.market = at("06:00", TUESDAY);
    const over = { error_type: "TokenException", message: "Incorrect `api_key` or `access_token`." };
    await expect(kite("getProfile")).rejects.toMatchObject(over);

    await logIn();
    expect(await kite("invalidateAccessToken")).toBe(true);
    await expect(kite("getProfile")).rejects.toMatchObject(over);
  });
});

describe("orders", () => {
  beforeEach(() => logIn());

  it("are placed, modified and cancelled, and report their steps", async () => {
    const price = rig.exchange.quote("SBIN").lowerCircuit / 100;
    const orderId = await place();
    expect(orderId).toMatch(/^261116\d{13}$/);
    expect(await bookRow(orderId)).toMatchObject({
      status: "OPEN",
      order_type: "LIMIT",
      price,
      quantity: 10,
      pending_quantity: 10,
      tag: "k7x2m9q4w1e8r5t0y3u6",
      tags: ["k7x2m9q4w1e8r5t0y3u6"],
      instrument_token: SBIN,
      order_timestamp: "2026-11-16T03:50:00.000Z",
    });

    expect(await kite("modifyOrder", "regular", orderId, { quantity: 7, price: price + 1 })).toEqual({
      order_id: orderId,
    });
    expect(await bookRow(orderId)).toMatchObject({ modified: true, quantity: 7, price: price + 1 });
    expect(await kite("cancelOrder", "regular", orderId)).toEqual({ order_id: orderId });
    expect(await bookRow(orderId)).toMatchObject({ status: "CANCELLED", pending_quantity: 7, cancelled_quantity: 7 });
    expect(await history(orderId)).toEqual([
      "PUT ORDER REQ RECEIVED",
      "VALIDATION PENDING",
      "OPEN PENDING",
      "OPEN",
      "MODIFY VALIDATION PENDING",
      "MODIFY PENDING",
      "MODIFIED",
      "OPEN",
      "CANCEL PENDING",
      "CANCELLED",
    ]);
    expect(rig.exchange.findOrders({ brokerOrderId: orderId })).toMatchObject([
      { account: "ZA0001", status: "cancelled" },
    ]);
  });

  it("become trades, positions and margin", async () => {
    const orderId = await place({ order_type: "MARKET", price: 0, market_protection: -1 });

    const [truth] = rig.exchange.findOrders({ brokerOrderId: orderId });
    expect(await bookRow(orderId)).toMatchObject({
      status: "COMPLETE",
      order_type: "LIMIT",
      market_protection: 0,
      price: Number(truth?.limitPrice) / 100,
      filled_quantity: 10,
    });
    const trades = await kite<{ quantity: number }[]>("getTrades");
    expect(trades.reduce((sum, trade) => sum + trade.quantity, 0)).toBe(10);
    expect(trades[0]).toMatchObject({ order_id: orderId, exchange_order_id: truth?.id, order_timestamp: "09:20:00" });
    expect(await kite("getOrderTrades", orderId)).toEqual(trades);
    const [position] = rig.exchange.positions("ZA0001");
    const row = {
      tradingsymbol: "SBIN",
      product: "MIS",
      quantity: 10,
      last_price: Number(position?.lastPrice) / 100,
      buy_value: Number(position?.dayBuyValue) / 100,
      pnl: Number(position?.unrealised) / 100,
    };
    expect(await kite("getPositions")).toMatchObject({ net: [row], day: [row] });
    const { available, cash } = rig.exchange.funds("ZA0001");
    expect(await kite("getMargins", "equity")).toMatchObject({
      net: available / 100,
      available: { cash: cash / 100, live_balance: available / 100 },
    });
    expect(await kite("getMargins")).toMatchObject({ equity: { net: available / 100 }, commodity: { net: 0 } });
    expect(await kite("getHoldings")).toEqual([]);
  });

  it("are reported with a checksum the client can verify", async () => {
    await place({ order_type: "MARKET", market_protection: 2 });

    const bodies = rig.posts.map(({ body }) => JSON.parse(body));
    expect(rig.posts[0]?.url).toBe("http://app.example/zerodha/postback");
    expect(bodies.at(-1)).toMatchObject({ status: "COMPLETE", user_id: "ZA0001", unfilled_quantity: 0 });
    for (const body of bodies) expect(await kite("validatePostback", body, rig.client.app.secret)).toBe(true);
    expect(await kite("validatePostback", bodies[0], "another secret")).toBe(false);
  });

  it.each([
    [{ tag: "123456789012345678901" }, "InputException", /`tag`/],
    [{ order_type: "MARKET" }, "InputException", /^Market orders without market protection are not allowed via API/],
    [{ tradingsymbol: "NOSUCH" }, "InputException", /expired or does not exist/],
    [{ quantity: undefined }, "InputException", /Missing or empty field `quantity`/],
    [
      { quantity: 100_000 },
      "MarginException",
      /^Insufficient funds\. Required margin is [\d.]+ but available margin is/,
    ],
    [{ product: "NRML" }, "InputException", /`product`/],
  ])("with %j are refused", async (change, type, message) => {
    await expect(place(change)).rejects.toMatchObject({ error_type: type, message: expect.stringMatching(message) });
    expect(rig.exchange.dayOrders("ZA0001")).toEqual([]);
  });

  it("that are unknown or finished cannot be changed", async () => {
    await expect(kite("cancelOrder", "regular", "1")).rejects.toMatchObject({ error_type: "OrderException" });
    const orderId = await place();
    await kite("cancelOrder", "regular", orderId);
    await expect(kite("modifyOrder", "regular", orderId, { quantity: 5 })).rejects.toMatchObject({
      error_type: "OrderException",
    });
  });

  it("can be modified 25 times", async () => {
    const orderId = await place();
    for (let count = 1; count <= 25; count++) {
      await kite("modifyOrder", "regular", orderId, { quantity: 10 + count });
    }
    await expect(kite("modifyOrder", "regular", orderId, { quantity: 50 })).rejects.toMatchObject({
      error_type: "OrderException",
      message: "Maximum allowed order modifications exceeded.",
    });
    expect(await bookRow(orderId)).toMatchObject({ quantity: 35 });
  });

  it("are accepted ten times a second and from registered addresses only", async () => {
    clearInterval(rig.driver);
    rig.human = later(rig.human, SECOND_MS - (rig.human % SECOND_MS));
    const all = await Promise.allSettled(
      Array.from({ length: 11 }, () => rig.official.ask("connect", "placeOrder", "regular", draft({ quantity: 1 }))),
    );
    const refused = all.filter((result) => result.status === "rejected");
    expect(refused).toMatchObject([{ reason: { error_type: "NetworkException", message: "Too many requests" } }]);

    rig.clients.change("ZA0001", { orderAddresses: ["10.0.0.1"] });
    await expect(place()).rejects.toMatchObject({
      error_type: "PermissionException",
      message: expect.stringContaining("IP (127.0.0.1) is not allowed"),
    });
    expect(await kite("getOrders")).toHaveLength(10);
  });

  it("that the risk desk rejects are in the book as rejected", async () => {
    rig.faults.set("zerodha", "reject");
    expect(await bookRow(await place())).toMatchObject({ status: "REJECTED", exchange_order_id: null });
  });

  it("have estimated costs", async () => {
    const item = { ...draft({ price: 1000 }), variety: "regular", trigger_price: 0 };
    expect(await kite("orderMargins", [item])).toMatchObject([
      { type: "equity", tradingsymbol: "SBIN", leverage: 5, total: 2000, charges: { brokerage: 3 } },
    ]);
    expect(await kite("orderBasketMargins", [item, item])).toMatchObject({ final: { total: 4000 }, orders: [{}, {}] });
    const note = await kite("getvirtualContractNote", [{ ...item, order_id: "1", average_price: 1000.125 }]);
    expect(note).toMatchObject([{ price: 1000.125, charges: { transaction_tax: 0, stamp_duty: 0.300038 } }]);
  });
});
