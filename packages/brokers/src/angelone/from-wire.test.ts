import { isFinal } from "@vriddhi/core/order/order";
import { istDate } from "@vriddhi/core/time/ist";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aRow } from "./angelone-fixture.ts";
import { toFill, toFunds, toInstant, toOrder, toPosition, toProfile, toStatus } from "./from-wire.ts";
import { readInstruments } from "./instruments.ts";
import { angelOrder, angelPosition, angelTrade, limitsReply, orderReply, profileReply, rowsReply } from "./wire.ts";

const shown = (change: object) => toOrder(angelOrder.parse({ ...aRow, ...change }));
const statusOf = (orderstatus: string, variety = "NORMAL", status = "", code = "") =>
  toStatus({ orderstatus, status, variety }, code);

describe("Angel One's order", () => {
  it("is mapped: quantities from text, prices from rupees, the order number as text", () => {
    expect(shown({ filledshares: "3", unfilledshares: "7", averageprice: 820.3333 })).toEqual({
      id: "261113000000123",
      tag: "VRIDDHI00000001",
      brokerSymbol: "SBIN-EQ",
      side: "buy",
      product: "intraday",
      quantity: 10,
      filledQuantity: 3,
      pendingQuantity: 7,
      averagePrice: 82_033,
      limit: 82_050,
      trigger: null,
      status: "open",
      reason: null,
      updatedAt: Date.parse("2026-11-13T09:20:01+05:30"),
    });
  });

  it("reads numbers for text and text for numbers", () => {
    const turned = { quantity: 10, filledshares: 4, unfilledshares: 6.0, price: "820.50", averageprice: "820.5" };
    expect(shown(turned)).toEqual(shown({ filledshares: "4", unfilledshares: "6", averageprice: 820.5 }));
    expect(shown({ quantity: "10.00" }).quantity).toBe(10);
  });

  it("has `null` for missing fields, and keeps a rejection's reason", () => {
    const bare = { ordertag: "", filledshares: "", unfilledshares: null, averageprice: "", price: 0 };
    expect(shown({ ...bare, orderstatus: "rejected", text: "no funds", producttype: "CARRYFORWARD" })).toMatchObject({
      tag: null,
      filledQuantity: 0,
      pendingQuantity: 0,
      averagePrice: 0,
      limit: null,
      product: "other",
      status: "rejected",
      reason: "no funds",
    });
    expect(shown(bare).pendingQuantity).toBe(10);
  });

  it("is unreadable when a number is unreadable", () => {
    for (const broken of [{ quantity: "ten" }, { filledshares: "1.5" }, { price: "NaN" }, { transactiontype: "B" }])
      expect(angelOrder.safeParse({ ...aRow, ...broken }).success).toBe(false);
  });

  it("has no pending quantity after its end, while a cancelled rest stays unfilled", () => {
    expect(shown({ orderstatus: "cancelled", filledshares: "4", unfilledshares: "6" })).toMatchObject({
      filledQuantity: 4,
      pendingQuantity: 0,
    });
  });

  it("may have a number as id, as in the official client's sample", () => {
    expect(shown({ orderid: 201_020_000_000_080 }).id).toBe("201020000000080");
    expect(orderReply.parse({ status: true, data: { orderid: 201_020_000_000_080 } }).data.orderid).toBe(
      "201020000000080",
    );
  });

  it("of a share of the same name elsewhere is another share", () => {
    expect(shown({ exchange: "BSE", tradingsymbol: "SBIN" }).brokerSymbol).toBe("BSE:SBIN");
  });
});

