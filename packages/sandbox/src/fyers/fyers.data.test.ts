import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anExchange, at } from "../exchange/exchange-fixture.ts";
import { aBench, aRequest, ask, type Json, logIn } from "./fyers-fixture.ts";

function aReader() {
  const bench = aBench();
  const headers = { authorization: logIn(bench) };
  const get = (address: string) => {
    bench.wait(1_000);
    return ask(bench, "GET", address, { headers });
  };
  return { bench, headers, get, exchange: bench.hub.exchange };
}

describe("market data", () => {
  it("resolves tokens of symbols also without the app id, as the Python client sends it", () => {
    const { bench, headers } = aReader();
    const bare = headers.authorization.slice(headers.authorization.indexOf(":") + 1);
    const tokens = (authorization: string) =>
      ask(bench, "POST", "/data/symbol-token", { headers: { authorization }, body: { symbols: ["NSE:SBIN-EQ"] } });
    expect(tokens(bare).body).toMatchObject({ s: "ok", validSymbol: { "NSE:SBIN-EQ": "10100000003045" } });
    expect(tokens("x").body["code"]).toBe(-16);
    // every other call requires the app id
    expect(ask(bench, "GET", "/api/v3/profile", { headers: { authorization: bare } }).body["code"]).toBe(-15);
    expect(ask(bench, "GET", "/sym_details/index_hsm_mapping.json").body).toHaveProperty(["NSE:NIFTY50-INDEX"]);
  });

  it("quotes up to fifty symbols, and lists unknown ones", () => {
    const { get, exchange } = aReader();
    const { body } = get("/data/quotes?symbols=NSE:SBIN-EQ,NSE:NOSUCH-EQ");
    const quote = exchange.quote("SBIN");
    expect(body["d"]).toMatchObject([
      {
        n: "NSE:SBIN-EQ",
        s: "ok",
        v: {
          lp: quote.lastPrice / 100,
          bid: (quote.buy[0]?.price ?? 0) / 100,
          ask: (quote.sell[0]?.price ?? 0) / 100,
          prev_close_price: quote.previousClose / 100,
          volume: quote.volume,
          short_name: "SBIN-EQ",
          tt: String(Date.parse("2026-11-16T00:00:00Z") / 1_000),
        },
      },
      { n: "NSE:NOSUCH-EQ", s: "error", v: { code: -300 } },
    ]);
    expect(get(`/data/quotes?symbols=${Array(51).fill("NSE:SBIN-EQ")}`).body["code"]).toBe(-50);
    expect(get("/data/quotes").body["code"]).toBe(-50);
  });

  it("shows five levels of depth, with the day's candle when asked", () => {
    const { get, exchange } = aReader();
    const quote = exchange.quote("SBIN");
    const full = (get("/data/depth?symbol=NSE:SBIN-EQ&ohlcv_flag=1").body["d"] as Json)["NSE:SBIN-EQ"] as Json;
    expect(full).toMatchObject({ upper_ckt: quote.upperCircuit / 100, ltq: quote.lastQuantity, tick_Size: 0.1 });
    expect(full["bids"]).toEqual(
      quote.buy.map(({ price, quantity, orders }) => ({ price: price / 100, volume: quantity, ord: orders })),
    );
    const bare = (get("/data/depth?symbol=NSE:SBIN-EQ").body["d"] as Json)["NSE:SBIN-EQ"];
    expect(bare).not.toHaveProperty("ltp");
    expect(get("/data/depth?symbol=NSE:X-EQ").body["code"]).toBe(-300);
    expect(get("/data/depth").body["code"]).toBe(-50);
  });

  it("distinguishes tokens from symbols, whatever the content type", () => {
    const { bench, headers } = aReader();
    const body = { symbols: ["NSE:SBIN-EQ", "NSE:NIFTY50-INDEX", "NSE:NIFTYBANK-INDEX"] };
    expect(ask(bench, "POST", "/data/symbol-token", { headers, body }).body).toEqual({
      s: "ok",
      code: 200,
      message: "",
      validSymbol: { "NSE:SBIN-EQ": "10100000003045", "NSE:NIFTY50-INDEX": "101000000026000" },
      invalidSymbol: ["NSE:NIFTYBANK-INDEX"],
    });
  });

  it.each([
    ["08:00", "CLOSED"],
    ["09:01", "PREOPEN"],
    ["09:11", "PREOPEN_CLOSED"],
    ["11:00", "OPEN"],
    ["18:00", "CLOSED"],
  ])("reports at %s that the market is %s", (time, status) => {
    const bench = aBench(anExchange(), {}, at(time));
    const headers = { authorization: logIn(bench) };
    expect(ask(bench, "GET", "/data/marketStatus", { headers }).body["marketStatus"]).toMatchObject([{ status }, {}]);
  });
});

