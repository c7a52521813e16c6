import { brokerOrderId, type OrderTag, type OrderTicket } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { describe, expect, it } from "vitest";
import { toCancelOrderParams, toModifyOrderParams, toPlaceOrderParams } from "./to-wire.ts";

const ticket: OrderTicket = {
  tag: "VRIDDHI00000001" as OrderTag,
  instrument: { isin: "", symbol: "M&M", brokerSymbol: "M&M-EQ", token: "2031", tickSize: paise(10), lotSize: 1 },
  side: "buy",
  quantity: 10,
  product: "intraday",
  pricing: { kind: "limit", limit: paise(342_810) },
  validity: "day",
};
const stop = { kind: "stop_limit", trigger: paise(340_005), limit: paise(339_900) } as const;
const limit = { kind: "limit", limit: paise(342_900) } as const;
const orderId = brokerOrderId("261116000000123");

describe("an order in SmartAPI's format", () => {
  it("writes a limit order with all numbers as text", () => {
    expect(toPlaceOrderParams(ticket)).toEqual({
      variety: "NORMAL",
      tradingsymbol: "M&M-EQ",
      symboltoken: "2031",
      transactiontype: "BUY",
      exchange: "NSE",
      ordertype: "LIMIT",
      producttype: "INTRADAY",
      duration: "DAY",
      price: "3428.10",
      triggerprice: "0",
      squareoff: "0",
      stoploss: "0",
      quantity: "10",
      disclosedquantity: "0",
      ordertag: "VRIDDHI00000001",
    });
  });

  it("writes a stop-limit delivery sale, immediate or cancel, with stop loss as variety and type", () => {
    const params = toPlaceOrderParams({ ...ticket, side: "sell", product: "delivery", validity: "ioc", pricing: stop });
    expect(params).toMatchObject({
      variety: "STOPLOSS",
      ordertype: "STOPLOSS_LIMIT",
      transactiontype: "SELL",
      price: "3399.00",
      triggerprice: "3400.05",
      producttype: "DELIVERY",
      duration: "IOC",
    });
  });

  it("contains no consent on the user's behalf", () => {
    expect(toPlaceOrderParams(ticket)).not.toHaveProperty("scripconsent");
  });

  it("writes a change with the order's current variety and every remaining field", () => {
    const { instrument, product, validity } = ticket;
    const change = { orderId, instrument, product, validity, from: stop, quantity: 12, pricing: limit };
    expect(toModifyOrderParams(change)).toEqual({
      variety: "STOPLOSS",
      orderid: "261116000000123",
      ordertype: "LIMIT",
      producttype: "INTRADAY",
      duration: "DAY",
      price: "3429.00",
      triggerprice: "0",
      quantity: "12",
      tradingsymbol: "M&M-EQ",
      symboltoken: "2031",
      exchange: "NSE",
    });
    expect(toModifyOrderParams({ ...change, pricing: stop })).toMatchObject({
      ordertype: "STOPLOSS_LIMIT",
      triggerprice: "3400.05",
      price: "3399.00",
    });
    expect(toModifyOrderParams({ ...change, from: limit })).toMatchObject({ variety: "NORMAL" });
  });

  it("writes a cancellation with the order's variety", () => {
    expect(toCancelOrderParams({ orderId, pricing: limit })).toEqual({
      variety: "NORMAL",
      orderid: "261116000000123",
    });
    expect(toCancelOrderParams({ orderId, pricing: stop }).variety).toBe("STOPLOSS");
  });
});
