import { describe, expect, it } from "vitest";
import { createEventHub } from "./event-hub.ts";
import { aQuietExchange, at, orderEvents, place } from "./exchange-fixture.ts";

describe("the event hub", () => {
  it("delivers every call's events to each broker, once and in order, until it unsubscribes", () => {
    const { exchange, subscribe } = createEventHub(aQuietExchange());
    const received: string[] = [];
    const collectFrom = (broker: string) =>
      subscribe((events) => {
        for (const { change, order } of orderEvents(events)) {
          if (order.broker === broker) received.push(`${order.account} ${change}`);
        }
      });
    collectFrom("zerodha");
    const stop = collectFrom("angelone");
    const now = at("10:00");

    const { order } = place(exchange, "bina", "sell", { now });
    place(exchange, "anil", "buy", { now, quantity: 4 });
    exchange.modify({ now, orderId: order.id, quantity: 5 });
    stop();
    exchange.cancel(order.id, now);
    exchange.advance(at("15:12")); // both are squared off, against each other

    expect(received).toEqual([
      "bina placed",
      "bina open",
      "anil placed",
      "anil open",
      "anil filled",
      "bina partially_filled",
      "bina updated",
      "anil placed",
      "anil open",
      "anil filled",
    ]);
  });
});
