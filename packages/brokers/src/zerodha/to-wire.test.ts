import { brokerOrderId, type OrderTag, type OrderTicket } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { describe, expect, it } from "vitest";
import { toForm, toModifyOrderParams, toPlaceOrderParams } from "./to-wire.ts";

const ticket: OrderTicket = {
  tag: "VRIDDHI00000001" as OrderTag,
  instrument: {
    isin: "INE101A01026",
    symbol: "M&M",
    brokerSymbol: "M&M",
    token: "519937",
    tickSize: paise(10),
    lotSize: 1,
  },
  side: "buy",
  quantity: 10,
  product: "intraday",
  pricing: { kind: "limit", limit: paise(342_810) },
  validity: "day",
};

describe("an order in Kite's format", () => {
  it("writes a limit order", () => {
    expect(toPlaceOrderParams(ticket)).toEqual({
      exchange: "NSE",
      tradingsymbol: "M&M",
      transaction_type: "BUY",
      order_type: "LIMIT",
      price: "3428.10",
      quantity: "10",
      product: "MIS",
      validity: "DAY",
      tag: "VRIDDHI00000001",
    });
  });

  it("writes a stop-limit delivery sale, immediate or cancel", () => {
    const pricing = { kind: "stop_limit", trigger: paise(340_005), limit: paise(339_900) } as const;
    const params = toPlaceOrderParams({ ...ticket, side: "sell", product: "delivery", validity: "ioc", pricing });
    expect(params).toMatchObject({
      transaction_type: "SELL",
      order_type: "SL",
      price: "3399.00",
      trigger_price: "3400.05",
      product: "CNC",
      validity: "IOC",
    });
  });

  it("writes a change with every remaining field and no field that cannot change", () => {
    const { instrument, product, validity, pricing: from } = ticket;
    const pricing = { kind: "limit", limit: paise(342_900) } as const;
    const orderId = brokerOrderId("261116000000001");
    expect(toModifyOrderParams({ orderId, instrument, product, validity, from, quantity: 12, pricing })).toEqual({
      order_type: "LIMIT",
      price: "3429.00",
      quantity: "12",
      validity: "DAY",
    });
  });

  it("escapes special characters in the form and omits absent fields", () => {
    expect(toForm({ tradingsymbol: "M&M", trigger_price: undefined, price: "1.05", note: "a b=c" })).toBe(
      "tradingsymbol=M%26M&price=1.05&note=a%20b%3Dc",
    );
    expect(Object.fromEntries(new URLSearchParams(toForm(toPlaceOrderParams(ticket))))).toEqual(
      toPlaceOrderParams(ticket),
    );
  });
});