describe("the status of an order", () => {
  it.each([
    ["put order req received", "pending"],
    ["validation pending", "pending"],
    ["open pending", "pending"],
    ["after market order req received", "pending"],
    ["modify after market order req received", "pending"],
    ["open", "open"],
    ["modify validation pending", "open"],
    ["modify pending", "open"],
    ["modified", "open"],
    ["not modified", "open"],
    ["cancel pending", "open"],
    ["not cancelled", "open"],
    ["trigger pending", "trigger_pending"],
    ["complete", "filled"],
    ["cancelled", "cancelled"],
    ["cancelled after market order", "cancelled"],
    ["rejected", "rejected"],
    [" Complete ", "filled"],
  ])("%s is %s", (word, ours) => expect(statusOf(word)).toBe(ours));

  it("follows orderstatus, not the last event", () => {
    expect(statusOf("trigger pending", "STOPLOSS", "modified")).toBe("trigger_pending");
    expect(statusOf("open", "NORMAL", "not cancelled")).toBe("open");
    expect(statusOf("", "NORMAL", "complete")).toBe("filled");
  });

  it("is unknown for a stop whose only status is that it was modified", () => {
    expect(statusOf("modified", "STOPLOSS")).toBe("pending");
  });

  it.each([
    ["AB01", "open"],
    ["AB02", "cancelled"],
    ["AB03", "rejected"],
    ["AB04", "open"],
    ["AB05", "filled"],
    ["AB06", "pending"],
    ["AB07", "cancelled"],
    ["AB08", "pending"],
    ["AB09", "pending"],
    ["AB10", "trigger_pending"],
    ["AB11", "open"],
    ["AB99", "pending"],
  ])("a push of %s without text is %s", (code, ours) => expect(statusOf("", "NORMAL", "", code)).toBe(ours));

  it("with an unknown text is never final", () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        fc.pre(!/^\s*(complete|rejected|cancelled( after market order)?)\s*$/i.test(word));
        expect(isFinal(statusOf(word))).toBe(false);
      }),
    );
    for (const word of ["constructor", "__proto__", "toString"]) expect(statusOf(word)).toBe("pending");
  });
});

describe("Angel One's other books", () => {
  const day = istDate("2026-11-13");
  const trade = {
    exchange: "NSE",
    producttype: "INTRADAY",
    tradingsymbol: "SBIN-EQ",
    transactiontype: "SELL",
    fillprice: "820.65",
    fillsize: "4",
    orderid: "261113000000123",
    fillid: "50005750",
    filltime: "13:27:53",
  };

  it("map a trade to a fill on the book's day", () => {
    expect(toFill(angelTrade.parse(trade), day)).toEqual({
      id: "50005750",
      orderId: "261113000000123",
      brokerSymbol: "SBIN-EQ",
      side: "sell",
      quantity: 4,
      price: 82_065,
      at: Date.parse("2026-11-13T13:27:53+05:30"),
    });
    const at = (filltime: string | null) => toFill(angelTrade.parse({ ...trade, filltime }), day).at;
    expect(at("12-Nov-2026 13:27:53")).toBe(Date.parse("2026-11-12T13:27:53+05:30"));
    for (const none of [null, "", "25:61:00", "soon"]) expect(at(none)).toBeNull();
  });

  it("keep a position's sign", () => {
    const row = {
      exchange: "NSE",
      tradingsymbol: "SBIN-EQ",
      producttype: "DELIVERY",
      netqty: "-4",
      buyqty: "2",
      sellqty: "6",
    };
    expect(toPosition(angelPosition.parse(row))).toEqual({
      brokerSymbol: "SBIN-EQ",
      product: "delivery",
      netQuantity: -4,
      boughtQuantity: 2,
      soldQuantity: 6,
    });
  });

  it("read an empty book from null or an empty list, and nothing else", () => {
    expect(rowsReply.parse({ status: true, message: "SUCCESS", errorcode: "", data: null })).toEqual([]);
    expect(rowsReply.parse({ status: true, data: [] })).toEqual([]);
    for (const none of [{ status: true }, { status: true, data: "" }, { status: false, data: null }, {}])
      expect(rowsReply.safeParse(none).success).toBe(false);
  });

  it("read net funds from text, and never unreadable funds as 0", () => {
    const data = { net: "99725.0500", availablecash: "0.00", utiliseddebits: "145706.55" };
    expect(toFunds(limitsReply.parse({ status: true, data }).data)).toEqual({
      available: 9_972_505,
      used: 14_570_655,
    });
    const unused = { ...data, utiliseddebits: null };
    expect(toFunds(limitsReply.parse({ status: true, data: unused }).data)).toEqual({ available: 9_972_505, used: 0 });
    for (const part of [...["", "-", undefined].map((none) => ({ utiliseddebits: none })), { net: null }, { net: "" }])
      expect(limitsReply.safeParse({ status: true, data: { ...data, ...part } }).success).toBe(false);
  });

  it("map a profile", () => {
    const data = { clientcode: "A123456", name: "ASHA RAO ", email: "", mobileno: "9000000000", broker: "ANGEL" };
    expect(toProfile(profileReply.parse({ status: true, data }).data)).toEqual({
      clientId: "A123456",
      name: "ASHA RAO",
      email: null,
      mobile: "9000000000",
      userType: null,
    });
  });

  it("read a timestamp as IST, and any other text as `null`", () => {
    expect(toInstant("13-Nov-2026 00:10:00")).toBe(Date.parse("2026-11-12T18:40:00Z"));
    expect(toInstant("01-JAN-2027 09:00:00")).toBe(Date.parse("2027-01-01T03:30:00Z"));
    for (const stamp of [null, undefined, "", "09:16:39", "13-Nev-2026 09:00:00", "45-Nov-2026 09:00:00"])
      expect(toInstant(stamp)).toBeNull();
  });
});

