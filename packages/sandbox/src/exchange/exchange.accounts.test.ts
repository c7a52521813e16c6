import { type IstDate, istDate } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import {
  anExchange,
  aQuietExchange,
  at,
  changesOf,
  limit,
  order,
  place,
  rs,
  stop,
  TUESDAY,
} from "./exchange-fixture.ts";
import type { Product, Side } from "./model.ts";

const TEN = at("10:00");

function trade(
  exchange: Exchange,
  buyer: string,
  seller: string,
  rupees: number,
  quantity: number,
  product: Product = "intraday",
) {
  place(exchange, seller, "sell", {
    now: TEN,
    pricing: limit(rupees),
    quantity,
    product: seller === "bina" ? product : "intraday",
  });
  place(exchange, buyer, "buy", {
    now: TEN,
    pricing: limit(rupees),
    quantity,
    product: buyer === "bina" ? "intraday" : product,
  });
}

const blocked = (exchange: Exchange, account = "anil") => exchange.funds(account).blocked;

describe("margin", () => {
  it("is a fifth of an intraday order and the whole of a delivery order", () => {
    const exchange = aQuietExchange();
    const intraday = order("anil", "buy", { now: TEN });
    exchange.advance(TEN);
    expect(exchange.requiredMargin(intraday)).toBe(rs(2_166));
    exchange.place(intraday);
    expect(blocked(exchange)).toBe(rs(2_166));
    place(exchange, "anil", "buy", { now: TEN, product: "delivery" });
    expect(blocked(exchange)).toBe(rs(2_166 + 10_830));
    expect(exchange.funds("anil")).toMatchObject({ cash: rs(10_000_000), available: rs(10_000_000 - 12_996) });
  });

  it("is rounded up to a whole paisa", () => {
    const exchange = aQuietExchange();
    place(exchange, "anil", "buy", { now: TEN, symbol: "IDEA", quantity: 1, pricing: limit(13.51) });
    expect(blocked(exchange)).toBe(271);
  });

  it("of a sell below the market uses the market price, where it may trade", () => {
    const exchange = aQuietExchange();
    place(exchange, "anil", "sell", { now: TEN, pricing: limit(1_080) });
    expect(blocked(exchange)).toBe(rs(2_166));
  });

  it("is not required for one or two exits, but for a quantity that would reverse the position", () => {
    const exchange = aQuietExchange();
    trade(exchange, "anil", "bina", 1_083, 10);
    expect(blocked(exchange)).toBe(rs(2_166));
    place(exchange, "anil", "sell", { now: TEN, pricing: stop(1_070, 1_069) });
    expect(blocked(exchange)).toBe(rs(2_166));
    place(exchange, "anil", "sell", { now: TEN, pricing: limit(1_100) });
    expect(blocked(exchange)).toBe(rs(2_200));
    expect(exchange.requiredMargin(order("anil", "sell", { now: TEN, quantity: 100, pricing: limit(1_100) }))).toBe(
      rs(22_000),
    );
  });

  it("follows fills at better prices and is zero when everything is closed", () => {
    const exchange = aQuietExchange();
    place(exchange, "bina", "sell", { now: TEN, pricing: limit(1_082.1), quantity: 7 });
    const { order: buy } = place(exchange, "anil", "buy", { now: TEN, pricing: limit(1_083.3) });
    expect(blocked(exchange)).toBe(Math.ceil((7 * rs(1_082.1) + 3 * rs(1_083.3)) / 5));
    exchange.cancel(buy.id, TEN);
    expect(blocked(exchange)).toBe(Math.ceil((7 * rs(1_082.1)) / 5));
    trade(exchange, "charu", "anil", 1_081, 7);
    expect(blocked(exchange)).toBe(0);
    expect(exchange.funds("anil")).toMatchObject({ realised: -7 * rs(1.1), available: rs(10_000_000 - 7.7) });
  });

  it("refuses an order that it cannot cover, and never an exit", () => {
    const exchange = aQuietExchange();
    exchange.openAccount({ id: "dev", broker: "fyers", cashPaise: rs(500) });
    expect(place(exchange, "dev", "buy", { now: TEN, quantity: 3 }).order.reason).toBe("insufficient_funds");
    trade(exchange, "dev", "bina", 1_083, 2);
    expect(exchange.positions("dev")).toMatchObject([{ netQuantity: 2 }]);
    trade(exchange, "charu", "asha", 980, 1);
    expect(exchange.funds("dev")).toMatchObject({ unrealised: -2 * rs(103) });
    expect(place(exchange, "dev", "sell", { now: TEN, quantity: 2, pricing: limit(980) }).order.status).toBe("open");
    expect(place(exchange, "dev", "buy", { now: TEN, quantity: 1, pricing: limit(979) }).order.reason).toBe(
      "insufficient_funds",
    );
  });
});

