import { beforeEach, describe, expect, it } from "vitest";
import { anExchange, at, TUESDAY } from "../exchange/exchange-fixture.ts";
import {
  type AngelWorld,
  anAngelWorld,
  anOrder,
  bodyOf,
  ORDER,
  type Row,
  SECURE,
  type Tokens,
} from "./angelone-fixture.ts";

interface Placed {
  readonly script: string;
  readonly orderid: string;
  readonly uniqueorderid: string;
}

let world: AngelWorld;
let headers: Readonly<Record<string, string>>;
let tokens: Tokens;
beforeEach(() => {
  world = anAngelWorld();
  tokens = world.login();
  headers = world.as(tokens);
});

const place = (change: Readonly<Record<string, unknown>> = {}, from = "127.0.0.1") =>
  world.call<Placed>("POST", `${ORDER}/placeOrder`, anOrder(change), { headers, from });
const modify = (orderid: string, change: Readonly<Record<string, unknown>> = {}) =>
  world.call<Placed>("POST", `${ORDER}/modifyOrder`, { ...anOrder(), orderid, ...change }, { headers });
const cancel = (orderid: string, variety = "NORMAL") =>
  world.call<Placed>("POST", `${ORDER}/cancelOrder`, { variety, orderid }, { headers });
const book = () => world.call<Row[] | null>("GET", `${ORDER}/getOrderBook`, {}, { headers }).data;
const details = (unique: string) => world.call<Row>("GET", `${ORDER}/details/${unique}`, null, { headers });
const rowOf = (orderid: string): Row => book()?.find((row) => row["orderid"] === orderid) ?? {};

describe("placing an order", () => {
  it("returns two ids of Angel One's shapes, and the book shows the order as placed", () => {
    const { data, ...reply } = place();
    expect(reply).toEqual({ status: true, message: "SUCCESS", errorcode: "" });
    expect(data).toEqual({
      script: "SBIN-EQ",
      orderid: "261116000000001",
      uniqueorderid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
    });
    const expected = {
      variety: "NORMAL",
      ordertype: "LIMIT",
      ordertag: "K7X2M9Q4W1E8R5T0Y3U6",
      producttype: "INTRADAY",
      price: 1_083,
      triggerprice: 0,
      quantity: "10",
      disclosedquantity: "0",
      duration: "DAY",
      squareoff: 0,
      stoploss: 0,
      trailingstoploss: 0,
      tradingsymbol: "SBIN-EQ",
      transactiontype: "BUY",
      exchange: "NSE",
      symboltoken: "3045",
      instrumenttype: "",
      strikeprice: -1,
      optiontype: "",
      expirydate: "",
      lotsize: "1",
      cancelsize: "0",
      averageprice: 0,
      filledshares: "0",
      unfilledshares: "10",
      orderid: data.orderid,
      text: "",
      status: "open",
      orderstatus: "open",
      updatetime: "16-Nov-2026 10:00:00",
      exchtime: "16-Nov-2026 10:00:00",
      exchorderupdatetime: "16-Nov-2026 10:00:00",
      fillid: "",
      filltime: "",
      parentorderid: "",
      uniqueorderid: data.uniqueorderid,
      exchangeorderid: expect.stringMatching(/^1100\d{12}$/),
    };
    expect(book()).toEqual([expected]);
    expect(details(data.uniqueorderid).data).toEqual(expected);
    expect(world.exchange.findOrders({ tag: "K7X2M9Q4W1E8R5T0Y3U6" })).toMatchObject([
      { brokerOrderId: data.orderid, account: world.bela.id },
    ]);
  });

  it("accepts numbers, and needs no tag", () => {
    const { orderid } = place({ quantity: 5, price: 1_082.85, ordertag: undefined, triggerprice: undefined }).data;
    expect(rowOf(orderid)).toMatchObject({ quantity: "5", price: 1_082.85, ordertag: "" });
  });

  it("numbers orders through the day and restarts on the next day", () => {
    expect([place(), place()].map(({ data }) => data.orderid)).toEqual(["261116000000001", "261116000000002"]);
    world.moveTo(at("10:00", TUESDAY));
    headers = world.as(world.login());
    expect(place().data.orderid).toBe("261117000000001");
    expect(book()).toHaveLength(1);
  });

  it("accepts a tag of 20 characters and refuses one of 21", () => {
    expect(place({ ordertag: "A".repeat(20) }).status).toBe(true);
    expect(place({ ordertag: "A".repeat(21) })).toEqual({
      status: false,
      message: "Ordertag length should not exceed 20 characters",
      errorcode: "AB4008",
      data: null,
    });
    expect(book()).toHaveLength(1);
  });

  it.each([
    ["variety", "NONE", "AB1008"],
    ["variety", "ROBO", "AB2002"],
    ["variety", "STOPLOSS", "AB1008"],
    ["symboltoken", "1", "AB1009"],
    ["symboltoken", undefined, "AB1009"],
    ["tradingsymbol", "SBIN", "AB1009"],
    ["tradingsymbol", "RELIANCE-EQ", "AB1009"],
    ["tradingsymbol", undefined, "AB1009"],
    ["exchange", "BSE", "AB1009"],
    ["transactiontype", "HOLD", "AB1004"],
    ["ordertype", "ICEBERG", "AB1004"],
    ["ordertype", "toString", "AB1004"],
    ["producttype", "CARRYFORWARD", "AB1012"],
    ["duration", "GTC", "AB1004"],
    ["quantity", "0", "AB1004"],
    ["quantity", "-5", "AB1004"],
    ["quantity", "1.5", "AB1004"],
    ["quantity", undefined, "AB1004"],
    ["price", "ten", "AB1004"],
    ["price", "1083.005", "AB1004"],
    ["triggerprice", {}, "AB1004"],
  ])("refuses %s %j with %s, without an order", (name, value, errorcode) => {
    expect(place({ [name]: value })).toMatchObject({ status: false, errorcode, data: null });
    expect(book()).toBeNull();
  });

  it("answers 400 to anything but a JSON object", () => {
    for (const raw of ["{", "[]", "7", '"text"']) {
      const reply = world.reply("POST", `${ORDER}/placeOrder`, undefined, { headers, raw });
      expect([reply.status, bodyOf(reply).errorcode]).toEqual([400, "AB1004"]);
    }
  });
});

