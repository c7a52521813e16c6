import { describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import { anExchange, aQuietExchange, at, changesOf, limit, place, rs, stop } from "./exchange-fixture.ts";

const TEN = at("10:00");
const LATER = at("10:01");

/** The sellers that one buyer trades with and their quantities, in order. */
function sweep(exchange: Exchange, quantity: number): [string, number][] {
  const { order } = place(exchange, "charu", "buy", { now: LATER, quantity, pricing: limit(1_084) });
  const trades = exchange.orderTrades(order.id).map(({ id }) => id);
  return ["anil", "asha", "bina"]
    .flatMap((account) =>
      exchange
        .dayTrades(account)
        .filter(({ id }) => trades.includes(id))
        .map(({ id, quantity: shares }) => ({ at: trades.indexOf(id), row: [account, shares] as [string, number] })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);
}

describe("modifying an order", () => {
  const three = () => {
    const exchange = aQuietExchange();
    const [first, second] = ["anil", "asha"].map((account) => place(exchange, account, "sell", { now: TEN }).order.id);
    return { exchange, first: first ?? "", second: second ?? "" };
  };

  it("down in quantity keeps the place in the queue", () => {
    const { exchange, first } = three();
    const reply = exchange.modify({ now: LATER, orderId: first, quantity: 6 });
    expect(reply).toMatchObject({ ok: true, value: { quantity: 6, pendingQuantity: 6, modifications: 1 } });
    expect(sweep(exchange, 8)).toEqual([
      ["anil", 6],
      ["asha", 2],
    ]);
  });

  it("up in quantity moves it to the end of the queue", () => {
    const { exchange, first } = three();
    exchange.modify({ now: LATER, orderId: first, quantity: 11 });
    expect(sweep(exchange, 12)).toEqual([
      ["asha", 10],
      ["anil", 2],
    ]);
  });

  it("to another price and back moves it to the end of the queue", () => {
    const { exchange, first } = three();
    exchange.modify({ now: LATER, orderId: first, pricing: limit(1_084) });
    exchange.modify({ now: LATER, orderId: first, pricing: limit(1_083) });
    expect(sweep(exchange, 12)).toEqual([
      ["asha", 10],
      ["anil", 2],
    ]);
  });

  it("no field keeps the place in the queue", () => {
    const { exchange, first } = three();
    expect(exchange.modify({ now: LATER, orderId: first, pricing: limit(1_083) }).ok).toBe(true);
    expect(sweep(exchange, 12)).toEqual([
      ["anil", 10],
      ["asha", 2],
    ]);
  });

  it("to a marketable price trades at once", () => {
    const { exchange, first } = three();
    const { order: buy } = place(exchange, "charu", "buy", { now: TEN, pricing: limit(1_082) });
    const reply = exchange.modify({ now: LATER, orderId: buy.id, pricing: limit(1_083.5) });
    expect(reply).toMatchObject({ ok: true, value: { status: "filled", averagePrice: rs(1_083) } });
    expect(changesOf(exchange, buy.id)).toEqual(["placed", "open", "updated", "filled"]);
    expect(exchange.order(first)?.status).toBe("filled");
  });

  it("that is partly filled includes the filled part in the new quantity", () => {
    const { exchange, first } = three();
    sweep(exchange, 4);
    expect(exchange.modify({ now: LATER, orderId: first, quantity: 4 })).toMatchObject({ error: "quantity_invalid" });
    expect(exchange.modify({ now: LATER, orderId: first, quantity: 5 })).toMatchObject({
      ok: true,
      value: { status: "open", quantity: 5, filledQuantity: 4, pendingQuantity: 1 },
    });
    expect(sweep(exchange, 1)).toEqual([["anil", 1]]);
    expect(exchange.order(first)).toMatchObject({ status: "filled", quantity: 5, filledQuantity: 5 });
  });

  it("to immediate-or-cancel trades what it can and ends", () => {
    const { exchange, first } = three();
    expect(exchange.modify({ now: LATER, orderId: first, validity: "ioc" })).toMatchObject({
      ok: true,
      value: { status: "cancelled", reason: "ioc_remainder" },
    });
  });

  it("moves the trigger of a waiting stop, which still waits", () => {
    const { exchange } = three();
    const { order } = place(exchange, "bina", "sell", { now: TEN, pricing: stop(1_080, 1_079) });
    expect(exchange.modify({ now: LATER, orderId: order.id, pricing: stop(1_081, 1_080) })).toMatchObject({
      ok: true,
      value: { status: "trigger_pending", triggerPrice: rs(1_081), limitPrice: rs(1_080) },
    });
    expect(exchange.modify({ now: LATER, orderId: order.id, quantity: 5 })).toMatchObject({
      ok: true,
      value: { status: "trigger_pending", quantity: 5, modifications: 2 },
    });
  });

  it("turns a waiting stop into a marketable limit, as the exit at the target does", () => {
    const { exchange } = three();
    place(exchange, "charu", "buy", { now: TEN, pricing: limit(1_082) });
    const { order } = place(exchange, "bina", "sell", { now: TEN, pricing: stop(1_080, 1_079) });
    expect(exchange.modify({ now: LATER, orderId: order.id, pricing: limit(1_082) })).toMatchObject({
      ok: true,
      value: { status: "filled", averagePrice: rs(1_082), triggerPrice: null },
    });
    expect(changesOf(exchange, order.id)).toEqual(["placed", "trigger_pending", "updated", "filled"]);
  });

  it("turns a limit into a stop, which leaves the book", () => {
    const { exchange, first } = three();
    expect(exchange.modify({ now: LATER, orderId: first, pricing: stop(1_080, 1_079) })).toMatchObject({
      ok: true,
      value: { status: "trigger_pending" },
    });
    expect(sweep(exchange, 12)).toEqual([["asha", 10]]);
  });

  it("changes only the price of a triggered stop", () => {
    const { exchange, first } = three();
    const { order } = place(exchange, "bina", "sell", { now: TEN, pricing: stop(1_083, 1_082) });
    sweep(exchange, 1);
    expect(exchange.order(order.id)).toMatchObject({ status: "open", triggeredAt: LATER });
    expect(exchange.modify({ now: LATER, orderId: order.id, pricing: stop(1_070, 1_081) })).toMatchObject({
      ok: true,
      value: { status: "open", limitPrice: rs(1_081), triggerPrice: rs(1_083), triggeredAt: LATER },
    });
    expect(first).not.toBe(order.id);
  });

  it.each([
    ["tick_size", { pricing: limit(1_083.05) }],
    ["outside_price_band", { pricing: limit(1_200) }],
    ["quantity_invalid", { quantity: 0 }],
    ["insufficient_funds", { quantity: 60_000 }],
    ["market_without_protection", { pricing: { kind: "market", protection: null } }],
    ["trigger_on_wrong_side", { pricing: stop(1_090, 1_080) }],
  ] as const)("is refused for %s and changes nothing", (error, change) => {
    const { exchange, first } = three();
    const before = exchange.order(first);
    const funds = exchange.funds("anil");
    expect(exchange.modify({ now: LATER, orderId: first, ...change })).toMatchObject({ ok: false, error });
    expect(exchange.order(first)).toEqual(before);
    expect(exchange.funds("anil")).toEqual(funds);
    expect(sweep(exchange, 12)).toEqual([
      ["anil", 10],
      ["asha", 2],
    ]);
  });
});

describe("a change to a finished order", () => {
  function inEveryState(exchange: Exchange): Record<string, string> {
    const filled = place(exchange, "anil", "sell", { now: TEN }).order.id;
    place(exchange, "bina", "buy", { now: TEN });
    const cancelled = place(exchange, "anil", "sell", { now: TEN, pricing: limit(1_090) }).order.id;
    exchange.cancel(cancelled, TEN);
    const rejected = place(exchange, "anil", "buy", { now: TEN, quantity: 0 }).order.id;
    return { filled, cancelled, rejected };
  }

  it.each(["filled", "cancelled", "rejected"])("%s is refused", (state) => {
    const exchange = aQuietExchange();
    const id = inEveryState(exchange)[state] ?? "";
    expect(exchange.order(id)?.status).toBe(state);
    expect(exchange.cancel(id, LATER)).toMatchObject({ ok: false, error: "order_not_open" });
    expect(exchange.modify({ now: LATER, orderId: id, quantity: 5 })).toMatchObject({ error: "order_not_open" });
    expect(exchange.order(id)?.status).toBe(state);
  });

  it("expired or unknown is refused", () => {
    const exchange = aQuietExchange();
    const { order } = place(exchange, "anil", "buy", { now: TEN, product: "delivery" });
    exchange.advance(at("15:36"));
    expect(exchange.order(order.id)?.status).toBe("expired");
    expect(exchange.cancel(order.id, at("15:37"))).toMatchObject({ error: "order_not_open" });
    expect(exchange.cancel("1", at("15:37"))).toMatchObject({ error: "order_unknown" });
    expect(exchange.modify({ now: at("15:37"), orderId: "1" })).toMatchObject({ error: "order_unknown" });
  });
});

describe("cancelling", () => {
  it.each([
    ["open", limit(1_090)],
    ["trigger_pending", stop(1_080, 1_079)],
  ] as const)("releases the margin of an order that is %s and removes it from the market", (status, pricing) => {
    const exchange = aQuietExchange();
    const { order } = place(exchange, "anil", "sell", { now: TEN, pricing });
    expect(order.status).toBe(status);
    expect(exchange.funds("anil").blocked).toBeGreaterThan(0);
    expect(exchange.cancel(order.id, LATER)).toMatchObject({
      ok: true,
      value: { status: "cancelled", reason: "requested", cancelledQuantity: 10 },
    });
    expect(exchange.funds("anil").blocked).toBe(0);
    place(exchange, "bina", "buy", { now: LATER, pricing: limit(1_090) });
    expect(exchange.dayTrades("anil")).toEqual([]);
  });

  it("keeps the fills of a partly filled order", () => {
    const exchange = aQuietExchange();
    const { order } = place(exchange, "anil", "sell", { now: TEN });
    place(exchange, "bina", "buy", { now: TEN, quantity: 3 });
    expect(exchange.cancel(order.id, LATER)).toMatchObject({
      value: { status: "cancelled", filledQuantity: 3, cancelledQuantity: 7, pendingQuantity: 0 },
    });
    expect(exchange.positions("anil")).toMatchObject([{ netQuantity: -3 }]);
  });

  it("is refused while an auction matches", () => {
    const exchange = anExchange();
    const { order } = place(exchange, "anil", "buy", { now: at("09:03"), pricing: limit(1_000) });
    expect(exchange.cancel(order.id, at("09:10"))).toMatchObject({ error: "session_closed" });
    expect(exchange.modify({ now: at("09:10"), orderId: order.id, quantity: 5 })).toMatchObject({
      error: "session_closed",
    });
    expect(exchange.cancel(order.id, at("09:15"))).toMatchObject({ ok: true });
  });
});