describe("cash", () => {
  it("can be added and withdrawn, but not below the free amount", () => {
    const exchange = aQuietExchange();
    exchange.addCash("anil", rs(100));
    expect(exchange.funds("anil").cash).toBe(rs(10_000_100));
    expect(() => exchange.addCash("anil", rs(-10_000_101))).toThrow("covered");
  });

  it("pays for delivery at once, and receives its price at once", () => {
    const exchange = aQuietExchange();
    trade(exchange, "anil", "bina", 1_083, 40, "delivery");
    expect(exchange.funds("anil")).toMatchObject({
      cash: rs(10_000_000 - 43_320),
      blocked: 0,
      opening: rs(10_000_000),
    });
    expect(exchange.funds("bina")).toMatchObject({ cash: rs(10_000_000 + 43_320), blocked: 0 });
    expect(exchange.holdings("bina")).toMatchObject([
      { symbol: "SBIN", quantity: 100, usedQuantity: 40, averagePrice: rs(900) },
    ]);
    expect(exchange.positions("anil")).toMatchObject([
      { product: "delivery", netQuantity: 40, averagePrice: rs(1_083) },
    ]);
  });

  it("limits sales to shares that are held and not offered yet", () => {
    const exchange = aQuietExchange();
    const sell = { now: TEN, product: "delivery", quantity: 60, pricing: limit(1_090) } as const;
    expect(place(exchange, "bina", "sell", sell).order.status).toBe("open");
    expect(place(exchange, "bina", "sell", sell).order.reason).toBe("insufficient_holdings");
    expect(place(exchange, "bina", "sell", { ...sell, quantity: 40 }).order.status).toBe("open");
    expect(exchange.holdings("bina")).toMatchObject([{ usedQuantity: 100 }]);
  });
});

describe("a position", () => {
  it("has day quantities, average, realised and unrealised", () => {
    const exchange = aQuietExchange();
    trade(exchange, "anil", "bina", 1_080, 10);
    trade(exchange, "anil", "bina", 1_082, 10);
    trade(exchange, "charu", "anil", 1_085, 5);
    expect(exchange.positions("anil")).toEqual([
      {
        symbol: "SBIN",
        product: "intraday",
        netQuantity: 15,
        openValue: 15 * rs(1_081),
        averagePrice: rs(1_081),
        dayBuyQuantity: 20,
        dayBuyValue: 20 * rs(1_081),
        daySellQuantity: 5,
        daySellValue: 5 * rs(1_085),
        realised: 5 * rs(4),
        unrealised: 15 * rs(4),
        lastPrice: rs(1_085),
        previousClose: rs(1_083),
      },
    ]);
    expect(exchange.funds("anil")).toMatchObject({ realised: rs(20), unrealised: rs(60) });
  });
});

describe("the broker's square-off", () => {
  const market = { kind: "market", protection: 100 } as const;

  it("cancels intraday orders and closes intraday positions at its minute, and nothing else", () => {
    const exchange = anExchange();
    place(exchange, "anil", "buy", { now: TEN, pricing: market });
    place(exchange, "charu", "sell", { now: TEN, pricing: market });
    place(exchange, "anil", "buy", { now: TEN, pricing: market, product: "delivery" });
    const resting = place(exchange, "anil", "sell", { now: TEN, pricing: limit(1_180) }).order.id;
    exchange.advance(at("15:11:59"));
    expect(exchange.order(resting)?.status).toBe("open");
    exchange.advance(at("15:14"));
    expect(exchange.order(resting)).toMatchObject({ status: "cancelled", reason: "square_off" });
    expect(exchange.positions("anil").map(({ product, netQuantity }) => [product, netQuantity])).toEqual([
      ["intraday", 0],
      ["delivery", 10],
    ]);
    expect(exchange.positions("charu")).toMatchObject([{ netQuantity: 0 }]);
    const [exit] = exchange.findOrders({ account: "anil" }).filter(({ placedBy }) => placedBy === "broker");
    expect(exit).toMatchObject({ side: "sell", quantity: 10, status: "filled", tag: null, product: "intraday" });
    expect(exit?.placedAt).toBe(at("15:12"));
    expect(changesOf(exchange, exit?.id ?? "")).toEqual(["placed", "open", "filled"]);
  });

  it("comes at each broker's minute, later for stocks without derivatives", () => {
    const exchange = anExchange();
    for (const account of ["anil", "bina", "charu"]) {
      place(exchange, account, "buy", { now: TEN, symbol: "ACC", quantity: 1, pricing: market });
    }
    exchange.advance(at("15:29"));
    const exits = exchange.findOrders({ symbol: "ACC" }).filter(({ placedBy }) => placedBy === "broker");
    expect(exits.map(({ account, placedAt }) => [account, placedAt])).toEqual([
      ["bina", at("15:15")],
      ["charu", at("15:15")],
      ["anil", at("15:20")],
    ]);
  });

  it("retries every minute without a counterparty, and settles the rest at the close", () => {
    const exchange = aQuietExchange();
    place(exchange, "bina", "sell", { now: TEN, product: "delivery" });
    place(exchange, "anil", "buy", { now: TEN });
    exchange.advance(at("15:40"));
    const exits = exchange.findOrders({ account: "anil" }).filter(({ placedBy }) => placedBy === "broker");
    expect(exits.map(({ placedAt, status }) => [placedAt, status])).toEqual([
      [at("15:12"), "cancelled"],
      [at("15:13"), "cancelled"],
      [at("15:14"), "expired"],
    ]);
    expect(exchange.positions("anil")).toMatchObject([{ netQuantity: 10 }]);
    exchange.advance(at("06:00", TUESDAY));
    expect(exchange.positions("anil")).toEqual([]);
    expect(exchange.funds("anil")).toMatchObject({ cash: rs(10_000_000), blocked: 0, realised: 0 });
  });
});

