import { describe, expect, it } from "vitest";
import { changeOf } from "./cases-changes.ts";
import { placed } from "./cases-orders.ts";
import type { Given } from "./given.ts";
import { ENTRY, EXIT, must, mustFail, mustRows, rs } from "./harness.ts";

/** The contract of any execution venue within our model: limits, stop limits and their changes. */
export function describeExecution(given: Given): void {
  describe("execution", () => {
    describeSides(given);
    describeImmediate(given);
    describeReplacing(given);
    describeAfterwards(given);
  });
}

function describeSides({ harness }: Given): void {
  it("a buy below and a sale above the market rest side by side", async () => {
    const { access } = await harness().account();
    const { order: buy } = await placed(harness(), access, { pricing: { kind: "limit", limit: rs(1_080) } });
    const sale = { side: "sell", pricing: { kind: "limit", limit: rs(1_090) } } as const;
    const { order: sell } = await placed(harness(), access, sale);
    const open = mustRows(await harness().adapter.portfolio.orders(access));
    expect(open.toSorted((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: buy.id, side: "buy", status: "open", limit: rs(1_080), pendingQuantity: 10 },
      { id: sell.id, side: "sell", status: "open", limit: rs(1_090), pendingQuantity: 10 },
    ]);
  });

  it("a stop that sells waits until the price falls to its trigger, and protects what was bought", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_083), 10);
    await placed(harness(), access);
    const pricing = { kind: "stop_limit", trigger: rs(1_080), limit: rs(1_078) } as const;
    const { order } = await placed(harness(), access, { side: "sell", pricing });
    expect(order).toMatchObject({ side: "sell", status: "trigger_pending", trigger: rs(1_080), limit: rs(1_078) });
    harness().tradeAt(rs(1_081));
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "trigger_pending" });
    harness().tradeAt(rs(1_080));
    harness().offer("buy", rs(1_079), 10);
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "filled", filledQuantity: 10 });
    const [position] = mustRows(await harness().adapter.portfolio.positions(access));
    expect(position).toMatchObject({ netQuantity: 0, boughtQuantity: 10, soldQuantity: 10 });
  });

  it("a short position is negative until it is bought back", async () => {
    const { access } = await harness().account();
    harness().offer("buy", rs(1_083), 7);
    await placed(harness(), access, { side: "sell", quantity: 7 });
    const read = async () => mustRows(await harness().adapter.portfolio.positions(access));
    expect(await read()).toMatchObject([{ netQuantity: -7, boughtQuantity: 0, soldQuantity: 7, product: "intraday" }]);
    harness().offer("sell", rs(1_082), 3);
    await placed(harness(), access, { side: "buy", quantity: 3 });
    expect(await read()).toMatchObject([{ netQuantity: -4, boughtQuantity: 3, soldQuantity: 7 }]);
  });
}

function describeImmediate({ harness, capabilities }: Given): void {
  const ioc = { validity: "ioc" } as const;

  it.runIf(capabilities.hasIoc)("immediate or cancel fills completely when enough quantity is offered", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_082), 10);
    const { order } = await placed(harness(), access, ioc);
    expect(order).toMatchObject({ status: "filled", filledQuantity: 10, pendingQuantity: 0, averagePrice: rs(1_082) });
  });

  it.runIf(capabilities.hasIoc)("immediate or cancel ends without a fill when nothing is offered", async () => {
    const { access } = await harness().account();
    const { order } = await placed(harness(), access, ioc);
    expect(order).toMatchObject({ status: "cancelled", filledQuantity: 0, pendingQuantity: 0, averagePrice: 0 });
    expect(mustRows(await harness().adapter.portfolio.positions(access))).toEqual([]);
  });

  it.runIf(!capabilities.hasIoc)("an unsupported order is refused before it is sent", async () => {
    const { access } = await harness().account();
    const { ticket, order } = await placed(harness(), access);
    const calls = harness().venue.calls();
    const { orders } = harness().adapter;
    const change = { ...changeOf(ticket, order, { pricing: ticket.pricing }), ...ioc };
    for (const answer of [
      await orders.place(access, await harness().ticket(access, ioc), ENTRY),
      await orders.modify(access, change, ENTRY),
    ])
      expect(mustFail(answer)).toMatchObject({ kind: "rejected", reason: expect.stringMatching(/immediate/) });
    expect(harness().venue.calls()).toBe(calls);
  });
}

