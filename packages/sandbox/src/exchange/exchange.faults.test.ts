import { describe, expect, it } from "vitest";
import { anExchange, aQuietExchange, at, changesOf, limit, place } from "./exchange-fixture.ts";

const TEN = at("10:00");
const market = { kind: "market", protection: 100 } as const;

describe("injected exchange faults", () => {
  it("refuse one account's next order with the given reason, and only that one", () => {
    const exchange = anExchange();
    exchange.rejectNext("anil", "broker_rejected");
    expect(place(exchange, "asha", "buy", { now: TEN }).order.status).not.toBe("rejected");
    expect(place(exchange, "anil", "buy", { now: TEN }).order).toMatchObject({
      status: "rejected",
      reason: "broker_rejected",
    });
    expect(place(exchange, "anil", "buy", { now: TEN }).order.status).not.toBe("rejected");
  });

  it("fill half of the next order, the rest later, without crossing the book", () => {
    const exchange = anExchange();
    exchange.nextFillPartial("anil");
    const { order } = place(exchange, "anil", "buy", { now: TEN, pricing: market });
    expect(order).toMatchObject({ status: "open", filledQuantity: 5, pendingQuantity: 5 });
    const { buy, sell } = exchange.quote("SBIN");
    expect(buy[0]?.price).toBe(order.limitPrice);
    expect(sell.every(({ price }) => price > (order.limitPrice ?? 0))).toBe(true);
    exchange.advance(at("10:00:09"));
    expect(exchange.order(order.id)?.filledQuantity).toBe(5);
    exchange.advance(at("10:01"));
    expect(exchange.order(order.id)?.status).toBe("filled");
    expect(place(exchange, "anil", "buy", { now: at("10:02"), pricing: market }).order.status).toBe("filled");
  });

  it("leave an order of one share unfilled at first", () => {
    const exchange = anExchange();
    exchange.nextFillPartial("anil");
    const { order } = place(exchange, "anil", "buy", { now: TEN, quantity: 1, pricing: market });
    expect(order).toMatchObject({ status: "open", filledQuantity: 0 });
    exchange.advance(at("10:01"));
    expect(exchange.order(order.id)?.status).toBe("filled");
  });

  it("allow cancelling the remainder, or modifying it into a fill", () => {
    const exchange = anExchange();
    exchange.nextFillPartial("anil");
    exchange.nextFillPartial("asha");
    const [first, second] = (["anil", "asha"] as const).map(
      (account) => place(exchange, account, "buy", { now: TEN, pricing: market }).order.id,
    );
    exchange.cancel(first ?? "", at("10:00:02"));
    expect(changesOf(exchange, first ?? "")).toEqual(["placed", "open", "partially_filled", "cancelled"]);
    expect(exchange.modify({ now: at("10:00:03"), orderId: second ?? "", pricing: market })).toMatchObject({
      ok: true,
      value: { filledQuantity: 10 },
    });
  });

  it("call back when the n-th order is accepted and recorded; refused orders do not count", () => {
    const exchange = aQuietExchange();
    const seen: string[] = [];
    exchange.onAcceptance(2, ({ tag, id }) => seen.push(`${tag} ${exchange.order(id)?.status}`));
    place(exchange, "anil", "buy", { now: TEN, tag: "A" });
    place(exchange, "anil", "buy", { now: TEN, tag: "B", quantity: 0 });
    expect(seen).toEqual([]);
    place(exchange, "asha", "sell", { now: TEN, tag: "C" });
    place(exchange, "asha", "sell", { now: TEN, tag: "D", pricing: limit(1_090) });
    expect(seen).toEqual(["C filled"]);
    expect(() => exchange.onAcceptance(0, () => {})).toThrow("number 1");
  });

  it("keep an order accepted when the callback throws, because a process may be killed at that point", () => {
    const exchange = aQuietExchange();
    exchange.onAcceptance(1, () => {
      throw new Error("killed");
    });
    expect(() => place(exchange, "anil", "buy", { now: TEN, tag: "K" })).toThrow("killed");
    expect(exchange.findOrders({ tag: "K" })).toMatchObject([{ status: "open" }]);
    expect(place(exchange, "anil", "buy", { now: TEN, tag: "L" }).order.status).toBe("open");
  });

  it("ban a stock from intraday trading, but not from closing a position", () => {
    const exchange = anExchange();
    place(exchange, "anil", "buy", { now: TEN, pricing: market });
    place(exchange, "charu", "buy", { now: TEN, pricing: market });
    exchange.setIntradayBan("SBIN", true);
    const { order: exit } = place(exchange, "charu", "sell", { now: TEN, pricing: limit(1_150) });
    expect(exit.status).toBe("open");
    expect(exchange.modify({ now: TEN, orderId: exit.id, quantity: 30 })).toMatchObject({ error: "intraday_banned" });
    expect(exchange.modify({ now: TEN, orderId: exit.id, pricing: market })).toMatchObject({
      ok: true,
      value: { status: "filled" },
    });
    expect(place(exchange, "asha", "buy", { now: TEN, pricing: market }).order.reason).toBe("intraday_banned");
    exchange.advance(at("15:14"));
    expect(exchange.positions("anil")).toMatchObject([{ netQuantity: 0 }]);
    exchange.setIntradayBan("SBIN", false);
    expect(place(exchange, "asha", "buy", { now: at("15:14"), pricing: market }).order.status).toBe("filled");
  });
});