describe("history", () => {
  const address = (query: Record<string, string>) =>
    `/data/history?${new URLSearchParams({ symbol: "NSE:SBIN-EQ", date_format: "1", cont_flag: "1", ...query })}`;

  it("gives candles in rupees, days stamped with midnight UTC", () => {
    const { get, exchange } = aReader();
    const range = { range_from: "2026-11-12", range_to: "2026-11-13" };
    const days = get(address({ ...range, resolution: "1D" })).body["candles"] as number[][];
    const truth = exchange.candles("SBIN", "day", at("00:00"), at("23:59"));
    expect(days.map(([time]) => time)).toEqual([1794441600, 1794528000]);
    const today = get(address({ range_from: "2026-11-16", range_to: "2026-11-16", resolution: "D" })).body["candles"];
    const { open, high, low, close, volume } = truth[0] ?? {};
    expect(today).toEqual([[1794787200, ...[open, high, low, close].map((price) => (price ?? 0) / 100), volume]]);
    const withInterest = get(address({ ...range, resolution: "60", oi_flag: "1" })).body["candles"] as number[][];
    expect(withInterest[0]).toHaveLength(7);
  });

  it("accepts epoch times, and includes the current minute", () => {
    const { get } = aReader();
    const [from, to] = [at("09:28") / 1_000, at("09:35") / 1_000].map(String) as [string, string];
    const { body } = get(address({ range_from: from, range_to: to, date_format: "0", resolution: "1" }));
    const times = (body["candles"] as number[][]).map(([time]) => time);
    expect(times.slice(0, 2)).toEqual([at("09:28") / 1_000, at("09:29") / 1_000]);
  });

  it("has no data for days without a session and for seconds", () => {
    const { get } = aReader();
    const sunday = { range_from: "2026-11-15", range_to: "2026-11-15" };
    expect(get(address({ ...sunday, resolution: "5" })).body).toEqual({ s: "no_data", candles: [] });
    expect(get(address({ ...sunday, resolution: "5S" })).body["s"]).toBe("no_data");
  });

  it.each([
    [{ resolution: "7", range_from: "2026-11-12", range_to: "2026-11-13" }],
    [{ resolution: "5", range_from: "2026-11-13", range_to: "2026-11-12" }],
    [{ resolution: "5", range_from: "yesterday", range_to: "2026-11-12" }],
    [{ resolution: "5", range_from: "2026-08-01", range_to: "2026-11-12" }],
    [{ resolution: "D", range_from: "2025-11-01", range_to: "2026-11-12" }],
    [{ resolution: "5", range_from: "1", range_to: "2026-11-12", date_format: "2" }],
  ])("refuses %j", (query) => {
    const { get } = aReader();
    expect(get(address(query as Record<string, string>))).toMatchObject({ status: 400, body: { code: -50 } });
  });
});

describe("the symbol master", () => {
  it("is a table of 21 columns without a header, and an object by ticker, both public", () => {
    const { bench, exchange } = aReader();
    const csv = String(bench.core.handle(aRequest("GET", "/sym_details/NSE_CM.csv"), bench.moment).body);
    const rows = csv
      .trimEnd()
      .split("\n")
      .map((row) => row.split(","));
    expect(rows).toHaveLength(exchange.instruments.length + 1);
    expect(rows.at(-1)?.[9]).toBe("NSE:NIFTY50-INDEX");
    expect(rows.every((row) => row.length === 21)).toBe(true);
    const sbin = rows.find((row) => row[13] === "SBIN");
    expect([0, 4, 5, 7, 9, 12].map((column) => sbin?.[column])).toEqual([
      "10100000003045",
      "0.1",
      "INE062A01020",
      "2026-11-16",
      "NSE:SBIN-EQ",
      "3045",
    ]);
    const { body } = ask(bench, "GET", "/sym_details/NSE_CM_sym_master.json");
    expect(body["NSE:SBIN-EQ"]).toMatchObject({
      fyToken: "10100000003045",
      exToken: 3045,
      minLotSize: 1,
      tickSize: 0.1,
    });
  });
});

describe("hostile input", () => {
  it("gets Fyers' own error, and never throws", () => {
    const { bench, headers } = aReader();
    const paths = fc.constantFrom(
      "/api/v3/orders/sync",
      "/api/v3/multi-order/sync",
      "/api/v3/positions",
      "/api/v3/multiorder/margin",
      "/api/v3/validate-authcode",
      "/api/v3/token",
      "/vagator/v2/verify_otp",
      "/data/symbol-token",
      "/data/history?symbol=NSE:SBIN-EQ&range_from=&date_format=1",
      "/nowhere",
    );
    const bodies = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    const methods = fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT");
    fc.assert(
      fc.property(methods, paths, bodies, (method, path, body) => {
        bench.wait(1_000);
        const reply = ask(bench, method, path, { headers, body });
        expect(reply.status).toBeGreaterThanOrEqual(200);
        if (reply.status >= 400) expect(reply.body).toMatchObject({ s: "error", code: expect.any(Number) });
      }),
    );
    expect(ask(bench, "GET", "/nowhere")).toMatchObject({ status: 404, body: { s: "error" } });
  });

  it("is classified by method and path alone", () => {
    const { core } = aBench();
    const kinds = [
      ["POST", "/api/v3/orders/sync", "orders"],
      ["DELETE", "/api/v3/positions", "orders"],
      ["GET", "/api/v3/positions", "reads"],
      ["GET", "/data/quotes", "reads"],
      ["POST", "/vagator/v2/verify_otp", "login"],
      ["GET", "/api/v3/generate-authcode", "login"],
      ["GET", "/sym_details/NSE_CM.csv", "other"],
      ["GET", "/nowhere", "other"],
    ] as const;
    for (const [method, path, kind] of kinds) expect(core.kindOf({ method, path })).toBe(kind);
  });

  it("shares one limit of ten calls a second, and refusals contain the time to wait", () => {
    const { bench, headers } = aReader();
    bench.wait(1_000);
    const replies = ["/api/v3/funds", "/api/v3/orders", "/data/quotes?symbols=NSE:SBIN-EQ", "/api/v3/positions"]
      .flatMap((path) => [path, path, path])
      .map((path) => ask(bench, "GET", path, { headers }));
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect(replies[11]).toMatchObject({
      headers: { "retry-after": "1", "x-retry-after-ms": "1000" },
      body: { s: "error", code: -429, message: "request limit reached" },
    });
  });
});