function describeReplacing({ harness, capabilities }: Given): void {
  it("the price of a sale is changed", async () => {
    const { access } = await harness().account();
    const sale = { side: "sell", pricing: { kind: "limit", limit: rs(1_090) } } as const;
    const { ticket, order } = await placed(harness(), access, sale);
    const change = changeOf(ticket, order, { pricing: { kind: "limit", limit: rs(1_088.5) }, quantity: 6 });
    must(await harness().adapter.orders.modify(access, change, EXIT));
    expect(await harness().orderById(access, order.id)).toMatchObject({
      side: "sell",
      status: "open",
      limit: rs(1_088.5),
      quantity: 6,
    });
  });

  const buy = { side: "buy", pricing: { kind: "limit", limit: rs(1_080) } } as const;
  const sell = { side: "sell", pricing: { kind: "limit", limit: rs(1_090) } } as const;
  const stop = { side: "sell", pricing: { kind: "stop_limit", trigger: rs(1_075), limit: rs(1_070) } } as const;

  it.each([
    ["a buy", buy, { ...buy, pricing: { kind: "limit", limit: rs(1_081) } }],
    ["a sale", sell, { ...sell, pricing: { kind: "limit", limit: rs(1_089) } }],
    ["a stop", stop, { ...stop, pricing: { kind: "stop_limit", trigger: rs(1_077), limit: rs(1_072) } }],
    ["a stop by a limit, where a stop cannot become one", stop, sell],
  ] as const)("%s is cancelled and placed again under another tag", async (_, before, after) => {
    const { access } = await harness().account();
    const { ticket: old, order: first } = await placed(harness(), access, before);
    must(await harness().adapter.orders.cancel(access, { orderId: first.id, pricing: before.pricing }, EXIT));
    const { ticket, order } = await placed(harness(), access, after);
    expect(order.id).not.toBe(first.id);
    const byTag = async (tag: typeof old.tag) => mustRows(await harness().adapter.portfolio.ordersByTag(access, tag));
    expect(await byTag(old.tag)).toMatchObject([{ id: first.id, status: "cancelled", pendingQuantity: 0 }]);
    expect(await byTag(ticket.tag)).toMatchObject([{ id: order.id, side: after.side, limit: after.pricing.limit }]);
  });

  it.runIf(capabilities.stopBecomesLimit)("a waiting stop that sells becomes a limit that trades", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_083), 10);
    await placed(harness(), access);
    const { ticket, order } = await placed(harness(), access, stop);
    harness().offer("buy", rs(1_091), 10);
    const change = changeOf(ticket, order, { pricing: { kind: "limit", limit: rs(1_090) } });
    must(await harness().adapter.orders.modify(access, change, EXIT));
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "filled", averagePrice: rs(1_091) });
  });
}

function describeAfterwards({ harness, isWired }: Given): void {
  it("a cancelled order is not cancelled again", async () => {
    const { access } = await harness().account();
    const { ticket, order } = await placed(harness(), access);
    const cancel = () => harness().adapter.orders.cancel(access, { orderId: order.id, pricing: ticket.pricing }, ENTRY);
    must(await cancel());
    expect(mustFail(await cancel())).toMatchObject({ kind: "rejected" });
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "cancelled" });
  });

  it("a new session sees and may change the old one's orders", async () => {
    const { client, access } = await harness().account();
    const { ticket, order } = await placed(harness(), access);
    harness().venue.core.expireSessions(client.id);
    expect(mustFail(await harness().adapter.portfolio.orders(access))).toEqual({ kind: "session_expired" });
    const renewed = { ...access, session: await harness().logIn(client) };
    expect(await harness().orderById(renewed, order.id)).toEqual(order);
    must(await harness().adapter.orders.cancel(renewed, { orderId: order.id, pricing: ticket.pricing }, ENTRY));
    expect(await harness().orderById(renewed, order.id)).toMatchObject({ status: "cancelled" });
  });

  it("an order past its deadline never reaches the broker", async () => {
    const { access } = await harness().account();
    const ticket = await harness().ticket(access);
    const late = { lane: "entry", notAfter: harness().moment().human } as const;
    harness().venue.holdTime();
    expect(mustFail(await harness().adapter.orders.place(access, ticket, late))).toEqual({
      kind: "never_sent",
      reason: "too late",
    });
    expect(harness().atExchange(ticket.tag)).toEqual([]);
  });

  it.runIf(isWired)("an algorithm id is sent only where the broker takes one", async () => {
    const { access } = await harness().account();
    const algoId = "ALGO4711ALGO";
    await placed(harness(), { ...access, algoId });
    expect(harness().venue.lastOrderCall().includes(algoId)).toBe(harness().adapter.capabilities.takesAlgoId);
  });
}