describe("an order the exchange refuses", () => {
  it.each([
    [
      "funds",
      { quantity: "90000" },
      /^Your order has been rejected due to Insufficient Funds\. Available funds - Rs\. 1000000\.00 \. You require Rs\. 19494000\.00 funds to execute this order\.$/,
    ],
    ["the band", { price: "2000" }, /permitted price range.*Rs\. \d+\.\d\d and Rs\. \d+\.\d\d/],
    ["the tick size", { price: "1083.01" }, /tick size/],
    ["missing holdings", { transactiontype: "SELL", producttype: "DELIVERY" }, /holdings/],
    ["a market order without protection", { ordertype: "MARKET" }, /Market orders are not allowed/],
    ["an IOC order", { duration: "IOC" }, /not allowed for algo trading/],
    [
      "a stop on the wrong side",
      { variety: "STOPLOSS", ordertype: "STOPLOSS_LIMIT", triggerprice: "1000" },
      /Trigger price/,
    ],
  ])("is accepted and then shown in the book as rejected: %s", (_, change, text) => {
    const placed = place(change);
    expect(placed.status).toBe(true);
    expect(rowOf(placed.data.orderid)).toMatchObject({
      status: "rejected",
      orderstatus: "rejected",
      text: expect.stringMatching(text),
      filledshares: "0",
      exchtime: "",
      exchangeorderid: "",
    });
  });

  it("is refused alone by the broker on an injected fault", () => {
    const request = {
      method: "POST",
      path: `${ORDER}/placeOrder`,
      query: new URLSearchParams(),
      headers,
      body: JSON.stringify(anOrder()),
      from: "127.0.0.1",
    };
    const refused = bodyOf<Placed>(world.core.refuse(request, "reject", world.now()));
    expect(refused.status).toBe(true);
    expect(rowOf(refused.data.orderid)).toMatchObject({
      orderstatus: "rejected",
      text: expect.stringContaining("RMS"),
    });
    expect(rowOf(place().data.orderid)["orderstatus"]).toBe("open");
    const read = { ...request, method: "GET", path: `${ORDER}/getOrderBook` };
    expect(bodyOf(world.core.refuse(read, "reject", world.now()))).toMatchObject({ errorcode: "AB2001" });
  });

  it("leaves no refusal behind when the faulted order never reached the exchange", () => {
    const request = {
      method: "POST",
      path: `${ORDER}/placeOrder`,
      query: new URLSearchParams(),
      headers,
      body: JSON.stringify(anOrder({ variety: "NONE" })),
      from: "127.0.0.1",
    };
    world.core.refuse(request, "reject", world.now());
    expect(rowOf(place().data.orderid)["orderstatus"]).toBe("open");
  });

  it("is refused outside the session", () => {
    world.moveTo(at("17:00"));
    expect(rowOf(place().data.orderid)).toMatchObject({
      orderstatus: "rejected",
      text: "Markets are closed right now",
    });
  });
});

