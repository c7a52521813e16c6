import { beforeEach, describe, expect, it } from "vitest";
import { at, rs, TUESDAY } from "../exchange/exchange-fixture.ts";
import { bookRow, type Kite, openKite, orderBook, place, placeOk, type Row, refusal } from "./zerodha-fixture.ts";

let kite: Kite;
let anil: string;
let asha: string;

beforeEach(() => {
  kite = openKite();
  anil = kite.logIn();
  asha = kite.logIn(kite.asha);
});

const change = (method: string, orderId: string, form: Record<string, string | number> = {}, token = anil) => {
  kite.pass();
  const query = method === "DELETE" ? `?${new URLSearchParams({ order_id: orderId, variety: "regular" })}` : "";
  return kite.call(method, `/orders/regular/${orderId}${query}`, { token, form });
};
const modify = (orderId: string, form: Record<string, string | number>) => change("PUT", orderId, form);
const cancel = (orderId: string) => change("DELETE", orderId);

function historyOf(orderId: string): Row[] {
  kite.pass();
  return kite.call("GET", `/orders/${orderId}`, { token: anil }).body.data as Row[];
}
const steps = (orderId: string) => historyOf(orderId).map(({ status }) => status);

describe("a placed order", () => {
  it("has nineteen digits that begin with the day, and is unique", () => {
    const [first, second] = [placeOk(kite, anil), placeOk(kite, asha)];
    expect(first).toMatch(/^261116\d{13}$/);
    expect(second).not.toBe(first);
    expect(BigInt(first) > BigInt(Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(kite.exchange.findOrders({ brokerOrderId: first })).toMatchObject([{ account: "ZA0001" }]);
  });

  it("is in the book with all fields", () => {
    const orderId = placeOk(kite, anil, { tag: "k7x2m9q4w1e8r5t0y3u6", price: "1083.40", disclosed_quantity: 2 });
    const [truth] = kite.exchange.dayOrders("ZA0001");
    expect(orderBook(kite, anil)).toEqual([
      {
        placed_by: "ZA0001",
        order_id: orderId,
        exchange_order_id: truth?.id,
        parent_order_id: null,
        status: "OPEN",
        status_message: null,
        status_message_raw: null,
        order_timestamp: "2026-11-16 09:20:00",
        exchange_update_timestamp: "2026-11-16 09:20:00",
        exchange_timestamp: "2026-11-16 09:20:00",
        variety: "regular",
        modified: false,
        exchange: "NSE",
        tradingsymbol: "SBIN",
        instrument_token: 779521,
        order_type: "LIMIT",
        transaction_type: "BUY",
        validity: "DAY",
        validity_ttl: 0,
        product: "MIS",
        quantity: 10,
        disclosed_quantity: 2,
        price: 1083.4,
        trigger_price: 0,
        average_price: 0,
        filled_quantity: 0,
        pending_quantity: 10,
        cancelled_quantity: 0,
        auction_number: null,
        market_protection: 0,
        meta: {},
        tag: "k7x2m9q4w1e8r5t0y3u6",
        tags: ["k7x2m9q4w1e8r5t0y3u6"],
        guid: expect.any(String),
      },
    ]);
  });

  it("has no list of tags without a tag", () => {
    expect(bookRow(kite, anil, placeOk(kite, anil))).toMatchObject({ tag: null });
    expect(Object.keys(orderBook(kite, anil)[0] ?? {})).not.toContain("tags");
  });

  it("is visible only to its owner", () => {
    const orderId = placeOk(kite, anil);
    expect(orderBook(kite, asha)).toEqual([]);
    const unknown = refusal(404, "OrderException", "Couldn't find that `order_id`.");
    expect(kite.call("GET", `/orders/${orderId}`, { token: asha })).toMatchObject(unknown);
    expect(kite.call("GET", `/orders/${orderId}/trades`, { token: asha })).toMatchObject(unknown);
    expect(change("PUT", orderId, { quantity: 1 }, asha)).toMatchObject(unknown);
    expect(change("DELETE", orderId, {}, asha)).toMatchObject(unknown);
  });

  it("is absent from the book the next day", () => {
    const orderId = placeOk(kite, anil);
    kite.toMarket(at("09:20", TUESDAY));
    const fresh = kite.logIn();
    expect(orderBook(kite, fresh)).toEqual([]);
    expect(kite.call("GET", `/orders/${orderId}`, { token: fresh }).status).toBe(404);
    expect(placeOk(kite, fresh)).toMatch(/^261117/);
  });

  it("ignores repeated and unknown parameters", () => {
    expect(place(kite, anil, { variety: "regular", order_id: "9", colour: "blue" }).status).toBe(200);
  });

  it("that is partly filled is OPEN with a filled quantity", () => {
    const big = placeOk(kite, anil, { quantity: 10 });
    placeOk(kite, asha, { transaction_type: "SELL", quantity: 4 });
    expect(bookRow(kite, anil, big)).toMatchObject({
      status: "OPEN",
      filled_quantity: 4,
      pending_quantity: 6,
      average_price: 1083,
    });
    cancel(big);
    expect(bookRow(kite, anil, big)).toMatchObject({
      status: "CANCELLED",
      filled_quantity: 4,
      pending_quantity: 6,
      cancelled_quantity: 6,
    });
  });
});

describe("market orders", () => {
  const market = { order_type: "MARKET", price: 0 };

  it("are refused without protection, with Zerodha's text", () => {
    const words =
      "Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.";
    expect(place(kite, anil, market)).toMatchObject(refusal(400, "InputException", words));
    expect(place(kite, anil, { ...market, market_protection: 0 })).toMatchObject(refusal(400, "InputException", words));
    const stop = { order_type: "SL-M", trigger_price: 1090 };
    expect(place(kite, anil, stop)).toMatchObject(refusal(400, "InputException", words));
    expect(orderBook(kite, anil)).toEqual([]);
  });

  it.each([-1, 0.5, 3])("become limit orders with the protection %d", (protection) => {
    const orderId = placeOk(kite, anil, { ...market, market_protection: protection });
    const [truth] = kite.exchange.dayOrders("ZA0001");
    expect(bookRow(kite, anil, orderId)).toMatchObject({
      status: "OPEN",
      order_type: "LIMIT",
      price: Number(truth?.limitPrice) / 100,
      market_protection: 0,
    });
    expect(historyOf(orderId).map(({ order_type, market_protection }) => [order_type, market_protection])).toEqual([
      ["MARKET", protection],
      ["MARKET", protection],
      ["LIMIT", 0],
      ["LIMIT", 0],
    ]);
  });

  it.each(["-2", "101", "much"])("refuse a protection of %s", (protection) => {
    expect(place(kite, anil, { ...market, market_protection: protection })).toMatchObject(
      refusal(400, "InputException", "Invalid `market_protection`."),
    );
  });

  it("with a trigger wait for it", () => {
    const orderId = placeOk(kite, anil, { order_type: "SL-M", trigger_price: 1090, market_protection: -1 });
    expect(bookRow(kite, anil, orderId)).toMatchObject({
      status: "TRIGGER PENDING",
      order_type: "SL",
      trigger_price: 1090,
    });
    expect(steps(orderId)).toEqual(["PUT ORDER REQ RECEIVED", "VALIDATION PENDING", "OPEN PENDING", "TRIGGER PENDING"]);
  });
});

describe("a form", () => {
  it.each([
    [{ exchange: "" }, "Missing or empty field `exchange`"],
    [{ exchange: "LSE" }, "Invalid `exchange`."],
    [{ tradingsymbol: "" }, "Missing or empty field `tradingsymbol`"],
    [{ tradingsymbol: "NOSUCH" }, "The instrument you are placing an order for has either expired or does not exist."],
    [{ exchange: "BSE" }, "The instrument you are placing an order for has either expired or does not exist."],
    [{ transaction_type: "HOLD" }, "Invalid `transaction_type`."],
    [{ transaction_type: "constructor" }, "Invalid `transaction_type`."],
    [{ product: "NRML" }, "Invalid `product`."],
    [{ order_type: "" }, "Missing or empty field `order_type`"],
    [{ order_type: "limit" }, "Invalid `order_type`."],
    [{ quantity: "" }, "Missing or empty field `quantity`"],
    [{ quantity: 0 }, "Invalid `quantity`."],
    [{ quantity: "1.5" }, "Invalid `quantity`."],
    [{ quantity: "-3" }, "Invalid `quantity`."],
    [{ price: "" }, "Missing or empty field `price`"],
    [{ price: 0 }, "Invalid `price`."],
    [{ price: "ten" }, "Invalid `price`."],
    [{ order_type: "SL" }, "Missing or empty field `trigger_price`"],
    [{ validity: "TTL" }, "Invalid `validity`."],
    [{ disclosed_quantity: "x" }, "Invalid `disclosed_quantity`."],
    [{ tag: "123456789012345678901" }, "Invalid `tag`. It can have at most 20 characters."],
  ])("with %j is refused", (wrong, message) => {
    expect(place(kite, anil, wrong)).toMatchObject(refusal(400, "InputException", message));
    expect(kite.exchange.dayOrders("ZA0001")).toEqual([]);
  });

  it("with a price between two paise is refused with the tick", () => {
    const { message } = place(kite, anil, { price: 1083.125 }).body;
    expect(message).toMatch(/^Tick size for this script is 0\.\d+\./);
  });

  it("accepts a tag of twenty arbitrary characters", () => {
    const tag = "k7-2m9_4w1e8:5t0y3u6";
    expect(bookRow(kite, anil, placeOk(kite, anil, { tag }))).toMatchObject({ tag });
  });

  it.each(["amo", "co", "iceberg", "auction", "bo"])("of the variety %s is refused", (variety) => {
    expect(kite.call("POST", `/orders/${variety}`, { token: anil })).toMatchObject(
      refusal(400, "InputException", "Invalid `variety`."),
    );
  });
});

describe("funds", () => {
  it("that are insufficient are reported before an order exists", () => {
    expect(place(kite, anil, { quantity: 1000 })).toMatchObject(
      refusal(
        400,
        "MarginException",
        "Insufficient funds. Required margin is 216600.00 but available margin is 100000.00.",
      ),
    );
    expect(kite.exchange.dayOrders("ZA0001")).toEqual([]);
  });

  it("are not required for an exit, even without any funds", () => {
    const token = kite.logIn();
    placeOk(kite, token, { quantity: 461, price: 1083 });
    placeOk(kite, asha, { transaction_type: "SELL", quantity: 461, price: 1083 });
    expect(kite.exchange.funds("ZA0001").available).toBeLessThan(rs(1_000));
    expect(place(kite, token, { transaction_type: "SELL", quantity: 461, price: 1080 }).status).toBe(200);
  });
});

describe("an order that the exchange refuses", () => {
  it.each([
    [{ price: 2000 }, /circuit limits/, /^RMS:/],
    [{ product: "CNC", transaction_type: "SELL" }, /holding/, /^RMS:/],
    [{ order_type: "SL", price: 1000, trigger_price: 1000 }, /Trigger price/, /^RMS:/],
  ])("%j is a rejected order after a success reply", (form, message, raw) => {
    const orderId = placeOk(kite, anil, form);
    expect(bookRow(kite, anil, orderId)).toMatchObject({
      status: "REJECTED",
      status_message: expect.stringMatching(message),
      status_message_raw: expect.stringMatching(raw),
      exchange_order_id: null,
      exchange_timestamp: null,
      exchange_update_timestamp: null,
      filled_quantity: 0,
    });
    expect(steps(orderId)).toEqual(["PUT ORDER REQ RECEIVED", "VALIDATION PENDING", "REJECTED"]);
  });

  it("after hours is shown as rejected because it could not become an after-market order", () => {
    kite.toMarket(at("16:30"));
    expect(bookRow(kite, anil, placeOk(kite, anil))).toMatchObject({
      status: "REJECTED",
      status_message: "Your order could not be converted to a After Market Order (AMO).",
    });
  });

  it("by a modification shows the refusal in its history; the call succeeds and the order is unchanged", () => {
    const orderId = placeOk(kite, anil);
    expect(modify(orderId, { price: 2000 })).toMatchObject({ status: 200, body: { data: { order_id: orderId } } });
    expect(bookRow(kite, anil, orderId)).toMatchObject({
      status: "OPEN",
      price: 1083,
      modified: false,
      status_message: expect.stringContaining("circuit limits"),
    });
    expect(steps(orderId).slice(3)).toEqual(["OPEN", "MODIFY VALIDATION PENDING", "NOT MODIFIED", "OPEN"]);
    modify(orderId, { quantity: 5 });
    expect(steps(orderId).slice(6)).toEqual([
      "OPEN",
      "MODIFY VALIDATION PENDING",
      "MODIFY PENDING",
      "MODIFIED",
      "OPEN",
    ]);
  });
});

describe("a modification", () => {
  it("changes the given fields only", () => {
    const orderId = placeOk(kite, anil, { order_type: "SL", price: 1095, trigger_price: 1090 });
    modify(orderId, { trigger_price: 1091 });
    expect(bookRow(kite, anil, orderId)).toMatchObject({
      price: 1095,
      trigger_price: 1091,
      quantity: 10,
      modified: true,
    });
    modify(orderId, { quantity: 7, order_type: "SL", validity: "DAY" });
    expect(bookRow(kite, anil, orderId)).toMatchObject({ price: 1095, trigger_price: 1091, quantity: 7 });
    modify(orderId, { order_type: "LIMIT", price: 1080 });
    expect(bookRow(kite, anil, orderId)).toMatchObject({ status: "OPEN", order_type: "LIMIT", price: 1080 });
  });

  it("into a market order needs protection", () => {
    const orderId = placeOk(kite, anil);
    expect(modify(orderId, { order_type: "MARKET" })).toMatchObject({ status: 400 });
    expect(modify(orderId, { order_type: "MARKET", market_protection: 2 }).status).toBe(200);
    const [truth] = kite.exchange.dayOrders("ZA0001");
    expect(bookRow(kite, anil, orderId)).toMatchObject({
      order_type: "LIMIT",
      price: Number(truth?.limitPrice) / 100,
      market_protection: 0,
    });
  });

  it("is possible 25 times, refused ones included", () => {
    const orderId = placeOk(kite, anil);
    modify(orderId, { price: 2000 });
    for (let count = 2; count <= 25; count++) expect(modify(orderId, { quantity: 10 + count }).status).toBe(200);
    expect(modify(orderId, { quantity: 50 })).toMatchObject(
      refusal(400, "OrderException", "Maximum allowed order modifications exceeded."),
    );
    expect(bookRow(kite, anil, orderId)).toMatchObject({ quantity: 35 });
    expect(cancel(orderId).status).toBe(200);
  });

  it.each([{ quantity: "x" }, { price: "x" }, { validity: "TTL" }, { order_type: "x" }, { market_protection: 500 }])(
    "with %j is refused and not counted",
    (form) => {
      const orderId = placeOk(kite, anil);
      expect(modify(orderId, form as Record<string, string | number>)).toMatchObject({
        status: 400,
        body: { error_type: "InputException" },
      });
      expect(steps(orderId)).toHaveLength(4);
    },
  );

  it("of a finished or unknown order is refused", () => {
    const orderId = placeOk(kite, anil);
    cancel(orderId);
    const over = { status: 400, body: { error_type: "OrderException" } };
    expect(modify(orderId, { quantity: 1 })).toMatchObject(over);
    expect(cancel(orderId)).toMatchObject(over);
    expect(cancel("1")).toMatchObject({ status: 404, body: { error_type: "OrderException" } });
    expect(kite.call("DELETE", `/orders/amo/${orderId}`, { token: anil }).status).toBe(400);
  });
});

describe("IP addresses", () => {
  it("that are not registered cannot place, change or cancel; they may read", () => {
    const guarded = openKite({ anil: { orderAddresses: ["127.0.0.2", "127.0.0.3"] } });
    const token = guarded.logIn();
    const from = "127.0.0.1";
    const no = (reply: unknown) =>
      expect(reply).toMatchObject({
        status: 403,
        body: { error_type: "PermissionException", message: expect.stringContaining("IP (127.0.0.1) is not allowed") },
      });
    no(guarded.call("POST", "/orders/regular", { token, from }));
    no(guarded.call("PUT", "/orders/regular/1", { token, from }));
    no(guarded.call("DELETE", "/orders/regular/1", { token, from }));
    expect(guarded.call("GET", "/orders", { token, from }).status).toBe(200);
    expect(guarded.call("POST", "/orders/regular", { token, from: "127.0.0.3" }).status).toBe(400);
  });
});

describe("autoslice", () => {
  it("splits an order that is too large for the exchange, and lists each part", () => {
    const max = kite.exchange.instrument("IDEA")?.quantityMax ?? 0;
    kite.exchange.addCash("ZA0001", rs(1_000_000_000));
    const price = kite.exchange.quote("IDEA").lowerCircuit / 100;
    const big = { tradingsymbol: "IDEA", quantity: max * 2 + 5, price };
    const sliced = place(kite, anil, { ...big, autoslice: "true" }).body.data as {
      order_id: string;
      children: Row[];
    };
    expect(sliced.children).toHaveLength(2);
    expect(orderBook(kite, anil).map(({ quantity, status }) => [quantity, status])).toEqual([
      [max, "OPEN"],
      [max, "OPEN"],
      [5, "OPEN"],
    ]);
    expect(bookRow(kite, anil, placeOk(kite, anil, big))).toMatchObject({ status: "REJECTED" });
  });

  it("reports the part for which funds are insufficient", () => {
    const max = kite.exchange.instrument("IDEA")?.quantityMax ?? 0;
    const { lowerCircuit } = kite.exchange.quote("IDEA");
    const each = Math.ceil((max * lowerCircuit) / 5);
    kite.exchange.addCash("ZA0001", rs(Math.ceil((each * 1.5) / 100)));
    const form = { tradingsymbol: "IDEA", quantity: max * 2, price: lowerCircuit / 100, autoslice: "true" };
    expect(place(kite, anil, form).body.data).toMatchObject({
      children: [{ error: { code: 400, error_type: "MarginException", data: null } }],
    });
  });
});
