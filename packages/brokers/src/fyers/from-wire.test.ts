import { isFinal } from "@vriddhi/core/order/order";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toFill, toFunds, toHint, toInstant, toOrder, toPosition, toProfile, toStatus, toTag } from "./from-wire.ts";
import { readInstruments } from "./instruments.ts";
import { fundsReply, fyersOrder, fyersPosition, fyersTrade, orderMessage, ordersReply } from "./wire.ts";

/** The docs' order book row, including fields that we do not read. */
const row = {
  clientId: "XY00001",
  id: "26111600000012",
  id_fyers: "3a1f5c1e-0000-4000-8000-000000000001",
  exchOrdId: "1100000000000001",
  parentId: "",
  qty: 10,
  remainingQuantity: 7,
  filledQty: 3,
  discloseQty: 0,
  disclosedQty: 0,
  dqQtyRem: 0,
  limitPrice: 820.35,
  stopPrice: 0,
  tradedPrice: 820.3333,
  type: 1,
  fyToken: "10100000003045",
  exchange: 10,
  segment: 10,
  symbol: "NSE:SBIN-EQ",
  instrument: 0,
  message: "TRADE CONFIRMED",
  offlineOrder: false,
  orderDateTime: "16-Nov-2026 09:20:01",
  orderValidity: "DAY",
  pan: "",
  productType: "INTRADAY",
  side: 1,
  status: 6,
  source: "ITS",
  ex_sym: "SBIN",
  description: "STATE BANK OF INDIA",
  orderNumStatus: "26111600000012:6",
  orderTag: "1:VRIDDHI00000001",
  takeProfit: 0,
  stopLoss: 0,
};

const shown = (change: object) => toOrder(fyersOrder.parse({ ...row, ...change }));

const ours = {
  id: "26111600000012",
  tag: "VRIDDHI00000001",
  brokerSymbol: "NSE:SBIN-EQ",
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
  updatedAt: Date.parse("2026-11-16T09:20:01+05:30"),
};

