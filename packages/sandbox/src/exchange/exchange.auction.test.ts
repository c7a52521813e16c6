import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import { anExchange, aQuietExchange, at, changesOf, limit, place, rs } from "./exchange-fixture.ts";
import type { ExchangeEvent } from "./model.ts";

const NINE = at("09:01");

const auctionsOf = (events: readonly ExchangeEvent[], symbol = "SBIN") =>
  events.filter((event) => event.kind === "auction").filter((event) => event.symbol === symbol);

describe("the pre-open", () => {
  it("collects orders until a moment in its last two minutes, then publishes the price, and trades at 9:10", () => {
    const exchange = anExchange();
    const { order } = place(exchange, "anil", "buy", { now: NINE, pricing: limit(1_150) });
    expect(order).toMatchObject({ status: "open", filledQuantity: 0 });
    expect(exchange.phase("SBIN")).toBe("pre_open");
    const indicative = exchange.quote("SBIN").auction;

    const [auction] = auctionsOf(exchange.advance(at("09:09:59")));
    expect(auction).toMatchObject({ session: "pre_open", price: indicative?.price, quantity: indicative?.quantity });
    expect(auction?.at).toBeGreaterThanOrEqual(at("09:08"));
    expect(exchange.quote("SBIN").auction).toEqual({ price: auction?.price, quantity: auction?.quantity });
    expect(exchange.order(order.id)?.status).toBe("open");

    exchange.advance(at("09:10"));
    expect(exchange.order(order.id)).toMatchObject({ status: "filled", averagePrice: auction?.price });
    expect(exchange.dayTrades("anil")).toMatchObject([{ counterparty: "auction", at: at("09:10") }]);
    expect(exchange.quote("SBIN")).toMatchObject({ open: auction?.price, volume: auction?.quantity });
    expect(changesOf(exchange, order.id)).toEqual(["placed", "open", "filled"]);
  });

  it("opens at the planned price without clients, and at the clients' price with them", () => {
    const [alone, pushed] = [anExchange(), anExchange()];
    pushed.addCash("anil", rs(10_000_000_000));
    place(pushed, "anil", "buy", { now: NINE, quantity: 90_000, pricing: limit(1_191.3) });
    const [planned] = auctionsOf(alone.advance(at("09:10")));
    const [higher] = auctionsOf(pushed.advance(at("09:10")));
    expect(higher?.price).toBeGreaterThan(planned?.price ?? 0);
    expect(alone.quote("SBIN").open).toBe(planned?.price);
  });

  it("keeps unfilled orders for the continuous session, in their place in the queue", () => {
    const exchange = aQuietExchange();
    const first = place(exchange, "anil", "buy", { now: NINE, pricing: limit(1_080) }).order.id;
    place(exchange, "asha", "buy", { now: NINE, pricing: limit(1_080) });
    exchange.advance(at("09:15"));
    expect(exchange.order(first)?.status).toBe("open");
    place(exchange, "bina", "sell", { now: at("09:15"), pricing: limit(1_080), quantity: 4 });
    expect(exchange.order(first)?.filledQuantity).toBe(4);
  });

  it("matches clients at one price: better limits in full, the last limit by time", () => {
    const exchange = aQuietExchange();
    const buys = (["anil", "asha", "charu"] as const).map(
      (account, index) =>
        place(exchange, account, "buy", { now: NINE, pricing: limit(index === 0 ? 1_090 : 1_085) }).order.id,
    );
    const { order: sell } = place(exchange, "bina", "sell", { now: NINE, pricing: limit(1_070), quantity: 25 });
    exchange.advance(at("09:10"));
    expect(exchange.order(sell.id)).toMatchObject({ status: "filled", averagePrice: rs(1_085) });
    expect(buys.map((id) => exchange.order(id)?.filledQuantity)).toEqual([10, 10, 5]);
    expect(buys.map((id) => exchange.order(id)?.averagePrice)).toEqual([rs(1_085), rs(1_085), rs(1_085)]);
  });

  it("accepts changes and cancellations while it collects", () => {
    const exchange = anExchange();
    const { order } = place(exchange, "anil", "buy", { now: NINE, pricing: limit(1_000) });
    expect(exchange.modify({ now: at("09:05"), orderId: order.id, pricing: limit(1_010) })).toMatchObject({
      ok: true,
      value: { status: "open", limitPrice: rs(1_010), filledQuantity: 0 },
    });
    expect(exchange.cancel(order.id, at("09:06"))).toMatchObject({ ok: true, value: { status: "cancelled" } });
  });
});

