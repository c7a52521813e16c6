import { beforeEach, describe, expect, it } from "vitest";
import { anExchange, at, rs } from "../exchange/exchange-fixture.ts";
import { type AngelWorld, anAngelWorld, bodyOf, ORDER, type Row, SECURE } from "./angelone-fixture.ts";
import { chargesOf } from "./charges.ts";
import { INTERVALS } from "./history.ts";

let world: AngelWorld;
let headers: Readonly<Record<string, string>>;
beforeEach(() => {
  world = anAngelWorld(anExchange());
  headers = world.as(world.login());
});

const post = <Data = Row>(path: string, body: unknown) =>
  world.call<Data>("POST", `${SECURE}/${path}`, body, { headers });
const inRupees = (amount: number) => amount / 100;

describe("quotes", () => {
  const QUOTE = "market/v1/quote/";
  interface Quotes {
    readonly fetched: (Row & { depth: { buy: Row[]; sell: Row[] } })[];
    readonly unfetched: Row[];
  }
  const ask = (mode: unknown, exchangeTokens: unknown) => post<Quotes>(QUOTE, { mode, exchangeTokens });

  it("come in three sizes and equal the exchange's", () => {
    const quote = world.exchange.quote("SBIN");
    const name = { exchange: "NSE", tradingSymbol: "SBIN-EQ", symbolToken: "3045", ltp: inRupees(quote.lastPrice) };
    const day = {
      open: inRupees(quote.open),
      high: inRupees(quote.high),
      low: inRupees(quote.low),
      close: inRupees(quote.previousClose),
    };
    expect(ask("LTP", { NSE: ["3045"] }).data).toEqual({ fetched: [name], unfetched: [] });
    expect(ask("OHLC", { NSE: ["3045"] }).data.fetched).toEqual([{ ...name, ...day }]);
    const [full] = ask("FULL", { NSE: ["3045"] }).data.fetched;
    expect(full).toMatchObject({
      ...name,
      ...day,
      tradeVolume: quote.volume,
      lastTradeQty: quote.lastQuantity,
      exchFeedTime: "16-Nov-2026 10:00:00",
      lowerCircuit: inRupees(quote.lowerCircuit),
      upperCircuit: inRupees(quote.upperCircuit),
      totBuyQuan: quote.totalBuyQuantity,
      "52WeekHigh": inRupees(world.exchange.yearRange("SBIN").high),
      opnInterest: 0,
    });
    expect(full?.depth.buy).toEqual(quote.buy.map((level) => ({ ...level, price: inRupees(level.price) })));
    expect(full?.depth.sell).toHaveLength(5);
  });

  it("list unknown tokens", () => {
    expect(ask("LTP", { NSE: ["", "1"], NFO: ["3045"] }).data).toEqual({
      fetched: [],
      unfetched: [
        { exchange: "NSE", symbolToken: "", message: "Symbol token cannot be empty", errorCode: "AB4018" },
        { exchange: "NSE", symbolToken: "1", message: "Symbol Not Found", errorCode: "AB1009" },
        { exchange: "NFO", symbolToken: "3045", message: "Symbol Not Found", errorCode: "AB1009" },
      ],
    });
  });

  it.each([
    ["BEST", { NSE: ["3045"] }],
    ["LTP", "3045"],
    ["LTP", { NSE: "3045" }],
    ["LTP", { NSE: Array(51).fill("3045") }],
    [undefined, undefined],
  ])("refuse mode %j with tokens %j", (mode, tokens) => {
    expect(ask(mode, tokens)).toMatchObject({ status: false, errorcode: "AB1004" });
  });

  it("are available with and without a trailing slash, and one by one", () => {
    expect(post("market/v1/quote", { mode: "LTP", exchangeTokens: { NSE: ["3045"] } }).status).toBe(true);
    const wanted = { exchange: "NSE", tradingsymbol: "SBIN-EQ", symboltoken: "3045" };
    const ltp = inRupees(world.exchange.lastPrice("SBIN"));
    expect(post("order/v1/getLtpData", wanted).data).toMatchObject({ ...wanted, ltp });
    expect(post("order/v1/getLtpData", { ...wanted, symboltoken: "9" }).errorcode).toBe("AB1009");
  });
});