describe("Fyers' order", () => {
  it("is mapped field by field", () => expect(shown({})).toEqual(ours));

  it("with numbers as text is mapped the same, and a numeric id becomes text", () => {
    const texts = { qty: "10", filledQty: "3", remainingQuantity: "7", limitPrice: "820.35", tradedPrice: "820.3333" };
    expect(shown({ ...texts, id: 26_111_600_000_012, side: "1", status: "6", type: "1", stopPrice: "0.00" })).toEqual(
      ours,
    );
  });

  it("is read without prices and fills", () => {
    const bare = { filledQty: null, remainingQuantity: null, limitPrice: null, stopPrice: null, tradedPrice: null };
    expect(shown(bare)).toMatchObject({ filledQuantity: 0, pendingQuantity: 10, limit: null, averagePrice: 0 });
  });

  it("that was rejected has a reason and no pending quantity", () => {
    const order = shown({ status: 5, message: "RED:Margin Shortfall", filledQty: 0, remainingQuantity: 10 });
    expect(order).toMatchObject({ status: "rejected", reason: "RED:Margin Shortfall", pendingQuantity: 0 });
    expect(shown({ status: 1, message: "", productType: "MARGIN", side: -1 })).toMatchObject({
      status: "cancelled",
      reason: null,
      product: "other",
      side: "sell",
      pendingQuantity: 0,
    });
  });

  it.each([
    [1, "cancelled"],
    [2, "filled"],
    [3, "pending"],
    [4, "pending"],
    [5, "rejected"],
    [6, "open"],
    [7, "expired"],
  ])("%i is %s", (status, ours) => expect(toStatus({ status, type: 1, filledQty: 0 })).toBe(ours));

  it("that is a pending stop waits for its trigger until it has a fill", () => {
    const stop = { type: 4, stopPrice: 821.5, filledQty: 0, remainingQuantity: 10 };
    expect(shown(stop)).toMatchObject({ status: "trigger_pending", trigger: 82_150, limit: 82_035 });
    expect(shown({ ...stop, filledQty: 1 })).toMatchObject({ status: "open", trigger: 82_150 });
    expect(shown({ ...stop, type: 1 })).toMatchObject({ status: "open", trigger: null });
  });

  it("in an unknown state is never final", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 4 }), fc.nat(), (status, type, filledQty) => {
        fc.pre(![1, 2, 5, 7].includes(status));
        expect(isFinal(toStatus({ status, type, filledQty }))).toBe(false);
      }),
    );
  });

  it.each([
    ["1:VRIDDHI00000001", "VRIDDHI00000001"],
    ["VRIDDHI00000001", "VRIDDHI00000001"],
    ["2:VRIDDHI00000001", null],
    ["2:Untagged", null],
    ["1:Untagged", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("the tag %j is %j", (shownTag, tag) => expect(toTag(shownTag)).toBe(tag));

  it("an empty book may be null; a missing book is an error", () => {
    expect(ordersReply.parse({ s: "ok", code: 200, message: "", orderBook: null })).toEqual([]);
    for (const body of [{ s: "ok" }, { s: "error", orderBook: [] }, { orderBook: [] }])
      expect(ordersReply.safeParse(body).success).toBe(false);
  });
});

describe("Fyers' pushed order", () => {
  const pushed = (record: object) => toHint(orderMessage.parse({ orders: record, s: "ok" }).orders);
  const id = "26111600000012";

  /** Real pushes omit many and varying fields. */
  it.each([
    [
      {
        id,
        id_exchange: "1100",
        qty: 5,
        ord_type: 2,
        ord_status: 20,
        org_ord_status: 4,
        tran_side: 1,
        ordertag: "2:Untagged",
      },
      { tag: null, status: "pending", filledQuantity: null },
    ],
    [
      {
        id,
        qty: 5,
        qty_remaining: 5,
        ord_type: 1,
        org_ord_status: 6,
        symbol: "NSE:SBIN-EQ",
        ordertag: "1:VRIDDHI00000001",
      },
      { tag: "VRIDDHI00000001", status: "open", filledQuantity: null },
    ],
    [
      {
        id,
        qty: 5,
        qty_filled: 5,
        price_traded: 820.35,
        ord_status: 90,
        org_ord_status: 2,
        oms_msg: "TRADE CONFIRMED",
      },
      { tag: null, status: "filled", filledQuantity: 5 },
    ],
    [{ id: 26_111_600_000_012 }, { tag: null, status: null, filledQuantity: null }],
    [
      { id, ord_status: "?", org_ord_status: null, qty_filled: "x", ordertag: 7 },
      { tag: null, status: null },
    ],
  ])("%j is a hint", (record, hint) => {
    expect(pushed(record)).toMatchObject({ orderId: id, ...hint });
  });

  it("without a number is no hint", () => {
    expect(orderMessage.safeParse({ orders: { qty: 5, ord_status: 90 } }).success).toBe(false);
  });

  it.each([
    [[90], "filled"],
    [[91, 73], "cancelled"],
    [[92, 93, 94], "rejected"],
    [[11, 12, 20, 21], "pending"],
    [[22, 23, 24, 25, 26, 51, 52, 53, 54, 55, 61, 62, 63, 64, 71, 72], "open"],
    [[0, 1, 5, 7, 27, 56, 65, 74, 95, -1], null],
  ])("the order desk's %j is %s", (raws, status) => {
    for (const ord_status of raws) expect(pushed({ id, ord_type: 1, ord_status }).status).toBe(status);
  });
});

describe("Fyers' other books", () => {
  it("map a trade to a fill", () => {
    const trade = {
      clientId: "XY00001",
      orderDateTime: "16-Nov-2026 09:16:39",
      orderNumber: "26111600000012",
      exchangeOrderNo: "1100",
      side: -1,
      productType: "INTRADAY",
      tradedQty: 1,
      tradePrice: 420.65,
      tradeValue: 420.65,
      tradeNumber: "159918",
      symbol: "NSE:SBIN-EQ",
      orderTag: "1:Untagged",
    };
    expect(toFill(fyersTrade.parse(trade))).toEqual({
      id: "159918",
      orderId: "26111600000012",
      brokerSymbol: "NSE:SBIN-EQ",
      side: "sell",
      quantity: 1,
      price: 42_065,
      at: Date.parse("2026-11-16T09:16:39+05:30"),
    });
  });

  it("keep a position's sign", () => {
    const position = {
      symbol: "NSE:SBIN-EQ",
      productType: "CNC",
      netQty: -4,
      qty: 4,
      buyQty: 2,
      sellQty: "6",
      side: -1,
    };
    expect(toPosition(fyersPosition.parse(position))).toEqual({
      brokerSymbol: "NSE:SBIN-EQ",
      product: "delivery",
      netQuantity: -4,
      boughtQuantity: 2,
      soldQuantity: 6,
    });
  });

  it("read funds from the rows of available and used money in any order, and as unknown when one is missing", () => {
    const rows = [
      { id: 10, title: "Available Balance", equityAmount: 99_725.05, commodityAmount: 0 },
      { id: 2, title: "Utilized Amount", equityAmount: "145706.55", commodityAmount: 0 },
      { id: 1, title: "Total Balance", equityAmount: 1, commodityAmount: 0 },
    ];
    const read = (fund_limit: object[]) => toFunds(fundsReply.parse({ s: "ok", fund_limit }).fund_limit);
    expect(read(rows)).toEqual({ available: 9_972_505, used: 14_570_655 });
    expect(read(rows.slice(1))).toBeNull();
    expect(read([])).toBeNull();
  });

  it("map a profile", () => {
    expect(toProfile({ fy_id: "XY00001", name: "Asha", email_id: "axxa@b.in", mobile_number: null })).toEqual({
      clientId: "XY00001",
      name: "Asha",
      email: "axxa@b.in",
      mobile: null,
      userType: null,
    });
  });

  it("read a timestamp as IST, and any other text as `null`", () => {
    expect(toInstant("16-Nov-2026 00:10:00")).toBe(Date.parse("2026-11-15T18:40:00Z"));
    expect(toInstant("01-JAN-2027 09:15:00")).toBe(Date.parse("2027-01-01T09:15:00+05:30"));
    for (const stamp of [
      null,
      undefined,
      "",
      "NA",
      "16-Nun-2026 00:10:00",
      "99-Nov-2026 99:99:99",
      "2026-11-16 09:20:01",
    ])
      expect(toInstant(stamp)).toBeNull();
  });
});

describe("Fyers' list of symbols", () => {
  const line = (token: string, name: string, tick: string, isin: string, ticker: string, rest = "10,10") =>
    `${token},${name},0,1,${tick},${isin},0915-1530|1815-1915:,2026-11-16,,${ticker},${rest},3045,SBIN,3045,-1.0,XX,${token},None,0,0.0`;
  const rows = [
    line("10100000003045", '"STATE BANK, OF INDIA"', "0.05", "INE062A01020", "NSE:SBIN-EQ"),
    line("10100000002031", "MAHINDRA", "0.1", "INE101A01026", "NSE:M&M-EQ"),
    line("101000000026000", "NIFTY50", "0.05", "", "NSE:NIFTY50-INDEX"),
    line("10100000001111", "A BE SHARE", "0.05", "INE000A01011", "NSE:ABC-BE"),
    line("12100000500112", "SBI AT BSE", "0.05", "INE062A01020", "BSE:SBIN-A", "12,10"),
    line("10100000001112", "NO TICK", "", "INE000A01012", "NSE:NOTICK-EQ"),
    line("x", "NO TOKEN", "0.05", "INE000A01013", "NSE:NOTOKEN-EQ"),
  ];

  it("keeps only NSE's shares, with ISIN, although it has no header row", () => {
    const shares = [
      {
        isin: "INE062A01020",
        symbol: "SBIN",
        brokerSymbol: "NSE:SBIN-EQ",
        token: "10100000003045",
        tickSize: 5,
        lotSize: 1,
      },
      {
        isin: "INE101A01026",
        symbol: "M&M",
        brokerSymbol: "NSE:M&M-EQ",
        token: "10100000002031",
        tickSize: 10,
        lotSize: 1,
      },
    ];
    expect(readInstruments(`${rows.join("\n")}\n`)).toEqual(shares);
    expect(readInstruments(`\uFEFF${rows.join("\r\n")}`)).toEqual(shares);
  });

  it.each(["", "<html></html>", '{"s":"error"}', "a,b,c"])("rejects %j", (text) => {
    expect(readInstruments(text)).toBeNull();
  });
});