describe("a market order before the open", () => {
  const market = { kind: "market", protection: 100 } as const;
  const LAST_OLD = istDate("2026-09-04");
  const FIRST_NEW = istDate("2026-09-07");

  it("is accepted until 9:05 since 7 September 2026, and neither changed nor cancelled afterwards", () => {
    const exchange = anExchange();
    const { order } = place(exchange, "anil", "buy", { now: at("09:04:59", FIRST_NEW), pricing: market });
    expect(order.status).toBe("open");
    const now = at("09:05", FIRST_NEW);
    expect(place(exchange, "asha", "buy", { now, pricing: market }).order).toMatchObject({
      status: "rejected",
      reason: "order_type_not_allowed",
    });
    expect(exchange.modify({ now, orderId: order.id, quantity: 5 })).toMatchObject({ error: "order_type_not_allowed" });
    expect(exchange.cancel(order.id, now)).toMatchObject({ error: "order_type_not_allowed" });
    exchange.advance(at("09:10", FIRST_NEW));
    expect(exchange.order(order.id)?.status).toBe("filled");
  });

  it("allows changing and cancelling a limit order, but not turning it into a market order", () => {
    const exchange = anExchange();
    exchange.advance(at("09:05", FIRST_NEW));
    const low = { kind: "limit", price: exchange.quote("SBIN").lowerCircuit } as const;
    const { order } = place(exchange, "anil", "buy", { now: at("09:05", FIRST_NEW), pricing: low });
    expect(order.status).toBe("open");
    const now = at("09:07", FIRST_NEW);
    expect(exchange.modify({ now, orderId: order.id, pricing: market })).toMatchObject({
      error: "order_type_not_allowed",
    });
    expect(exchange.modify({ now, orderId: order.id, quantity: 5 })).toMatchObject({ ok: true });
    expect(exchange.cancel(order.id, now)).toMatchObject({ ok: true });
  });

  it("is accepted, changed and cancelled until the collection closes on 4 September 2026", () => {
    const exchange = anExchange();
    const now = at("09:06:30", LAST_OLD);
    const { order } = place(exchange, "anil", "buy", { now, pricing: market });
    expect(order.status).toBe("open");
    expect(exchange.modify({ now, orderId: order.id, quantity: 5 })).toMatchObject({ ok: true });
    expect(exchange.cancel(order.id, now)).toMatchObject({ ok: true });
    expect(auctionsOf(exchange.advance(at("09:08", LAST_OLD)))).toHaveLength(1);
  });
});

describe("a scripted stock", () => {
  it("opens and closes in its auctions at the scripted price", () => {
    const exchange = anExchange();
    exchange.advance(at("08:00"));
    exchange.scriptPrices("SBIN", [
      { at: at("08:30"), price: rs(1_100) },
      { at: at("14:00"), price: rs(1_100) },
      { at: at("15:00"), price: rs(1_110) },
    ]);
    exchange.advance(at("09:10"));
    expect(exchange.quote("SBIN").open).toBe(rs(1_100));
    exchange.advance(at("16:00"));
    expect(exchange.lastPrice("SBIN")).toBe(rs(1_110));
  });
});

