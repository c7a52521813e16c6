import { describe, expect, it } from "vitest";
import { anExchange, at, rs } from "../exchange/exchange-fixture.ts";
import { aBench, anOrder, ask, type Json, logIn } from "./fyers-fixture.ts";

function aTrader() {
  const bench = aBench();
  const headers = { authorization: logIn(bench) };
  const send = (method: string, address: string, body?: unknown) => {
    bench.wait(1_000);
    return ask(bench, method, address, body === undefined ? { headers } : { headers, body }).body;
  };
  const place = (change: Json = {}) => send("POST", "/api/v3/orders/sync", anOrder(change));
  const buy = (qty: number, change: Json = {}) => place({ type: 2, limitPrice: 0, qty, ...change });
  return { bench, headers, send, place, buy };
}

describe("Fyers' books", () => {
  it("show a filled order, its trades and the resulting position", () => {
    const { bench, send, buy } = aTrader();
    const { id } = buy(5, { orderTag: "T1" });
    const [order] = send("GET", "/api/v3/orders")["orderBook"] as Json[];
    expect(order).toMatchObject({
      clientId: "FY00001",
      id,
      exchOrdId: expect.stringMatching(/^\d{16}$/),
      qty: 5,
      remainingQuantity: 0,
      filledQty: 5,
      fyToken: "10100000003045",
      exchange: 10,
      segment: 10,
      symbol: "NSE:SBIN-EQ",
      ex_sym: "SBIN",
      description: "STATE BANK OF INDIA",
      orderDateTime: "16-Nov-2026 09:30:01",
      orderValidity: "DAY",
      productType: "INTRADAY",
      side: 1,
      status: 2,
      source: "ITS",
      slNo: 1,
      orderNumStatus: `${id}:2`,
      orderTag: "1:T1",
    });
    const trades = send("GET", "/api/v3/tradebook?order_tag=1:T1")["tradeBook"] as Json[];
    const value = trades.reduce((sum, row) => sum + Math.round(Number(row["tradeValue"]) * 100), 0);
    expect(Number(order?.["tradedPrice"])).toBeCloseTo(value / 500, 4);
    expect(trades[0]).toMatchObject({ orderNumber: id, orderType: 2, exchangeOrderNo: order?.["exchOrdId"] });

    const { netPositions, overall } = send("GET", "/api/v3/positions") as { netPositions: Json[]; overall: Json };
    const held = bench.hub.exchange.positions("FY00001")[0];
    expect(netPositions).toMatchObject([
      {
        id: "NSE:SBIN-EQ-INTRADAY",
        netQty: 5,
        qty: 5,
        side: 1,
        buyQty: 5,
        buyVal: value / 100,
        sellQty: 0,
        unrealized_profit: (held?.unrealised ?? 0) / 100,
      },
    ]);
    expect(overall).toMatchObject({ count_total: 1, count_open: 1, pl_realized: 0 });
  });

  it("show the funds by title", () => {
    const { bench, send, buy } = aTrader();
    buy(100);
    const rows = send("GET", "/api/v3/funds")["fund_limit"] as { id: number; title: string; equityAmount: number }[];
    const funds = bench.hub.exchange.funds("FY00001");
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(Object.fromEntries(rows.map(({ title, equityAmount }) => [title, equityAmount]))).toMatchObject({
      "Total Balance": (funds.cash + funds.realised) / 100,
      "Utilized Amount": funds.blocked / 100,
      "Limit at start of the day": 10_000_000,
      "Available Balance": funds.available / 100,
    });
  });

  it("estimate the margin of orders that are not placed", () => {
    const { bench, send } = aTrader();
    const order = { symbol: "NSE:SBIN-EQ", qty: 10, side: 1, type: 1, productType: "CNC", limitPrice: 1_000 };
    expect(send("POST", "/api/v3/multiorder/margin", { data: [order, order] })["data"]).toEqual({
      margin_avail: 10_000_000,
      margin_total: 20_000,
      margin_new_order: 20_000,
    });
    expect(send("POST", "/api/v3/multiorder/margin", { data: [5] })["code"]).toBe(-50);
    expect(send("POST", "/api/v3/multiorder/margin", {})["code"]).toBe(-50);
    expect(bench.hub.exchange.dayOrders("FY00001")).toEqual([]);
  });

  it("show holdings with their cost and value", () => {
    const exchange = anExchange();
    const held = [{ symbol: "IDEA", quantity: 10, averagePrice: rs(12) }];
    const open = exchange.openAccount;
    const bench = aBench({ ...exchange, openAccount: (account) => open({ ...account, heldSymbols: held }) });
    const { body } = ask(bench, "GET", "/api/v3/holdings", { headers: { authorization: logIn(bench) } });
    const last = exchange.lastPrice("IDEA");
    expect(body["holdings"]).toMatchObject([
      {
        holdingType: "HLD",
        symbol: "NSE:IDEA-EQ",
        isin: "INE669E01016",
        quantity: 10,
        remainingQuantity: 10,
        costPrice: 12,
        ltp: last / 100,
        marketVal: last / 10,
        pl: (last * 10 - 12_000) / 100,
      },
    ]);
    expect(body["overall"]).toMatchObject({ count_total: 1, total_investment: 120, total_current_value: last / 10 });
  });
});

