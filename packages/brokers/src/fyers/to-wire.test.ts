import { brokerOrderId, type OrderTag, type OrderTicket } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toModifyOrderBody, toPlaceOrderBody, toTagQuery } from "./to-wire.ts";

const ticket: OrderTicket = {
  tag: "VRIDDHI00000001" as OrderTag,
  instrument: {
    isin: "INE101A01026",
    symbol: "M&M",
    brokerSymbol: "NSE:M&M-EQ",
    token: "10100000002031",
    tickSize: paise(10),
    lotSize: 1,
  },
  side: "buy",
  quantity: 10,
  product: "intraday",
  pricing: { kind: "limit", limit: paise(342_810) },
  validity: "day",
};

describe("an order in Fyers' format", () => {
  it("writes a limit order", () => {
    expect(toPlaceOrderBody(ticket)).toEqual({
      symbol: "NSE:M&M-EQ",
      qty: 10,
      type: 1,
      side: 1,
      productType: "INTRADAY",
      limitPrice: 3428.1,
      stopPrice: 0,
      disclosedQty: 0,
      validity: "DAY",
      offlineOrder: false,
      stopLoss: 0,
      takeProfit: 0,
      orderTag: "VRIDDHI00000001",
      isSliceOrder: false,
    });
  });

  it("writes a stop-limit delivery sale, immediate or cancel", () => {
    const pricing = { kind: "stop_limit", trigger: paise(340_005), limit: paise(339_900) } as const;
    expect(toPlaceOrderBody({ ...ticket, side: "sell", product: "delivery", validity: "ioc", pricing })).toMatchObject({
      type: 4,
      side: -1,
      productType: "CNC",
      validity: "IOC",
      limitPrice: 3399,
      stopPrice: 3400.05,
    });
  });

  it("omits the trigger of a stop that becomes a limit", () => {
    const { instrument, product, validity } = ticket;
    const from = { kind: "stop_limit", trigger: paise(340_005), limit: paise(339_900) } as const;
    const pricing = { kind: "limit", limit: paise(342_900) } as const;
    const orderId = brokerOrderId("26111600000001");
    expect(toModifyOrderBody({ orderId, instrument, product, validity, from, quantity: 12, pricing })).toEqual({
      id: "26111600000001",
      type: 1,
      limitPrice: 3429,
      stopPrice: 0,
      qty: 12,
    });
  });

  it("writes prices as exact decimals", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (amount) => {
        const body = toPlaceOrderBody({ ...ticket, pricing: { kind: "limit", limit: paise(amount) } });
        expect(JSON.stringify(body.limitPrice)).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(Math.round(body.limitPrice * 100)).toBe(amount);
      }),
    );
  });

  it("queries a tag with Fyers' prefix for client tags", () => {
    expect(toTagQuery("VRIDDHI00000001")).toBe("order_tag=1:VRIDDHI00000001");
  });
});