describe("candles", () => {
  const CANDLES = "historical/v1/getCandleData";
  const asked = (change: Readonly<Record<string, unknown>> = {}) => ({
    exchange: "NSE",
    symboltoken: "3045",
    interval: "FIVE_MINUTE",
    fromdate: "2026-11-16 09:15",
    todate: "2026-11-16 09:30",
    ...change,
  });

  it("contain time, prices and volume, equal to the exchange's", () => {
    const candles = world.exchange.candles("SBIN", 5, at("09:15"), at("09:30"));
    expect(post(CANDLES, asked()).data).toEqual(
      candles.map(({ open, high, low, close, volume }, index) => [
        `2026-11-16T09:${15 + 5 * index}:00+05:30`,
        ...[open, high, low, close].map(inRupees),
        volume,
      ]),
    );
    expect(candles).toHaveLength(4);
  });

  it("exist for every interval, up to its number of days", () => {
    for (const [interval, { daysMax }] of Object.entries(INTERVALS)) {
      const fromdate = new Date(at("09:15") - daysMax * 86_400_000).toISOString().slice(0, 10);
      const days = { interval, todate: "2026-11-16 00:00" };
      const tooLong = post(CANDLES, asked({ ...days, fromdate: `${fromdate} 00:00`, todate: "2026-11-16 00:01" }));
      expect(tooLong).toMatchObject({ status: false, errorcode: "AB1004" });
      const oneDay = post<unknown[]>(CANDLES, asked({ ...days, fromdate: "2026-11-13 00:00" }));
      expect(oneDay.data.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ["interval", "TWO_MINUTE"],
    ["fromdate", "2026-11-31 09:15"],
    ["fromdate", "16-11-2026 09:15"],
    ["fromdate", "2026-11-16 24:00"],
    ["todate", "2026-11-16 09:14"],
    ["todate", undefined],
  ])("refuse %s %j", (name, value) => {
    expect(post(CANDLES, asked({ [name]: value }))).toMatchObject({ status: false, errorcode: "AB1004" });
  });

  it("have no open interest and refuse unknown tokens", () => {
    expect(post(CANDLES, asked({ symboltoken: "0" })).errorcode).toBe("AB1009");
    expect(post("historical/v1/getOIData", asked()).data).toEqual([]);
  });
});

describe("instruments", () => {
  it("are public, with all fields as text", () => {
    const reply = world.reply("GET", "/OpenAPI_File/files/OpenAPIScripMaster.json");
    const rows = bodyOf(reply) as unknown as Row[];
    expect(rows).toHaveLength(world.exchange.instruments.length + 1);
    expect(rows.at(-1)).toMatchObject({ token: "99926000", instrumenttype: "AMXIDX", exch_seg: "NSE" });
    expect(rows.find(({ token }) => token === "3045")).toEqual({
      token: "3045",
      symbol: "SBIN-EQ",
      name: "SBIN",
      expiry: "",
      strike: "-1.000000",
      lotsize: "1",
      instrumenttype: "",
      exch_seg: "NSE",
      tick_size: expect.stringMatching(/^\d+\.000000$/),
    });
    const tick = world.exchange.instrument("SBIN")?.tickSize;
    expect(Number(rows.find(({ token }) => token === "3045")?.["tick_size"])).toBe(tick);
  });

  it("are found by a prefix of their symbol", () => {
    const search = (searchscrip: unknown, exchange = "NSE") =>
      post<Row[]>("order/v1/searchScrip", { exchange, searchscrip });
    expect(search("sbi").data).toEqual([{ exchange: "NSE", tradingsymbol: "SBIN-EQ", symboltoken: "3045" }]);
    expect([search("NONE").data, search("SBIN", "BSE").data]).toEqual([[], []]);
    expect(search("").errorcode).toBe("AB1004");
  });

  it("include the intraday permission", () => {
    const { data } = world.call<Row[]>("GET", `${SECURE}/marketData/v1/nseIntraday`, {}, { headers });
    expect(data).toContainEqual({ Exchange: "NSE", SymbolName: "SBIN", Multiplier: "5.0" });
    expect(data.some(({ SymbolName }) => SymbolName === "MMTC")).toBe(false);
  });
});

describe("estimates", () => {
  const leg = (change: Readonly<Record<string, unknown>> = {}) => ({
    exchange: "NSE",
    qty: 10,
    price: 1_000,
    productType: "INTRADAY",
    token: "3045",
    tradeType: "BUY",
    orderType: "LIMIT",
    ...change,
  });

  it("equal the exchange's margin", () => {
    const margin = (positions: unknown) => post<{ totalMarginRequired: number }>("margin/v1/batch", { positions });
    expect(margin([leg()]).data.totalMarginRequired).toBe(2_000);
    expect(margin([leg(), leg({ productType: "DELIVERY" })]).data.totalMarginRequired).toBe(12_000);
    const { lowerCircuit } = world.exchange.quote("SBIN");
    expect(margin([leg({ price: 1 })]).data.totalMarginRequired).toBe((lowerCircuit * 10 * 0.2) / 100);
    expect(margin(Array(51).fill(leg())).errorcode).toBe("AB1004");
    expect(margin([leg({ token: "9" })]).errorcode).toBe("AB1009");
    expect(margin([leg({ productType: "BO" })]).errorcode).toBe("AB1012");
    expect([margin("x"), margin([]), margin([7]), margin([leg({ qty: 0 })])].map(({ errorcode }) => errorcode)).toEqual(
      Array(4).fill("AB1004"),
    );
  });

  it("apply the tariff part by part, and add up", () => {
    const order = { side: "sell", product: "intraday", quantity: 10, price: rs(1_000) } as const;
    expect(chargesOf(order)).toEqual({
      brokerage: 1_000,
      exchange: 30,
      sebi: 1,
      stampDuty: 0,
      transactionTax: 250,
      goodsAndServicesTax: 186,
    });
    expect(chargesOf({ ...order, side: "buy", product: "delivery", quantity: 1 })).toMatchObject({
      brokerage: 500,
      stampDuty: 15,
      transactionTax: 100,
    });
    const sent = {
      product_type: "INTRADAY",
      transaction_type: "SELL",
      quantity: "10",
      price: "1000",
      exchange: "NSE",
      symbol_name: "SBIN",
      token: "3045",
    };
    const { data } = post("brokerage/v1/estimateCharges", { orders: [sent, sent] });
    expect(data).toMatchObject({
      summary: { total_charges: 29.34, trade_value: 20_000 },
      charges: [{ total_charges: 14.67 }, { total_charges: 14.67 }],
    });
  });

  it("offer neither product conversion nor rules", () => {
    expect(post("order/v1/convertPosition", {}).errorcode).toBe("AB1017");
    expect(post("gtt/v1/ruleList", { status: ["NEW"] }).errorcode).toBe("AB9000");
    expect(world.core.kindOf({ method: "POST", path: `${ORDER}/placeOrder` })).toBe("orders");
    expect(world.core.kindOf({ method: "GET", path: `${ORDER}/getOrderBook` })).toBe("reads");
    expect(world.core.kindOf({ method: "GET", path: "/publisher-login" })).toBe("login");
    expect(world.core.kindOf({ method: "GET", path: "/" })).toBe("other");
  });
});