describe("the closing auction", () => {
  const delivery = { product: "delivery" } as const;

  /** The auction's reference price, derived from its band of 3 %. */
  const bandOf = (exchange: Exchange) => {
    const { lowerCircuit, upperCircuit } = exchange.quote("SBIN");
    return { low: lowerCircuit, high: upperCircuit };
  };

  it("accepts limits from 15:20 in a band of 3 %, and sets the close", () => {
    const exchange = anExchange();
    exchange.advance(at("15:20"));
    const { low, high } = bandOf(exchange);
    const last = exchange.lastPrice("SBIN");
    expect(high - low).toBeLessThan(last * 0.0601);
    const beyond = { ...delivery, now: at("15:21"), pricing: { kind: "limit", price: paise(high + 10) } } as const;
    expect(place(exchange, "anil", "buy", beyond).order.reason).toBe("outside_price_band");
    const { order } = place(exchange, "anil", "buy", { ...beyond, pricing: { kind: "limit", price: high } });
    const { order: market } = place(exchange, "anil", "buy", {
      ...beyond,
      pricing: { kind: "market", protection: 100 },
    });
    expect([order.status, market.status]).toEqual(["open", "open"]);

    const [auction] = auctionsOf(exchange.advance(at("15:30")));
    expect(auction).toMatchObject({ session: "closing" });
    expect(exchange.order(order.id)).toMatchObject({ status: "filled", averagePrice: auction?.price });
    expect(exchange.lastPrice("SBIN")).toBe(auction?.price);
    const [day] = exchange.candles("SBIN", "day", at("00:00"), at("23:00"));
    expect(day?.close).toBe(auction?.price);
  });

  it("accepts only limits from 15:25, and never a stop or an immediate order", () => {
    const exchange = anExchange();
    const market = { kind: "market", protection: 100 } as const;
    exchange.advance(at("15:20"));
    const { low } = bandOf(exchange);
    const near = { kind: "limit", price: low } as const;
    const refused = { status: "rejected", reason: "order_type_not_allowed" };
    const asked = [
      { now: at("15:21"), pricing: near, validity: "ioc" },
      { now: at("15:21"), pricing: { kind: "stop_limit", trigger: low, price: low } },
      { now: at("15:25"), pricing: market },
    ] as const;
    for (const each of asked)
      expect(place(exchange, "anil", "buy", { ...delivery, ...each }).order).toMatchObject(refused);
    const { order } = place(exchange, "anil", "buy", { ...delivery, now: at("15:26"), pricing: near });
    expect(order.status).toBe("open");
    exchange.advance(at("16:00"));
    expect(exchange.order(order.id)).toMatchObject({ status: "expired", filledQuantity: 0 });
  });

  it("takes over resting limit orders inside its band, and ends stops and limits outside it", () => {
    const exchange = aQuietExchange();
    const resting = { ...delivery, now: at("15:13") };
    const near = place(exchange, "anil", "buy", { ...resting, pricing: limit(1_080) }).order.id;
    const far = place(exchange, "anil", "buy", { ...resting, pricing: limit(1_000) }).order.id;
    const waiting = place(exchange, "anil", "buy", {
      ...resting,
      pricing: { kind: "stop_limit", trigger: rs(1_090), price: rs(1_091) },
    }).order.id;
    exchange.advance(at("15:15"));
    expect(exchange.order(near)?.status).toBe("open");
    expect(exchange.order(far)).toMatchObject({ status: "cancelled", reason: "outside_price_band" });
    expect(exchange.order(waiting)).toMatchObject({ status: "cancelled", reason: "closing_auction" });

    place(exchange, "bina", "sell", { ...delivery, now: at("15:22"), pricing: limit(1_079), quantity: 10 });
    exchange.advance(at("15:30"));
    expect(exchange.order(near)).toMatchObject({ status: "filled" });
  });

  it("does not exist for stocks without derivatives", () => {
    const exchange = anExchange();
    exchange.advance(at("15:29:59"));
    expect([exchange.phase("ACC"), exchange.phase("SBIN")]).toEqual(["continuous", "closing_matching"]);
    const pricing = { kind: "market", protection: 100 } as const;
    const { order } = place(exchange, "anil", "buy", {
      ...delivery,
      now: at("15:29:59"),
      symbol: "ACC",
      quantity: 1,
      pricing,
    });
    expect(order.status).toBe("filled");
  });
});

describe("trading days", () => {
  it.each([
    ["a Sunday", "2026-11-15"],
    ["a holiday", "2026-11-24"],
  ])("%s has no session", (_case, date) => {
    const exchange = anExchange();
    const now = at("11:00", istDate(date));
    expect(place(exchange, "anil", "buy", { now }).order.reason).toBe("session_closed");
    expect(exchange.marketDate()).not.toBe(date);
    expect(exchange.quote("SBIN").lastPrice).toBeGreaterThan(0);
  });

  it("include an evening Muhurat", () => {
    const exchange = anExchange();
    const muhurat = istDate("2026-11-08");
    exchange.advance(at("12:00", muhurat));
    expect(exchange.phase("SBIN")).toBe("closed");
    exchange.advance(at("18:30", muhurat));
    expect(exchange.phase("SBIN")).toBe("continuous");
    const { order } = place(exchange, "anil", "buy", {
      now: at("18:30", muhurat),
      pricing: { kind: "market", protection: 100 },
    });
    expect(order.status).toBe("filled");
    exchange.advance(at("19:16", muhurat));
    expect(exchange.phase("SBIN")).toBe("closed");
    expect(exchange.positions("anil")).toMatchObject([{ netQuantity: 0 }]);
  });

  it("are reported as they begin and end, phase by phase, in chronological order", () => {
    const exchange = anExchange();
    const events = exchange.advance(at("23:00"));
    const published = events.flatMap((event) =>
      event.kind === "day" ? [event.what] : event.kind === "session" && event.segment === "fno" ? [event.phase] : [],
    );
    expect(published).toEqual([
      "started",
      "pre_open",
      "pre_open_matching",
      "continuous",
      "closing_reference",
      "closing_auction",
      "closing_matching",
      "closed",
      "closed",
    ]);
    events.forEach((event, index) => {
      expect(event.sequence).toBe(index + 1);
      expect(event.at).toBeGreaterThanOrEqual(events[index - 1]?.at ?? 0);
    });
  });
});