describe("squaring off", () => {
  it("exits by id and reports when the counter order filled", () => {
    const { bench, send, buy } = aTrader();
    buy(5);
    expect(send("DELETE", "/api/v3/positions", { id: ["NSE:SBIN-EQ-INTRADAY"] })).toEqual({
      s: "ok",
      code: 200,
      message: "The position is closed.",
    });
    expect(bench.hub.exchange.positions("FY00001")[0]?.netQuantity).toBe(0);
    expect(send("DELETE", "/api/v3/positions", { exit_all: 1 })["code"]).toBe(-352);
    expect(send("DELETE", "/api/v3/positions", { id: "NSE:IDEA-EQ-INTRADAY" })["code"]).toBe(-53);
    expect(send("DELETE", "/api/v3/positions", "[")["code"]).toBe(-50);
  });

  it("exits by segment, side and product", () => {
    const { bench, send, buy } = aTrader();
    buy(5);
    buy(5, { side: -1, symbol: "NSE:IDEA-EQ" });
    const chosen = { segment: [10], side: [-1], productType: ["INTRADAY"] };
    expect(send("DELETE", "/api/v3/positions", chosen)["code"]).toBe(200);
    const left = bench.hub.exchange.positions("FY00001").filter(({ netQuantity }) => netQuantity !== 0);
    expect(left).toMatchObject([{ symbol: "SBIN" }]);
  });

  it("answers 201 when the counter order does not fill at once", () => {
    const { bench, send, buy } = aTrader();
    buy(5);
    bench.hub.exchange.nextFillPartial("FY00001");
    expect(send("DELETE", "/api/v3/positions", { exit_all: 1 })).toMatchObject({ s: "ok", code: 201 });
  });

  it("first cancels waiting orders in the same symbol on request", () => {
    const { send, place, buy } = aTrader();
    buy(5);
    const { id } = place({ side: -1, limitPrice: 1_100 });
    send("DELETE", "/api/v3/positions", { pending_orders_cancel: 1 });
    expect(send("GET", `/api/v3/orders?id=${id}`)["orderBook"]).toMatchObject([{ status: 1 }]);
  });

  it("refuses conversions", () => {
    const { send, buy } = aTrader();
    buy(5);
    const conversion = { symbol: "NSE:SBIN-EQ-INTRADAY", positionSide: 1, convertQty: 5, convertFrom: "INTRADAY" };
    expect(send("POST", "/api/v3/positions", conversion)["code"]).toBe(-50);
    expect(send("POST", "/api/v3/positions", { symbol: "x" })["code"]).toBe(-53);
  });

  it("numbers the broker's square-off order", () => {
    const { bench, send, buy } = aTrader();
    buy(5);
    bench.go(at("15:14"));
    const rows = send("GET", "/api/v3/orders")["orderBook"] as Json[];
    expect(rows.map(({ id, source }) => [id, source])).toEqual([
      ["26111600000001", "ITS"],
      ["26111600000002", "RMS"],
    ]);
    expect(send("GET", "/api/v3/orders?id=26111600000002")["orderBook"]).toHaveLength(1);
  });
});

describe("postbacks", () => {
  it("send the order's book row to the app's address at each step except the first", () => {
    const bench = aBench(anExchange(), { postbackUrl: "https://app.example/fyers" });
    const headers = { authorization: logIn(bench) };
    const { id } = ask(bench, "POST", "/api/v3/orders/sync", { headers, body: anOrder({ orderTag: "P1" }) }).body;
    ask(bench, "DELETE", "/api/v3/orders/sync", { headers, body: { id } });
    expect(bench.posted.map(({ url, body }) => [url, body["id"], body["status"], body["orderTag"]])).toEqual([
      ["https://app.example/fyers", id, 6, "1:P1"],
      ["https://app.example/fyers", id, 1, "1:P1"],
    ]);
  });
});
