import { isFinal } from "@vriddhi/core/order/order";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFill, toFunds, toHint, toInstant, toOrder, toPosition, toProfile, toStatus } from "./from-wire.ts";
import { readInstruments } from "./instruments.ts";
import { kiteOrder, kitePosition, kiteTrade, marginsReply, orderMessage, placeOrderReply } from "./wire.ts";

/** The docs' order book row, including fields that we do not read. */
const record = {
  placed_by: "AB1234",
  order_id: "1626111600000000012",
  exchange_order_id: "1100000000000001",
  parent_order_id: null,
  status: "OPEN",
  status_message: null,
  status_message_raw: null,
  order_timestamp: "2026-11-16 09:20:01",
  exchange_update_timestamp: "2026-11-16 09:20:03",
  exchange_timestamp: "2026-11-16 09:20:01",
  variety: "regular",
  exchange: "NSE",
  tradingsymbol: "SBIN",
  instrument_token: 779521,
  order_type: "LIMIT",
  transaction_type: "BUY",
  validity: "DAY",
  product: "MIS",
  quantity: 10,
  disclosed_quantity: 0,
  price: 820.35,
  trigger_price: 0,
  average_price: 820.3333,
  filled_quantity: 3,
  pending_quantity: 7,
  cancelled_quantity: 0,
  meta: {},
  tag: "VRIDDHI00000001",
  tags: ["VRIDDHI00000001"],
};

const shown = (change: object) => toOrder(kiteOrder.parse({ ...record, ...change }));

describe("Kite's order", () => {
  it("is mapped with its number as text, because no double can hold it", () => {
    expect(shown({})).toEqual({
      id: "1626111600000000012",
      tag: "VRIDDHI00000001",
      brokerSymbol: "SBIN",
      side: "buy",
      product: "intraday",
      quantity: 10,
      filledQuantity: 3,
      pendingQuantity: 7,
      averagePrice: 82_033,
      limit: 82_035,
      trigger: null,
      status: "open",
      reason: null,
      updatedAt: Date.parse("2026-11-16T09:20:03+05:30"),
    });
  });

  it("is read without tag, price or exchange time", () => {
    const order = shown({ tag: null, price: 0, exchange_update_timestamp: null, product: "NRML", status: "REJECTED" });
    expect(order).toMatchObject({ tag: null, limit: null, product: "other", status: "rejected" });
    expect(order.updatedAt).toBe(Date.parse("2026-11-16T09:20:01+05:30"));
  });

  it("of a share of the same name elsewhere is another share", () => {
    expect(shown({ exchange: "BSE" }).brokerSymbol).toBe("BSE:SBIN");
  });

  it.each([
    ["PUT ORDER REQ RECEIVED", "pending"],
    ["VALIDATION PENDING", "pending"],
    ["OPEN PENDING", "pending"],
    ["AMO REQ RECEIVED", "pending"],
    ["OPEN", "open"],
    ["UPDATE", "open"],
    ["MODIFY VALIDATION PENDING", "open"],
    ["MODIFY PENDING", "open"],
    ["MODIFIED", "open"],
    ["NOT MODIFIED", "open"],
    ["CANCEL PENDING", "open"],
    ["NOT CANCELLED", "open"],
    ["TRIGGER PENDING", "trigger_pending"],
    ["COMPLETE", "filled"],
    ["CANCELLED", "cancelled"],
    ["REJECTED", "rejected"],
  ])("%s is %s", (status, ours) => expect(toStatus(status)).toBe(ours));

  it("in an unknown state is never final", () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        fc.pre(!/^\s*(COMPLETE|CANCELLED|REJECTED)\s*$/i.test(status));
        expect(isFinal(toStatus(status))).toBe(false);
      }),
    );
    for (const status of ["constructor", "__proto__", "toString"]) expect(toStatus(status)).toBe("pending");
  });

  it("has no pending quantity after its end, although Kite's book still counts what was cancelled", () => {
    expect(shown({ status: "CANCELLED", pending_quantity: 7, cancelled_quantity: 0 }).pendingQuantity).toBe(0);
  });

  it("is read with numbers as text, its id as a number, and without prices", () => {
    expect(shown({ quantity: "10", filled_quantity: "3", pending_quantity: "7", price: "820.35" })).toEqual(shown({}));
    expect(shown({ order_id: 261_116_000_000_001 }).id).toBe("261116000000001");
    const bare = {
      price: null,
      trigger_price: null,
      average_price: null,
      filled_quantity: null,
      pending_quantity: null,
    };
    expect(shown(bare)).toMatchObject({ limit: null, averagePrice: 0, filledQuantity: 0, pendingQuantity: 10 });
    const reply = { status: "success", data: { order_id: 261_116_000_000_001 } };
    expect(placeOrderReply.parse(reply).data.order_id).toBe("261116000000001");
  });

  it("pushed on a socket is a hint, however incomplete", () => {
    const read = (data: object) => toHint(orderMessage.parse({ type: "order", data }).data);
    expect(read({ ...record, status: "UPDATE" })).toEqual({
      orderId: "1626111600000000012",
      tag: "VRIDDHI00000001",
      status: "open",
      filledQuantity: 3,
    });
    expect(read({ order_id: 261_116_000_000_001, filled_quantity: "?" })).toEqual({
      orderId: "261116000000001",
      tag: null,
      status: null,
      filledQuantity: null,
    });
  });
});

