import type { BrokerOrder, OrderTicket } from "@vriddhi/core/order/order";
import { isFinal } from "@vriddhi/core/order/order";
import { at } from "@vriddhi/sandbox/exchange/exchange-fixture";
import { describe, expect, it } from "vitest";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { Given } from "./given.ts";
import { ENTRY, type Harness, must, rs } from "./harness.ts";

export async function placed(
  harness: Harness,
  access: AccountAccess,
  draft: Partial<OrderTicket> = {},
): Promise<{ readonly ticket: OrderTicket; readonly order: BrokerOrder }> {
  const ticket = await harness.ticket(access, draft);
  const id = must(await harness.adapter.orders.place(access, ticket, ENTRY));
  const order = await harness.orderById(access, id);
  if (order === undefined) throw new Error(`order ${id} is in the book`);
  return { ticket, order };
}

/** Brokers refuse a request or accept and then reject the order; either way it is final with a reason. */
async function expectRefused(harness: Harness, access: AccountAccess, ticket: OrderTicket): Promise<void> {
  const answer = await harness.adapter.orders.place(access, ticket, ENTRY);
  if (!answer.ok) {
    expect(answer.error).toMatchObject({ kind: "rejected", reason: expect.stringMatching(/\S/) });
    return;
  }
  const order = await harness.orderById(access, answer.value);
  expect(order).toMatchObject({ status: "rejected", filledQuantity: 0, reason: expect.stringMatching(/\S/) });
}

export function describeOrders(given: Given): void {
  describe("placing", () => {
    describeTaken(given);
    describeFilled(given);
    describeRefused(given);
  });
}

function describeTaken({ harness }: Given): void {
  it("a limit order is in the book as placed, under its tag", async () => {
    const { access } = await harness().account();
    const { ticket, order } = await placed(harness(), access);
    expect(order).toMatchObject({
      tag: ticket.tag,
      brokerSymbol: ticket.instrument.brokerSymbol,
      side: "buy",
      product: "intraday",
      quantity: 10,
      filledQuantity: 0,
      pendingQuantity: 10,
      averagePrice: 0,
      limit: rs(1_083),
      trigger: null,
      status: "open",
    });
    expect(order.updatedAt).toBe(at("10:00"));
    expect(harness().atExchange(ticket.tag)).toMatchObject([{ brokerOrderId: order.id, limitPrice: rs(1_083) }]);
  });

  it("a stop-limit order waits for its trigger and then trades", async () => {
    const { access } = await harness().account();
    const pricing = { kind: "stop_limit", trigger: rs(1_085), limit: rs(1_086.5) } as const;
    const { order } = await placed(harness(), access, { pricing });
    expect(order).toMatchObject({ status: "trigger_pending", trigger: rs(1_085), limit: rs(1_086.5) });
    harness().tradeAt(rs(1_085));
    harness().offer("sell", rs(1_086), 10);
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "filled", filledQuantity: 10 });
  });

  it.each(["intraday", "delivery"] as const)("keeps the product: %s", async (product) => {
    const { access } = await harness().account();
    const { ticket, order } = await placed(harness(), access, { product });
    expect(order.product).toBe(product);
    expect(harness().atExchange(ticket.tag)).toMatchObject([{ product }]);
  });

  it("keeps every paisa of a price", async () => {
    const { access } = await harness().account();
    for (const limit of [rs(1_080.1), rs(1_082.3), rs(1_079.9)]) {
      const { order, ticket } = await placed(harness(), access, { pricing: { kind: "limit", limit } });
      expect(order.limit).toBe(limit);
      expect(harness().atExchange(ticket.tag)).toMatchObject([{ limitPrice: limit }]);
    }
  });
}

function describeFilled({ harness, capabilities }: Given): void {
  it("a marketable limit is filled at the resting price", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_082.5), 10);
    const { order } = await placed(harness(), access, { pricing: { kind: "limit", limit: rs(1_090) } });
    expect(order).toMatchObject({
      status: "filled",
      filledQuantity: 10,
      pendingQuantity: 0,
      averagePrice: rs(1_082.5),
    });
  });

  it("a sale opens a short and is filled by a buyer", async () => {
    const { access } = await harness().account();
    const { order } = await placed(harness(), access, { side: "sell", quantity: 7 });
    expect(order).toMatchObject({ side: "sell", status: "open" });
    harness().offer("buy", rs(1_083), 7);
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "filled", filledQuantity: 7 });
  });

  it("a partly filled order is open with its filled quantity, and keeps it when cancelled", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_083), 4);
    const { ticket, order } = await placed(harness(), access);
    expect(order).toMatchObject({ status: "open", filledQuantity: 4, pendingQuantity: 6, averagePrice: rs(1_083) });
    must(await harness().adapter.orders.cancel(access, { orderId: order.id, pricing: ticket.pricing }, ENTRY));
    const after = await harness().orderById(access, order.id);
    expect(after).toMatchObject({ status: "cancelled", filledQuantity: 4, pendingQuantity: 0 });
  });

  it.runIf(capabilities.hasIoc)("immediate or cancel takes what is offered and cancels the rest", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_083), 3);
    const { order } = await placed(harness(), access, { validity: "ioc" });
    expect(order).toMatchObject({ status: "cancelled", filledQuantity: 3, pendingQuantity: 0 });
  });

  it("an unfilled order ends with the day", async () => {
    const { access } = await harness().account();
    const { order } = await placed(harness(), access, { product: "delivery" });
    harness().venue.goTo(at("15:50"));
    const after = await harness().orderById(access, order.id);
    expect(after).toMatchObject({ filledQuantity: 0, pendingQuantity: 0 });
    expect(after !== undefined && isFinal(after.status)).toBe(true);
  });
}

function describeRefused({ harness, isWired }: Given): void {
  it("for lack of funds", async () => {
    const { access } = await harness().account(1_000);
    const ticket = await harness().ticket(access, { quantity: 1_000 });
    await expectRefused(harness(), access, ticket);
  });

  it("outside the price band", async () => {
    const { access } = await harness().account();
    const ticket = await harness().ticket(access, { pricing: { kind: "limit", limit: rs(2_000) } });
    await expectRefused(harness(), access, ticket);
  });

  it("when the market is closed", async () => {
    const { access } = await harness().account();
    const ticket = await harness().ticket(access);
    harness().venue.goTo(at("16:30"));
    await expectRefused(harness(), access, ticket);
  });

  it.runIf(isWired)("for a reason of the broker", async () => {
    const { client, access } = await harness().account();
    const ticket = await harness().ticket(access);
    harness().fault("reject", client);
    await expectRefused(harness(), access, ticket);
  });
}
