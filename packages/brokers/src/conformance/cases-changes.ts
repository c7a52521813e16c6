import type { BrokerOrder, OrderChange, OrderTicket, Pricing } from "@vriddhi/core/order/order";
import { brokerOrderId } from "@vriddhi/core/order/order";
import { describe, expect, it } from "vitest";
import { placed } from "./cases-orders.ts";
import type { Given } from "./given.ts";
import { ENTRY, must, mustFail, rs } from "./harness.ts";

export const changeOf = (
  { instrument, product, validity, pricing: from }: OrderTicket,
  { id }: BrokerOrder,
  to: { readonly pricing: Pricing; readonly quantity?: number },
): OrderChange => ({
  orderId: id,
  instrument,
  product,
  validity,
  from,
  quantity: to.quantity ?? 10,
  pricing: to.pricing,
});

export function describeChanges(given: Given): void {
  describe("changing", () => {
    describeModify(given);
    describeCancel(given);
  });
}

function describeModify({ harness, capabilities }: Given): void {
  it("the price and the quantity", async () => {
    const { access } = await harness().account();
    const { ticket, order } = await placed(harness(), access);
    const change = changeOf(ticket, order, { pricing: { kind: "limit", limit: rs(1_081.7) }, quantity: 14 });
    must(await harness().adapter.orders.modify(access, change, ENTRY));
    expect(await harness().orderById(access, order.id)).toMatchObject({
      status: "open",
      tag: ticket.tag,
      quantity: 14,
      pendingQuantity: 14,
      limit: rs(1_081.7),
    });
  });

  it.runIf(capabilities.stopBecomesLimit)(
    "changes a waiting stop into a limit that trades, as a target exit does",
    async () => {
      const { access } = await harness().account();
      const pricing = { kind: "stop_limit", trigger: rs(1_090), limit: rs(1_091) } as const;
      const { ticket, order } = await placed(harness(), access, { pricing });
      harness().offer("sell", rs(1_084), 10);
      const change = changeOf(ticket, order, { pricing: { kind: "limit", limit: rs(1_085) } });
      must(await harness().adapter.orders.modify(access, change, ENTRY));
      expect(await harness().orderById(access, order.id)).toMatchObject({ status: "filled", averagePrice: rs(1_084) });
    },
  );

  it("the trigger of a waiting stop", async () => {
    const { access } = await harness().account();
    const pricing = { kind: "stop_limit", trigger: rs(1_090), limit: rs(1_091) } as const;
    const { ticket, order } = await placed(harness(), access, { pricing });
    const moved = { kind: "stop_limit", trigger: rs(1_088), limit: rs(1_089.5) } as const;
    must(await harness().adapter.orders.modify(access, changeOf(ticket, order, { pricing: moved }), ENTRY));
    expect(await harness().orderById(access, order.id)).toMatchObject({
      status: "trigger_pending",
      trigger: rs(1_088),
      limit: rs(1_089.5),
    });
  });

  it("of an order that is not there is refused", async () => {
    const { access } = await harness().account();
    const { ticket, order } = await placed(harness(), access);
    const change = changeOf(ticket, order, { pricing: { kind: "limit", limit: rs(1_080) } });
    const unknown = { ...change, orderId: brokerOrderId("261116999999999") };
    expect(mustFail(await harness().adapter.orders.modify(access, unknown, ENTRY))).toMatchObject({ kind: "rejected" });
  });

  it.runIf(capabilities.modificationsMax !== null)("more often than the broker allows is refused", async () => {
    const { access } = await harness().account();
    const { ticket, order } = await placed(harness(), access);
    const modify = (step: number) => {
      const pricing = { kind: "limit", limit: rs(1_070 + (step % 10)) } as const;
      return harness().adapter.orders.modify(access, changeOf(ticket, order, { pricing }), ENTRY);
    };
    for (let step = 0; step < (capabilities.modificationsMax ?? 0); step++) must(await modify(step));
    expect(mustFail(await modify(99))).toMatchObject({ kind: "rejected" });
  });
}

function describeCancel({ harness }: Given): void {
  it.each([
    { kind: "limit", limit: rs(1_083) },
    { kind: "stop_limit", trigger: rs(1_085), limit: rs(1_086) },
  ] as const)("cancels a $kind", async (pricing) => {
    const { access } = await harness().account();
    const { ticket, order } = await placed(harness(), access, { pricing });
    must(await harness().adapter.orders.cancel(access, { orderId: order.id, pricing }, ENTRY));
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "cancelled", pendingQuantity: 0 });
    expect(harness().atExchange(ticket.tag)).toMatchObject([{ status: "cancelled" }]);
  });

  it("a filled order stays filled", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_083), 10);
    const { ticket, order } = await placed(harness(), access);
    const answer = await harness().adapter.orders.cancel(access, { orderId: order.id, pricing: ticket.pricing }, ENTRY);
    if (!answer.ok) expect(answer.error.kind).toBe("rejected");
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "filled", filledQuantity: 10 });
  });
}