describe("Kite's other books", () => {
  it("map a trade to a fill", () => {
    const trade = {
      trade_id: "159918",
      order_id: "261116000000001",
      exchange_order_id: "1100",
      exchange: "NSE",
      tradingsymbol: "SBIN",
      instrument_token: 779521,
      product: "MIS",
      average_price: 420.65,
      quantity: 1,
      transaction_type: "SELL",
      fill_timestamp: "2026-11-16 09:16:39",
      order_timestamp: "09:16:39",
    };
    expect(toFill(kiteTrade.parse(trade))).toEqual({
      id: "159918",
      orderId: "261116000000001",
      brokerSymbol: "SBIN",
      side: "sell",
      quantity: 1,
      price: 42_065,
      at: Date.parse("2026-11-16T09:16:39+05:30"),
    });
  });

  it("keep a position's sign", () => {
    const row = {
      exchange: "NSE",
      tradingsymbol: "SBIN",
      product: "CNC",
      quantity: -4,
      buy_quantity: 2,
      sell_quantity: 6,
    };
    expect(toPosition(kitePosition.parse(row))).toEqual({
      brokerSymbol: "SBIN",
      product: "delivery",
      netQuantity: -4,
      boughtQuantity: 2,
      soldQuantity: 6,
    });
  });

  it("read net funds, whatever the cash field contains", () => {
    const data = { net: 99_725.05, available: { cash: 0 }, utilised: { debits: 145_706.55 } };
    const margins = marginsReply.parse({ status: "success", data }).data;
    expect(toFunds(margins)).toEqual({ available: 9_972_505, used: 14_570_655 });
    expect(toFunds({ net: Number.NaN, utilised: { debits: 0 } })).toBeNull();
  });

  it("map a profile without the mobile number", () => {
    const profile = toProfile({ user_id: "AB1234", user_name: "Asha", email: "a@b.in", user_type: "individual" });
    expect(profile).toEqual({
      clientId: "AB1234",
      name: "Asha",
      email: "a@b.in",
      mobile: null,
      userType: "individual",
    });
  });

  it("read a timestamp as IST, and any other text as `null`", () => {
    expect(toInstant("2026-11-16 00:10:00")).toBe(Date.parse("2026-11-15T18:40:00Z"));
    for (const stamp of [null, undefined, "", "09:16:39", "2026-13-45 99:99:99"]) expect(toInstant(stamp)).toBeNull();
  });
});

describe("Kite's list of instruments", () => {
  const head =
    "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";
  const rows = [
    '779521,3045,SBIN,"STATE BANK, OF INDIA",0,,0,0.05,1,EQ,NSE,NSE',
    "256265,1001,NIFTY 50,NIFTY 50,0,,0,0,0,EQ,INDICES,NSE",
    "128046084,500178,SBIN,SBI,0,,0,0.05,1,EQ,BSE,BSE",
    "12345,1,SBIN26NOVFUT,SBIN,0,2026-11-26,0,0.05,750,FUT,NFO-FUT,NFO",
    "519937,2031,M&M,MAHINDRA,0,,0,0.1,1,EQ,NSE,NSE",
    "1,1,BROKEN,X,0,,0,,1,EQ,NSE,NSE",
  ];

  it("keeps only NSE's shares", () => {
    expect(readInstruments([head, ...rows, ""].join("\n"))).toEqual([
      { isin: "", symbol: "SBIN", brokerSymbol: "SBIN", token: "779521", tickSize: 5, lotSize: 1 },
      { isin: "", symbol: "M&M", brokerSymbol: "M&M", token: "519937", tickSize: 10, lotSize: 1 },
    ]);
  });

  it.each(["", "<html></html>", '{"status":"error"}', head])("rejects %j", (text) => {
    expect(readInstruments(text)).toBeNull();
  });
});
