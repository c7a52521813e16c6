import { DAY_MS, later } from "@vriddhi/core/time/clock";
import { beforeEach, describe, expect, it } from "vitest";
import { at, rs, TUESDAY } from "../exchange/exchange-fixture.ts";
import { stamp } from "./ist-stamps.ts";
import { draft, type Kite, openKite, placeOk, refusal } from "./zerodha-fixture.ts";

let kite: Kite;
let token: string;

beforeEach(() => {
  kite = openKite({ settings: {} });
  token = kite.logIn();
});

function get(path: string) {
  kite.pass();
  return kite.call("GET", path, { token });
}
const data = (path: string) => get(path).body.data as Record<string, unknown>;

describe("quotes", () => {
  it("are keyed by the requested symbol or token, and omit unlisted ones", () => {
    expect(Object.keys(data("/quote/ltp?i=NSE:SBIN&i=779521&i=BSE:SBIN&i=NSE:NOSUCH&i=x"))).toEqual([
      "779521",
      "NSE:SBIN",
    ]);
  });

  it("show five levels on each side, empty ones as zeros", () => {
    const quiet = openKite();
    const quietToken = quiet.logIn();
    placeOk(quiet, quietToken, { price: 1080, quantity: 3 });
    quiet.pass();
    const reply = quiet.call("GET", "/quote?i=NSE:SBIN", { token: quietToken }).body.data;
    const nothing = { price: 0, quantity: 0, orders: 0 };
    expect(reply).toMatchObject({
      "NSE:SBIN": {
        depth: {
          buy: [{ price: 1080, quantity: 3, orders: 1 }, nothing, nothing, nothing, nothing],
          sell: [nothing, nothing, nothing, nothing, nothing],
        },
        last_trade_time: null,
      },
    });
  });

  it("contain the day's change and its limits", () => {
    const quote = kite.exchange.quote("SBIN");
    expect(data("/quote?i=NSE:SBIN")["NSE:SBIN"]).toMatchObject({
      net_change: (quote.lastPrice - quote.previousClose) / 100,
      lower_circuit_limit: quote.lowerCircuit / 100,
      upper_circuit_limit: quote.upperCircuit / 100,
      oi: 0,
    });
  });

  it("need at least one instrument and accept at most the limit of the endpoint", () => {
    expect(get("/quote")).toMatchObject(refusal(400, "InputException", "Missing or empty field `i`"));
    const many = (count: number) => Array.from({ length: count }, () => "i=NSE:SBIN").join("&");
    expect(get(`/quote?${many(500)}`).status).toBe(200);
    expect(get(`/quote?${many(501)}`).status).toBe(400);
    expect(get(`/quote/ltp?${many(1_000)}`).status).toBe(200);
    expect(get(`/quote/ohlc?${many(1_001)}`).status).toBe(400);
  });
});

describe("candles", () => {
  const path = (interval: string, from: string, to: string, more = "") =>
    `/instruments/historical/779521/${interval}?${new URLSearchParams({ from, to })}${more}`;

  it("equal the exchange's, with +0530 in the time; open interest is added on request", () => {
    const { candles } = data(path("5minute", "2026-11-13 09:15:00", "2026-11-13 15:30:00")) as { candles: unknown[][] };
    const truth = kite.exchange.candles("SBIN", 5, later(at("09:15"), -3 * DAY_MS), later(at("15:30"), -3 * DAY_MS));
    expect(candles).toHaveLength(truth.length);
    const [first] = truth;
    expect(candles[0]).toEqual([
      "2026-11-13T09:15:00+0530",
      Number(first?.open) / 100,
      Number(first?.high) / 100,
      Number(first?.low) / 100,
      Number(first?.close) / 100,
      first?.volume,
    ]);
    const withInterest = data(path("day", "2026-11-02", "2026-11-13", "&oi=1")) as { candles: unknown[][] };
    expect(withInterest.candles[0]).toHaveLength(7);
  });

  it.each([
    ["minute", 60],
    ["3minute", 100],
    ["5minute", 100],
    ["10minute", 100],
    ["15minute", 200],
    ["30minute", 200],
    ["60minute", 400],
    ["day", 2_000],
  ])("of the length %s span at most %i days", (interval, days) => {
    const to = at("00:00");
    const range = (span: number) => path(interval, stamp(later(to, -span * DAY_MS)), stamp(later(to, 1_000)));
    expect(get(range(days))).toMatchObject(refusal(400, "InputException", `interval exceeds max limit: ${days} days`));
    expect(get(path(interval, "2026-11-12", "2026-11-13")).status).toBe(200);
  });

  it.each([
    [path("hour", "2026-11-12", "2026-11-13"), "invalid interval"],
    [path("toString", "2026-11-12", "2026-11-13"), "invalid interval"],
    [path("day", "soon", "2026-11-13"), "invalid from date"],
    [path("day", "2026-11-12", ""), "invalid to date"],
    [path("day", "2026-11-12", "2026-11-11"), "invalid to date"],
    ["/instruments/historical/1/day?from=2026-11-12&to=2026-11-13", "invalid token"],
  ])("%s is refused", (asked, message) => {
    expect(get(asked)).toMatchObject(refusal(400, "InputException", message));
  });
});

