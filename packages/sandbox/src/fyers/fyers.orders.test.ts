import { later } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anExchange, at, rs } from "../exchange/exchange-fixture.ts";
import { aBench, anOrder, aRequest, ask, type Bench, type Json, logIn, parse } from "./fyers-fixture.ts";

const SYNC = "/api/v3/orders/sync";
const MULTI = "/api/v3/multi-order/sync";

function aTrader(client: Parameters<typeof aBench>[1] = {}) {
  const bench = aBench(anExchange(), client);
  const headers = { authorization: logIn(bench) };
  const send = (method: string, address: string, body?: unknown, from = "127.0.0.1") => {
    bench.wait(1_000);
    return ask(bench, method, address, body === undefined ? { headers } : { headers, body, from });
  };
  const rowOf = (id: unknown) => (send("GET", `/api/v3/orders?id=${id}`).body["orderBook"] as Json[])[0] as Json;
  return { bench, headers, send, rowOf, place: (change: Json = {}) => send("POST", SYNC, anOrder(change)) };
}

const truth = ({ hub, charu }: Bench, id: unknown) =>
  hub.exchange.findOrders({ account: charu.id, brokerOrderId: String(id) })[0];

describe("placing an order", () => {
  it("returns a number of the day, which the exchange keeps", () => {
    const { bench, place } = aTrader();
    const first = place({ orderTag: "K7X2M9Q4W1E8R5T0Y3U6" });
    expect(first).toMatchObject({
      status: 200,
      body: {
        s: "ok",
        code: 1101,
        message: "Order submitted successfully. Your Order Ref. No.26111600000001",
        id: "26111600000001",
      },
    });
    expect(place().body["id"]).toBe("26111600000002");
    expect(truth(bench, "26111600000001")).toMatchObject({
      symbol: "SBIN",
      side: "buy",
      product: "intraday",
      tag: "K7X2M9Q4W1E8R5T0Y3U6",
      limitPrice: rs(1_000),
    });
  });

  it.each([
    [
      { type: 1, limitPrice: 1_000.1 },
      { kind: "limit", price: rs(1_000.1) },
    ],
    [
      { type: 2, limitPrice: 0 },
      { kind: "market", protection: "auto" },
    ],
    [
      { type: 3, limitPrice: 0, stopPrice: 1_100 },
      { kind: "stop_market", trigger: rs(1_100), protection: "auto" },
    ],
    [
      { type: 4, limitPrice: 1_101, stopPrice: 1_100 },
      { kind: "stop_limit", trigger: rs(1_100), price: rs(1_101) },
    ],
  ])("reads %j", (change, pricing) => {
    const { bench, place, rowOf } = aTrader();
    const { body } = place(change);
    expect(truth(bench, body["id"])?.pricing).toEqual(pricing);
    expect(rowOf(body["id"])).toMatchObject({ type: change.type });
  });

  it("applies price protection to a market order and shows the resulting limit", () => {
    const { bench, place, rowOf } = aTrader();
    const last = bench.hub.exchange.lastPrice("SBIN");
    const row = rowOf(place({ type: 2, limitPrice: 0, qty: 1 }).body["id"]);
    expect(row).toMatchObject({ status: 2, type: 2, filledQty: 1 });
    expect(row["limitPrice"]).toBeGreaterThan((last / 100) * 1.004);
    expect(row["limitPrice"]).toBeLessThan((last / 100) * 1.006);
  });

  it.each([
    [{ symbol: "NSE:NOSUCH-EQ" }, -300],
    [{ symbol: "SBIN" }, -300],
    [{ symbol: 3045 }, -300],
    [{ qty: 0 }, -50],
    [{ qty: 1.5 }, -50],
    [{ qty: "10" }, -50],
    [{ type: 5 }, -50],
    [{ type: "1" }, -50],
    [{ side: 0 }, -50],
    [{ productType: "MIS" }, -50],
    [{ productType: "MARGIN" }, -50],
    [{ productType: "CO" }, -50],
    [{ productType: "BO", orderTag: "T" }, -50],
    [{ limitPrice: 0 }, -50],
    [{ limitPrice: -5 }, -50],
    [{ limitPrice: 1_000.001 }, -50],
    [{ limitPrice: "1000" }, -50],
    [{ type: 4, stopPrice: 0 }, -50],
    [{ validity: "GTC" }, -50],
    [{ offlineOrder: true }, -50],
    [{ disclosedQty: -1 }, -50],
    [{ stopLoss: 5 }, -50],
    [{ isSliceOrder: "maybe" }, -50],
    [{ orderTag: "A".repeat(31) }, -50],
    [{ orderTag: "with-dash" }, -50],
    [{ orderTag: "with space" }, -50],
    [{ orderTag: 5 }, -50],
    [{ orderTag: "FY00001" }, -50],
    [{ orderTag: "Untagged" }, -50],
  ])("refuses %j before it becomes an order", (change, code) => {
    const { bench, place } = aTrader();
    expect(place(change)).toMatchObject({ status: 400, body: { s: "error", code, message: expect.any(String) } });
    expect(bench.hub.exchange.dayOrders(bench.charu.id)).toEqual([]);
  });

  it("accepts tags of one to thirty characters, and returns them with their prefix", () => {
    const { place, send, rowOf } = aTrader();
    const tag = "A".repeat(30);
    const long = place({ orderTag: tag }).body["id"];
    expect(rowOf(place({ orderTag: "a" }).body["id"])["orderTag"]).toBe("1:a");
    expect(rowOf(place().body["id"])["orderTag"]).toBe("2:Untagged");
    const found = send("GET", `/api/v3/orders?order_tag=1:${tag}`).body["orderBook"] as Json[];
    expect(found.map(({ id }) => id)).toEqual([long]);
    expect(send("GET", "/api/v3/orders?order_tag=1:nothing").body["orderBook"]).toEqual([]);
  });

  it.each([
    [
      { qty: 90_000, productType: "CNC" },
      /^RED:Margin Shortfall:INR .* Available:INR 1,00,00,000\.00 for C-FY00001 \[/,
    ],
    [{ limitPrice: 1 }, /circuit/],
    [{ side: -1, productType: "CNC" }, /holdings/],
  ])("rejects %j and shows it in the book", (change, text) => {
    const { place, rowOf } = aTrader();
    const { status, body } = place(change);
    expect([status, body["code"]]).toEqual([400, -99]);
    expect(body["message"]).toMatch(text);
    expect(rowOf(body["id"])).toMatchObject({ status: 5, message: body["message"], exchOrdId: "" });
  });

  it.each([{ limitPrice: 1_000.05 }, { type: 4, limitPrice: 1_100, stopPrice: 1_090.05 }])(
    "is refused without a number when a price of %j is off the tick",
    (change) => {
      const { bench, place } = aTrader();
      const { status, body } = place(change);
      expect([status, body["code"], body["message"], body["id"]]).toEqual([
        400,
        -392,
        "Price should be in multiples of tick size.",
        undefined,
      ]);
      expect(bench.hub.exchange.findOrders({})).toEqual([]);
    },
  );

  it("is rejected where intraday trading is banned", () => {
    const { bench, place } = aTrader();
    bench.hub.exchange.setIntradayBan("SBIN", true);
    expect(place().body["message"]).toBe("RED:RULE:{Allowed Basket} in Basket NSE.MIS.NSE_MIS_BASKET [FYERS_RISK_CUG]");
  });

  it("is refused outside the session", () => {
    const { bench, place } = aTrader();
    bench.go(at("16:30"));
    expect(place().body).toMatchObject({ code: -99, message: expect.stringContaining("closed") });
  });

  it("is refused from an unregistered address, where other calls are accepted", () => {
    const { bench, send, place } = aTrader({ orderAddresses: ["10.0.0.1"] });
    expect(place()).toMatchObject({ status: 403, body: { s: "error" } });
    for (const [method, path] of [
      ["PATCH", SYNC],
      ["DELETE", SYNC],
      ["POST", MULTI],
      ["DELETE", "/api/v3/positions"],
    ]) {
      expect(send(method ?? "", path ?? "", {}).status).toBe(403);
    }
    expect(send("GET", "/api/v3/orders").status).toBe(200);
    expect(send("POST", SYNC, anOrder(), "10.0.0.1").status).toBe(200);
    expect(bench.hub.exchange.dayOrders(bench.charu.id)).toHaveLength(1);
  });

  it("splits a quantity above the freeze limit on request, into at most ten orders", () => {
    const { bench, place } = aTrader({ cashPaise: rs(10_000_000_000) });
    const freeze = bench.hub.exchange.instrument("SBIN")?.quantityMax ?? 0;
    const { body } = place({ qty: freeze * 2 + 5, isSliceOrder: true });
    expect(body).toMatchObject({ code: 1101, message: "Order Slice placed successfully" });
    expect(body["data"]).toHaveLength(3);
    const sizes = bench.hub.exchange.dayOrders(bench.charu.id).map(({ quantity }) => quantity);
    expect(sizes).toEqual([freeze, freeze, 5]);
    expect(place({ qty: freeze * 10 + 1, isSliceOrder: true }).body["code"]).toBe(-50);
    expect(place({ qty: freeze + 1 }).body["code"]).toBe(-99);
  });
});

describe("changing an order", () => {
  it("changes the given fields only", () => {
    const { send, place, rowOf } = aTrader();
    const { id } = place().body;
    expect(send("PATCH", SYNC, { id, type: 1, qty: 20 }).body).toEqual({
      s: "ok",
      code: 1101,
      message: "Successfully modified order",
      id,
    });
    expect(rowOf(id)).toMatchObject({ qty: 20, limitPrice: 1_000 });
    send("PATCH", SYNC, { id, type: 4, limitPrice: 1_101, stopPrice: 1_100 });
    expect(rowOf(id)).toMatchObject({ qty: 20, type: 4, limitPrice: 1_101, stopPrice: 1_100, status: 6 });
  });

  it("refuses an unknown order, another client's order, a finished order and invalid input", () => {
    const { bench, send, place } = aTrader();
    const { id } = place().body;
    const other = bench.clients.open({ id: "FY00002", cashPaise: rs(1_000_000) });
    const theirs = { authorization: logIn(bench, other) };
    expect(ask(bench, "DELETE", SYNC, { headers: theirs, body: { id } }).body["code"]).toBe(-51);
    expect(ask(bench, "GET", `/api/v3/orders?id=${id}`, { headers: theirs }).body["code"]).toBe(-51);
    expect(send("PATCH", SYNC, { id: "1", type: 1 }).body["code"]).toBe(-51);
    expect(send("PATCH", SYNC, { id }).body["code"]).toBe(-50);
    expect(send("PATCH", SYNC, { id, type: 1, qty: "5" }).body["code"]).toBe(-50);
    expect(send("PATCH", SYNC, { id, type: 1, limitPrice: 1 }).body).toMatchObject({ code: -99, id });
    expect(send("DELETE", SYNC, { id }).body).toMatchObject({ s: "ok", code: 1103, id });
    expect(send("DELETE", SYNC, { id })).toMatchObject({ status: 400, body: { code: -52 } });
    expect(send("DELETE", SYNC, "[").body["code"]).toBe(-50);
  });

  it("accepts one to ten changes in one call", () => {
    const { send } = aTrader();
    const ten = send("POST", MULTI, Array(10).fill(anOrder({ qty: 1 }))).body["data"] as { body: Json }[];
    expect(new Set(ten.map(({ body }) => body["id"])).size).toBe(10);
    expect(send("POST", MULTI, Array(11).fill(anOrder())).body["code"]).toBe(-50);
    expect(send("POST", MULTI, []).body["code"]).toBe(-50);
    expect(send("POST", MULTI, {}).body["code"]).toBe(-50);
    const gone = send("DELETE", MULTI, [{ id: ten[0]?.body["id"] }, { id: "0" }]).body["data"] as Json[];
    expect(gone).toMatchObject([{ statusCode: 200 }, { statusCode: 400, body: { code: -51 } }]);
  });
});

describe("faults", () => {
  it("reject the next placement as an order, and answer other calls with an error", () => {
    const { bench, headers } = aTrader();
    const request = aRequest("POST", SYNC, { headers, body: anOrder() });
    expect(parse(bench.core.refuse(request, "reject", bench.moment)).body).toMatchObject({ code: -99 });
    expect(bench.hub.exchange.dayOrders(bench.charu.id)).toMatchObject([{ status: "rejected" }]);
    const read = aRequest("GET", "/api/v3/funds", { headers });
    expect(bench.core.refuse(read, "reject", bench.moment).status).toBe(500);
    expect(bench.core.refuse(read, "throttle", bench.moment)).toMatchObject({ status: 429 });
    expect(bench.core.refuse(read, "expired", bench.moment)).toMatchObject({ status: 401 });
    expect(bench.core.refuse(request, "wrong-ip", bench.moment)).toMatchObject({ status: 403 });
  });
});

describe("conservation", () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("place" as const),
      qty: fc.integer({ min: 1, max: 50_000 }),
      side: fc.constantFrom(1, -1),
    }),
    fc.record({ kind: fc.constant("cancel" as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1_000, max: 60_000 }) }),
  );

  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  type Trader = ReturnType<typeof aTrader>;

  function run({ bench, send, place }: Trader, steps: readonly Step[]): unknown[] {
    const ids: unknown[] = [];
    for (const one of steps) {
      if (one.kind === "wait") bench.go(later(bench.moment.market, one.ms));
      else if (one.kind === "cancel") send("DELETE", SYNC, { id: ids[one.which % Math.max(1, ids.length)] });
      else ids.push(place({ qty: one.qty, side: one.side, type: 2, limitPrice: 0 }).body["id"]);
    }
    return ids;
  }

  const tradedOf = (trades: readonly Json[], id: unknown): number =>
    trades.filter((trade) => trade["orderNumber"] === id).reduce((sum, trade) => sum + Number(trade["tradedQty"]), 0);

  it("accounts for every placed share as filled, pending, cancelled or rejected, and trades add up to the fills", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const trader = aTrader({ cashPaise: rs(10_000_000_000) });
        const ids = run(trader, steps);
        const rows = trader.send("GET", "/api/v3/orders").body["orderBook"] as Json[];
        const trades = trader.send("GET", "/api/v3/tradebook").body["tradeBook"] as Json[];
        expect(rows.map(({ id }) => id)).toEqual(ids);
        for (const { id, qty, filledQty, remainingQuantity, status } of rows) {
          const over = status === 5 ? Number(qty) : (truth(trader.bench, id)?.cancelledQuantity ?? 0);
          expect(filledQty).toBe(tradedOf(trades, id));
          expect(Number(filledQty) + Number(remainingQuantity) + over).toBe(qty);
        }
      }),
      { numRuns: 15 },
    );
  });
});