describe("the scrip master reader", () => {
  const sbin = {
    token: "3045",
    symbol: "SBIN-EQ",
    name: "SBIN",
    expiry: "",
    strike: "-1.000000",
    lotsize: "1",
    instrumenttype: "",
    exch_seg: "NSE",
    tick_size: "5.000000",
  };

  it("keeps only NSE's shares, ticks in paise", () => {
    const rows = [
      sbin,
      { ...sbin, token: "2031", symbol: "M&M-EQ", name: "M&M", tick_size: "10.000000" },
      { ...sbin, token: "500112", symbol: "SBIN", exch_seg: "BSE" },
      { ...sbin, symbol: "SBIN-BE" },
      { ...sbin, token: "99926000", symbol: "Nifty 50", name: "NIFTY", instrumenttype: "AMXIDX" },
      { ...sbin, symbol: "SBIN26NOV26FUT", exch_seg: "NFO", instrumenttype: "FUTSTK" },
      { ...sbin, symbol: "TEST-EQ", tick_size: "-1.000000" },
      { ...sbin, symbol: "TEST-EQ", token: "x" },
      { exch_seg: "NSE" },
      null,
    ];
    for (const text of [JSON.stringify(rows), JSON.stringify(rows.slice(0, 9), null, 1)])
      expect(readInstruments(text)).toEqual([
        { isin: "", symbol: "SBIN", brokerSymbol: "SBIN-EQ", token: "3045", tickSize: 5, lotSize: 1 },
        { isin: "", symbol: "M&M", brokerSymbol: "M&M-EQ", token: "2031", tickSize: 10, lotSize: 1 },
      ]);
  });

  it("finds a share whose row, or whose neighbour's, has a brace inside a name", () => {
    const odd = { ...sbin, name: "A}, {B" };
    const names = (rows: object[]) => readInstruments(JSON.stringify(rows))?.map(({ symbol }) => symbol);
    expect(names([odd, { ...sbin, symbol: "ACC-EQ" }])).toEqual(["SBIN", "ACC"]);
    expect(names([{ note: "}", ...sbin }, sbin])).toEqual(["SBIN", "SBIN"]);
  });

  it("rejects a list that is cut off", () => {
    expect(readInstruments(`[${JSON.stringify(sbin)},`)).toBeNull();
  });

  it.each([null, [], {}, "[]", [{ exch_seg: "BSE", symbol: "SBIN" }]])("rejects %j", (list) => {
    expect(readInstruments(JSON.stringify(list))).toBeNull();
  });
});