describe("the list of instruments", () => {
  it("is plain CSV, also without a session", () => {
    const reply = kite.call("GET", "/instruments");
    expect(reply.headers["content-type"]).toBe("text/csv");
    const lines = reply.text.split("\n");
    expect(lines[0]).toBe(
      "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange",
    );
    const tick = Number(kite.exchange.instrument("SBIN")?.tickSize) / 100;
    expect(lines).toContain(`779521,3045,SBIN,STATE BANK OF INDIA,0,,0,${tick},1,EQ,NSE,NSE`);
    expect(lines).toHaveLength(2 + kite.exchange.instruments.length);
    expect(lines.at(-1)).toBe("256265,1001,NIFTY 50,NIFTY 50,0,,0,0,0,EQ,INDICES,NSE");
    expect(kite.call("GET", "/instruments/NSE").text).toBe(reply.text);
    expect(kite.call("GET", "/instruments/NFO").text).toBe(lines[0]);
    expect(kite.call("GET", "/instruments/LSE").status).toBe(400);
  });
});

describe("the portfolio", () => {
  it("shows a closed position with its result", () => {
    placeOk(kite, token, { order_type: "MARKET", market_protection: -1 });
    placeOk(kite, token, { order_type: "MARKET", market_protection: -1, transaction_type: "SELL" });
    const [truth] = kite.exchange.positions("ZA0001");
    const { net, day } = data("/portfolio/positions") as { net: object[]; day: object[] };
    expect(net).toEqual(day);
    expect(net).toMatchObject([
      {
        quantity: 0,
        average_price: 0,
        multiplier: 1,
        pnl: Number(truth?.realised) / 100,
        unrealised: Number(truth?.realised) / 100,
        realised: 0,
        day_buy_quantity: 10,
        day_sell_quantity: 10,
      },
    ]);
  });

  it("holds delivery purchases from the next day on", () => {
    placeOk(kite, token, { order_type: "MARKET", market_protection: -1, product: "CNC" });
    kite.toMarket(at("09:30", TUESDAY));
    token = kite.logIn();
    placeOk(kite, token, { transaction_type: "SELL", product: "CNC", quantity: 4, price: upper(kite) });
    const [truth] = kite.exchange.holdings("ZA0001");
    expect(data("/portfolio/holdings")).toMatchObject([
      {
        tradingsymbol: "SBIN",
        isin: "INE062A01020",
        quantity: 6,
        used_quantity: 4,
        opening_quantity: 10,
        average_price: Number(truth?.averagePrice) / 100,
        close_price: Number(truth?.previousClose) / 100,
      },
    ]);
    expect(data("/portfolio/holdings/auctions")).toEqual([]);
  });

  it("refuses product conversion", () => {
    expect(kite.call("PUT", "/portfolio/positions", { token })).toMatchObject({ status: 400 });
  });

  it("computes net funds as cash less debits", () => {
    placeOk(kite, token, { order_type: "MARKET", market_protection: -1 });
    const { net, available, utilised } = data("/user/margins/equity") as {
      net: number;
      available: { cash: number };
      utilised: { debits: number };
    };
    expect(Math.round((available.cash - utilised.debits) * 100)).toBe(Math.round(net * 100));
    expect(data("/user/margins/commodity")).toMatchObject({ enabled: false, net: 0 });
    expect(get("/user/margins/gold")).toMatchObject({ status: 400 });
  });
});

const upper = ({ exchange }: Kite) => exchange.quote("SBIN").upperCircuit / 100;

describe("estimates", () => {
  const ask = (path: string, json: unknown) => {
    kite.pass();
    return kite.call("POST", path, { token, json });
  };

  it("of margin equal the exchange's", () => {
    const price = 1000;
    const required = kite.exchange.requiredMargin({
      account: "ZA0001",
      symbol: "SBIN",
      side: "buy",
      quantity: 10,
      product: "intraday",
      pricing: { kind: "limit", price: rs(price) },
    });
    expect(ask("/margins/orders?mode=compact", [draft({ price })]).body.data).toMatchObject([
      { total: required / 100, var: required / 100, leverage: 5 },
    ]);
    expect(ask("/margins/orders", [draft({ price, product: "CNC" })]).body.data).toMatchObject([
      { total: 10_000, leverage: 1 },
    ]);
  });

  it("of charges follow the tariff", () => {
    const item = (side: string, price: number) => ({
      ...draft({ transaction_type: side, quantity: 100 }),
      order_id: "1",
      average_price: price,
    });
    const [buy, sell] = ask("/charges/orders", [item("BUY", 1000), item("SELL", 1010)]).body.data as {
      charges: Record<string, number>;
    }[];
    expect(buy?.charges).toMatchObject({
      brokerage: 20,
      transaction_tax: 0,
      stamp_duty: 3,
      exchange_turnover_charge: 3.07,
    });
    expect(sell?.charges).toMatchObject({ brokerage: 20, transaction_tax: 25.25, stamp_duty: 0 });
  });

  it.each([["{"], ["{}"], ["[1]"], ["null"]])("of the malformed body %s are refused", (body) => {
    for (const path of ["/margins/orders", "/margins/basket", "/charges/orders"]) {
      kite.pass();
      expect(kite.call("POST", path, { token, body })).toMatchObject({
        status: 400,
        body: { error_type: "InputException" },
      });
    }
  });

  it("of an invalid order are refused as in the order form", () => {
    expect(ask("/margins/orders", [draft({ tradingsymbol: "NOSUCH" })]).status).toBe(400);
    expect(ask("/charges/orders", [draft()]).body.message).toBe("Invalid `average_price`.");
  });
});
