import { describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import { aQuietExchange, at, changesOf, limit, order, orderEvents, place, rs, stop } from "./exchange-fixture.ts";
import type { PlaceOrder, RejectReason } from "./model.ts";

const TEN = at("10:00");

const orderOf = (exchange: Exchange, id: string) => {
  const found = exchange.order(id);
  if (found === null) throw new Error(`no order ${id}`);
  return found;
};

describe("a limit order", () => {
  it("is placed and open, and can be found by its tag, its account and the broker's number", () => {
    const exchange = aQuietExchange();
    const { order: placed, events } = place(exchange, "anil", "buy", { now: TEN, tag: "T1", brokerOrderId: "K1" });

    expect(orderEvents(events).map(({ change, order: { status } }) => [change, status])).toEqual([
      ["placed", "received"],
      ["open", "open"],
    ]);
    expect(placed).toMatchObject({
      status: "open",
      account: "anil",
      broker: "zerodha",
      tag: "T1",
      brokerOrderId: "K1",
      limitPrice: rs(1_083),
      triggerPrice: null,
      pendingQuantity: 10,
      filledQuantity: 0,
      date: "2026-11-16",
    });
    expect(placed.id).toMatch(/^11\d{14}$/);
    for (const query of [{ tag: "T1" }, { account: "anil" }, { brokerOrderId: "K1" }, { symbol: "SBIN" }, {}]) {
      expect(exchange.findOrders(query).map(({ id }) => id)).toEqual([placed.id]);
    }
    for (const query of [{ tag: "T2" }, { account: "asha" }, { tag: "T1", account: "asha" }]) {
      expect(exchange.findOrders(query)).toEqual([]);
    }
    expect(exchange.dayOrders("anil")).toEqual([placed]);
    expect(exchange.orderHistory(placed.id).map(({ status }) => status)).toEqual(["received", "open"]);
  });

  it("trades with another client at the earlier order's price, both reported under one trade id", () => {
    const exchange = aQuietExchange();
    const sell = place(exchange, "bina", "sell", { now: TEN, pricing: limit(1_082.5), quantity: 4 });
    const buy = place(exchange, "anil", "buy", { now: TEN, quantity: 10 });

    expect(orderEvents(buy.events).map(({ change, order: { account } }) => `${account} ${change}`)).toEqual([
      "anil placed",
      "anil open",
      "bina filled",
      "anil partially_filled",
    ]);
    expect(buy.order).toMatchObject({
      status: "open",
      filledQuantity: 4,
      pendingQuantity: 6,
      averagePrice: rs(1_082.5),
    });
    expect(orderOf(exchange, sell.order.id)).toMatchObject({ status: "filled", filledValue: 4 * rs(1_082.5) });
    const [trade] = exchange.dayTrades("anil");
    expect(trade).toMatchObject({ quantity: 4, price: rs(1_082.5), counterparty: "client", side: "buy" });
    expect(exchange.orderTrades(sell.order.id)[0]?.id).toBe(trade?.id);
    expect(exchange.quote("SBIN")).toMatchObject({ lastPrice: rs(1_082.5), volume: 4, open: rs(1_082.5) });
  });

  it("is filled in parts that add up, the average to the nearest paisa", () => {
    const exchange = aQuietExchange();
    place(exchange, "bina", "sell", { now: TEN, pricing: limit(1_082), quantity: 3 });
    place(exchange, "charu", "sell", { now: TEN, pricing: limit(1_082.1), quantity: 4 });
    const { order: buy } = place(exchange, "anil", "buy", { now: TEN, quantity: 7 });

    expect(buy.filledValue).toBe(3 * rs(1_082) + 4 * rs(1_082.1));
    expect(buy.averagePrice).toBe(Math.round(buy.filledValue / 7));
    expect(changesOf(exchange, buy.id)).toEqual(["placed", "open", "partially_filled", "filled"]);
    expect(exchange.orderTrades(buy.id).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(7);
  });

  it("never trades with the same account: the newer one is cancelled", () => {
    const exchange = aQuietExchange();
    const { order: first } = place(exchange, "anil", "sell", { now: TEN });
    const { order: second } = place(exchange, "anil", "buy", { now: TEN });
    expect(second).toMatchObject({ status: "cancelled", reason: "self_trade", cancelledQuantity: 10 });
    expect(orderOf(exchange, first.id)).toMatchObject({ status: "open", filledQuantity: 0 });
  });
});

describe("an order for delivery", () => {
  it("expires at the close of its segment", () => {
    const exchange = aQuietExchange();
    const delivery = { now: TEN, product: "delivery" } as const;
    const { order: fno } = place(exchange, "anil", "buy", delivery);
    const { order: other } = place(exchange, "anil", "buy", { ...delivery, symbol: "ACC", pricing: limit(1_325) });
    exchange.advance(at("15:29:59"));
    expect([fno.id, other.id].map((id) => orderOf(exchange, id).status)).toEqual(["open", "open"]);
    exchange.advance(at("15:30"));
    expect([fno.id, other.id].map((id) => orderOf(exchange, id).status)).toEqual(["open", "expired"]);
    exchange.advance(at("15:35"));
    expect(changesOf(exchange, fno.id)).toEqual(["placed", "open", "expired"]);
    expect(orderOf(exchange, fno.id)).toMatchObject({ cancelledQuantity: 10, pendingQuantity: 0 });
  });
});

describe("an immediate-or-cancel order", () => {
  it("trades what is offered and cancels the remainder", () => {
    const exchange = aQuietExchange();
    place(exchange, "bina", "sell", { now: TEN, quantity: 4 });
    const { order: buy } = place(exchange, "anil", "buy", { now: TEN, validity: "ioc" });
    expect(buy).toMatchObject({
      status: "cancelled",
      reason: "ioc_remainder",
      filledQuantity: 4,
      cancelledQuantity: 6,
      pendingQuantity: 0,
    });
    expect(changesOf(exchange, buy.id)).toEqual(["placed", "open", "partially_filled", "cancelled"]);
    expect(exchange.quote("SBIN").buy).toEqual([]);
  });

  it("is filled when enough is offered, and cancelled completely when nothing is", () => {
    const exchange = aQuietExchange();
    expect(place(exchange, "anil", "buy", { now: TEN, validity: "ioc" }).order.status).toBe("cancelled");
    place(exchange, "bina", "sell", { now: TEN, quantity: 20 });
    expect(place(exchange, "anil", "buy", { now: TEN, validity: "ioc" }).order.status).toBe("filled");
  });
});

describe("a stop order", () => {
  const tradeAt = (exchange: Exchange, rupees: number) => {
    const trade = { now: TEN, quantity: 1, pricing: limit(rupees) };
    place(exchange, "bina", "sell", trade);
    return place(exchange, "charu", "buy", trade);
  };

  it("waits until the last price reaches its trigger, then goes to the market", () => {
    const exchange = aQuietExchange();
    const { order: waiting } = place(exchange, "anil", "sell", { now: TEN, pricing: stop(1_080, 1_079) });
    expect(waiting).toMatchObject({ status: "trigger_pending", triggerPrice: rs(1_080), limitPrice: rs(1_079) });
    expect(exchange.quote("SBIN").sell).toEqual([]);

    tradeAt(exchange, 1_080.1);
    expect(orderOf(exchange, waiting.id).status).toBe("trigger_pending");
    tradeAt(exchange, 1_080);
    expect(orderOf(exchange, waiting.id)).toMatchObject({ status: "open", triggeredAt: TEN });
    place(exchange, "asha", "buy", { now: TEN, pricing: limit(1_079.5) });
    expect(orderOf(exchange, waiting.id)).toMatchObject({ status: "filled", averagePrice: rs(1_079) });
    expect(changesOf(exchange, waiting.id)).toEqual(["placed", "trigger_pending", "open", "filled"]);
  });

  it("triggers on a rise when it buys, and may trigger the next", () => {
    const exchange = aQuietExchange();
    const first = place(exchange, "anil", "buy", { now: TEN, pricing: stop(1_085, 1_090), quantity: 1 });
    const second = place(exchange, "asha", "buy", { now: TEN, pricing: stop(1_088, 1_090), quantity: 1 });
    place(exchange, "bina", "sell", { now: TEN, pricing: limit(1_088), quantity: 5 });
    const { events } = tradeAt(exchange, 1_085);
    expect(
      orderEvents(events)
        .filter(({ order: { account } }) => account === "anil" || account === "asha")
        .map(({ change, order: { account } }) => `${account} ${change}`),
    ).toEqual(["anil open", "anil filled", "asha open", "asha filled"]);
    expect([first, second].map(({ order: { id } }) => orderOf(exchange, id).averagePrice)).toEqual([
      rs(1_088),
      rs(1_088),
    ]);
  });

  it.each([
    ["sells above the market", "sell", stop(1_084, 1_083)],
    ["sells with its limit above its trigger", "sell", stop(1_080, 1_081)],
    ["buys below the market", "buy", stop(1_082, 1_084)],
    ["buys with its limit below its trigger", "buy", stop(1_085, 1_084)],
  ] as const)("is refused when it %s", (_case, side, pricing) => {
    const { order: refused } = place(aQuietExchange(), "anil", side, { now: TEN, pricing });
    expect(refused).toMatchObject({ status: "rejected", reason: "trigger_on_wrong_side" });
  });

  it("with a protected market price gets its limit from the trigger", () => {
    const pricing = { kind: "stop_market", trigger: rs(1_080), protection: 100 } as const;
    const { order: placed } = place(aQuietExchange(), "anil", "sell", { now: TEN, pricing });
    expect(placed).toMatchObject({ status: "trigger_pending", limitPrice: rs(1_069.2), pricing });
  });
});

describe("a market order", () => {
  it.each([
    ["buy", 100, 1_093.8],
    ["sell", 100, 1_072.2],
    ["buy", "auto", 1_088.4],
    ["sell", "auto", 1_077.6],
    ["buy", 5_000, 1_191.3],
  ] as const)("to %s with a protection of %s becomes a limit at %d", (side, protection, price) => {
    const { order: placed } = place(aQuietExchange(), "anil", side, {
      now: TEN,
      pricing: { kind: "market", protection },
    });
    expect(placed).toMatchObject({ status: "open", limitPrice: rs(price) });
  });

  it.each([null, 0, -1, Number.NaN])("is refused with a protection of %s", (protection) => {
    const { order: placed } = place(aQuietExchange(), "anil", "buy", {
      now: TEN,
      pricing: { kind: "market", protection },
    });
    expect(placed).toMatchObject({ status: "rejected", reason: "market_without_protection", limitPrice: null });
  });
});

describe("an order is refused", () => {
  const cases: readonly (readonly [RejectReason, string, Partial<PlaceOrder>])[] = [
    ["unknown_symbol", "for a stock that is not listed", { symbol: "NOSUCH" }],
    ["quantity_invalid", "for no share", { quantity: 0 }],
    ["quantity_invalid", "for a fraction of a share", { quantity: 1.5 }],
    ["quantity_invalid", "for more than one order may carry", { quantity: 10_000_000 }],
    ["tag_invalid", "with a tag of 31 letters", { tag: "x".repeat(31) }],
    ["tag_invalid", "with an empty tag", { tag: "" }],
    ["tick_size", "between two ticks", { pricing: limit(1_083.05) }],
    ["tick_size", "without a price", { pricing: limit(0) }],
    ["outside_price_band", "above the band", { pricing: limit(1_191.4) }],
    ["outside_price_band", "below the band", { pricing: limit(974.6) }],
    ["insufficient_funds", "beyond its funds", { quantity: 50_000 }],
    ["insufficient_funds", "for delivery beyond its funds", { quantity: 10_000, product: "delivery" }],
    ["insufficient_holdings", "for shares it does not hold", { side: "sell", product: "delivery" }],
    ["intraday_banned", "intraday in a stock for delivery only", { symbol: "MMTC", pricing: limit(62.2) }],
    ["session_closed", "before the session", { now: at("08:59:59") }],
    ["session_closed", "intraday in a delivery-only stock", { now: at("09:10") }],
    ["session_closed", "in the reference minutes", { now: at("15:16") }],
    ["session_closed", "after the close", { now: at("15:40") }],
    ["order_type_not_allowed", "as a stop before the open", { now: at("09:03"), pricing: stop(1_090, 1_091) }],
    [
      "order_type_not_allowed",
      "at the market after 9:05",
      { now: at("09:05"), pricing: { kind: "market", protection: 100 } },
    ],
    ["order_type_not_allowed", "as immediate before the open", { now: at("09:03"), validity: "ioc" }],
  ];

  it.each(cases)("%s: %s", (reason, _case, draft) => {
    const exchange = aQuietExchange();
    const { order: refused, events } = exchange.place(order("anil", "buy", { now: TEN, ...draft }));
    expect(refused).toMatchObject({ status: "rejected", reason, filledQuantity: 0, pendingQuantity: 0 });
    expect(orderEvents(events).map(({ change }) => change)).toEqual(["placed", "rejected"]);
    expect(exchange.funds("anil").blocked).toBe(0);
    expect(exchange.order(refused.id)).toEqual(refused);
  });

  it("accepts the limits of the band, and a tag of 30", () => {
    const exchange = aQuietExchange();
    for (const price of [1_191.3, 974.7]) {
      expect(
        place(exchange, "anil", "buy", { now: TEN, pricing: limit(price), tag: "x".repeat(30) }).order.status,
      ).toBe("open");
    }
  });

  it("while trading is halted, and accepted again afterwards", () => {
    const exchange = aQuietExchange();
    const { order: resting } = place(exchange, "anil", "buy", { now: TEN });
    exchange.haltTrading("SBIN", at("10:15"));
    expect(exchange.phase("SBIN")).toBe("halted");
    expect(place(exchange, "asha", "buy", { now: at("10:14:59") }).order.reason).toBe("trading_halted");
    expect(exchange.cancel(resting.id, at("10:14:59")).ok).toBe(true);
    expect(place(exchange, "asha", "buy", { now: at("10:15") }).order.status).toBe("open");
    expect(exchange.phase("RELIANCE")).toBe("continuous");
  });
});