describe("the next morning", () => {
  const sides: readonly Side[] = ["buy", "sell"];

  it("turns profits into cash and deliveries into holdings, empties books and archives old orders", () => {
    const exchange = aQuietExchange();
    trade(exchange, "anil", "bina", 1_080, 10);
    trade(exchange, "charu", "anil", 1_085, 10);
    trade(exchange, "anil", "bina", 1_085, 40, "delivery");
    const [first] = exchange.dayOrders("anil");
    exchange.advance(at("05:59:59", TUESDAY));
    expect(exchange.marketDate()).toBe("2026-11-16");
    expect(exchange.positions("anil")).toHaveLength(2);
    exchange.advance(at("06:00", TUESDAY));

    expect(exchange.marketDate()).toBe("2026-11-17");
    expect(exchange.funds("anil")).toEqual({
      opening: rs(10_000_000 + 50 - 43_400),
      cash: rs(10_000_000 + 50 - 43_400),
      blocked: 0,
      realised: 0,
      unrealised: 0,
      available: rs(10_000_000 + 50 - 43_400),
    });
    expect([exchange.positions("anil"), exchange.dayOrders("anil"), exchange.dayTrades("anil")]).toEqual([[], [], []]);
    expect(exchange.holdings("anil")).toMatchObject([{ symbol: "SBIN", quantity: 40, averagePrice: rs(1_085) }]);
    expect(exchange.holdings("bina")).toMatchObject([{ quantity: 60, averagePrice: rs(900), usedQuantity: 0 }]);
    expect(exchange.order(first?.id ?? "")).toEqual(first);
    expect(
      sides.map(
        (side) =>
          place(exchange, "anil", side, { now: at("10:00", TUESDAY), product: "delivery", pricing: limit(1_085) }).order
            .status,
      ),
    ).toEqual(["open", "cancelled"]);
  });

  it("drops holdings that were sold completely", () => {
    const exchange = aQuietExchange();
    trade(exchange, "anil", "bina", 1_085, 100, "delivery");
    exchange.advance(at("07:00", TUESDAY));
    expect(exchange.holdings("bina")).toEqual([]);
  });

  it("has yesterday's last price as the previous close", () => {
    const exchange = aQuietExchange();
    trade(exchange, "anil", "bina", 1_085, 10, "delivery");
    exchange.advance(at("09:00", TUESDAY));
    expect(exchange.quote("SBIN")).toMatchObject({
      previousClose: rs(1_085),
      lastPrice: rs(1_085),
      volume: 0,
      open: 0,
    });
  });

  it("follows after a weekend and a holiday, and drops old days", () => {
    const exchange = anExchange({ daysKept: 5 });
    const { order: old } = place(exchange, "anil", "buy", { now: TEN, tag: "OLD" });
    const friday: IstDate = istDate("2026-11-20");
    exchange.advance(at("23:00", friday));
    expect(exchange.findOrders({ tag: "OLD" }).map(({ id }) => id)).toEqual([old.id]);
    const { order: again } = place(exchange, "anil", "buy", { now: at("10:00", istDate("2026-11-23")), tag: "OLD" });
    exchange.advance(at("12:00", istDate("2026-11-24")));
    expect(exchange.marketDate()).toBe("2026-11-23");
    expect(exchange.findOrders({ tag: "OLD" }).map(({ id }) => id)).toEqual([again.id]);
    expect(exchange.order(old.id)).toBeNull();
  });
});

describe("accounts", () => {
  it("are opened once each, also by the thousand", () => {
    const exchange = aQuietExchange();
    expect(exchange.account("anil")).toEqual({ id: "anil", broker: "zerodha" });
    expect(exchange.account("unknown")).toBeNull();
    expect(() => exchange.openAccount({ id: "anil", broker: "fyers", cashPaise: rs(1) })).toThrow("is new");
    exchange.openAccounts(
      Array.from({ length: 50_000 }, (_, index) => ({ id: `L${index}`, broker: "fyers", cashPaise: rs(500) })),
    );
    expect(exchange.funds("L49999").available).toBe(rs(500));
    expect(() => exchange.funds("unknown")).toThrow("exists");
  });
});