describe("changing an order", () => {
  it("modifies price and quantity; status shows the change, orderstatus the order's state", () => {
    const { orderid, uniqueorderid } = place().data;
    expect(modify(orderid, { price: "1080.50", quantity: "7" })).toMatchObject({
      status: true,
      data: { orderid, uniqueorderid },
    });
    expect(rowOf(orderid)).toMatchObject({ price: 1_080.5, quantity: "7", status: "modified", orderstatus: "open" });
  });

  it("cancels; the open quantity counts as cancelled and as unfilled", () => {
    const { orderid, uniqueorderid } = place().data;
    expect(cancel(orderid)).toMatchObject({ status: true, data: { orderid, uniqueorderid } });
    expect(rowOf(orderid)).toMatchObject({ orderstatus: "cancelled", cancelsize: "10", unfilledshares: "10" });
  });

  it("keeps a stop waiting, and requires its variety", () => {
    const stop = { variety: "STOPLOSS", ordertype: "STOPLOSS_LIMIT", triggerprice: "1090", price: "1091" };
    const { orderid } = place(stop).data;
    expect(rowOf(orderid)).toMatchObject({ orderstatus: "trigger pending", triggerprice: 1_090, price: 1_091 });
    expect(cancel(orderid).errorcode).toBe("AB1008");
    expect(modify(orderid).errorcode).toBe("AB1008");
    expect(modify(orderid, { ...stop, triggerprice: "1092", price: "1093" }).status).toBe(true);
    expect(rowOf(orderid)).toMatchObject({ status: "modified", orderstatus: "trigger pending", triggerprice: 1_092 });
    expect(cancel(orderid, "STOPLOSS").status).toBe(true);
  });

  it("finds only the client's own orders", () => {
    const { orderid, uniqueorderid } = place().data;
    const other = world.open({ id: "B100002" });
    headers = world.as(world.login(other), other);
    expect(cancel(orderid)).toEqual({ status: false, message: "Order not found", errorcode: "AB1013", data: null });
    expect(modify(orderid).errorcode).toBe("AB1013");
    expect(details(uniqueorderid).errorcode).toBe("AB1013");
    expect(details("").errorcode).toBe("AB1013");
    expect(book()).toBeNull();
  });

  it("refuses at once when an order has ended", () => {
    const { orderid } = place().data;
    cancel(orderid);
    expect(cancel(orderid)).toMatchObject({ status: false, message: "Order cannot be cancelled as it is cancelled" });
    expect(modify(orderid)).toMatchObject({ status: false, message: "Order cannot be modified as it is cancelled" });
  });

  it("shows later, in the book, that the exchange refused a change", () => {
    const { orderid } = place().data;
    expect(modify(orderid, { price: "3000" }).status).toBe(true);
    expect(rowOf(orderid)).toMatchObject({
      status: "not modified",
      orderstatus: "open",
      price: 1_083,
      text: expect.stringContaining("permitted price range"),
    });
    expect(modify(orderid, { duration: "IOC" }).status).toBe(true);
    expect(rowOf(orderid)["status"]).toBe("not modified");
    const kept = place({ producttype: "DELIVERY" }).data.orderid;
    world.moveTo(at("15:16"));
    expect(cancel(kept).status).toBe(true);
    expect(rowOf(kept)).toMatchObject({ status: "not cancelled", orderstatus: "open" });
  });

  it.each([
    ["symboltoken", "2885", "AB1009"],
    ["producttype", "DELIVERY", "AB1012"],
    ["quantity", "none", "AB1004"],
    ["ordertype", undefined, "AB1004"],
  ])("refuses a change of %s to %j", (name, value, errorcode) => {
    expect(modify(place().data.orderid, { [name]: value })).toMatchObject({ status: false, errorcode });
  });
});

describe("the registered address", () => {
  const writes = ["placeOrder", "modifyOrder", "cancelOrder"].map((name) => `${ORDER}/${name}`);
  const rules = ["createRule", "modifyRule", "cancelRule"].map((name) => `${SECURE}/gtt/v1/${name}`);

  it("is required for every write, and the refusal has no status", () => {
    world.clients.change(world.bela.id, { orderAddresses: ["127.0.0.7"] });
    for (const path of [...writes, ...rules]) {
      expect(world.call("POST", path, anOrder(), { headers, from: "127.0.0.1" })).toEqual({
        success: false,
        message: "Unregistered IP address 127.0.0.1",
        errorCode: "AG7002",
        data: "",
      });
    }
    expect(place({}, "127.0.0.7").status).toBe(true);
    expect(book()).toHaveLength(1);
  });

  it("is treated as unregistered under a fault", () => {
    const request = {
      method: "POST",
      path: `${ORDER}/placeOrder`,
      query: new URLSearchParams(),
      headers,
      body: "",
      from: "127.0.0.1",
    };
    expect(bodyOf(world.core.refuse(request, "wrong-ip", world.now())).errorCode).toBe("AG7002");
    expect(bodyOf(world.core.refuse(request, "expired", world.now())).errorCode).toBe("AG8001");
    expect(world.core.refuse(request, "throttle", world.now())).toMatchObject({
      status: 403,
      body: "Access denied because of exceeding access rate",
    });
  });
});

describe("the broker's own square-off", () => {
  it("creates a numbered order, a market order without a price", () => {
    world = anAngelWorld(anExchange());
    headers = world.as(world.login());
    const price = world.exchange.quote("SBIN").upperCircuit / 100;
    place({ price });
    expect(Number(book()?.at(-1)?.["filledshares"])).toBe(10);
    world.moveTo(at("15:14"));
    expect(book()?.at(-1)).toMatchObject({
      orderid: expect.stringMatching(/^261116\d{9}$/),
      transactiontype: "SELL",
      ordertype: "MARKET",
      price: 0,
      orderstatus: "complete",
      ordertag: "",
    });
  });
});
