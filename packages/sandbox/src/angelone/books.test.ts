import { DAY_MS, later } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExchange } from "../exchange/exchange.ts";
import { aQuietExchange, rs } from "../exchange/exchange-fixture.ts";
import { nseInstruments } from "../exchange/instruments.ts";
import { type AngelWorld, anAngelWorld, anOrder, ORDER, type Row, SECURE } from "./angelone-fixture.ts";

interface Side {
  readonly headers: Readonly<Record<string, string>>;
}

const loggedIn = (world: AngelWorld, id: string): Side => {
  const client = id === world.bela.id ? world.bela : world.open({ id });
  return { headers: world.as(world.login(client), client) };
};
const read = <Data>(world: AngelWorld, { headers }: Side, path: string) =>
  world.call<Data>("GET", path, {}, { headers }).data;
const place = (world: AngelWorld, { headers }: Side, change: Readonly<Record<string, unknown>>) =>
  world.call<{ orderid: string }>("POST", `${ORDER}/placeOrder`, anOrder(change), { headers }).data.orderid;

function twoSides() {
  const world = anAngelWorld();
  return { world, buyer: loggedIn(world, world.bela.id), seller: loggedIn(world, "B100002") };
}

describe("books without an entry", () => {
  it("are all null", () => {
    const world = anAngelWorld();
    const side = loggedIn(world, world.bela.id);
    const paths = ["order/v1/getOrderBook", "order/v1/getTradeBook", "order/v1/getPosition"];
    for (const path of [...paths, "portfolio/v1/getHolding", "portfolio/v1/getAllHolding"]) {
      expect(read(world, side, `${SECURE}/${path}`)).toBeNull();
    }
  });
});

describe("Angel One's books after a trade", () => {
  it("contain the trade in the trade book, and the order with its last fill", () => {
    const { world, buyer, seller } = twoSides();
    place(world, seller, { transactiontype: "SELL", quantity: "4" });
    const orderid = place(world, buyer, {});
    const [trade] = read<Row[]>(world, buyer, `${ORDER}/getTradeBook`);
    expect(trade).toEqual({
      exchange: "NSE",
      producttype: "INTRADAY",
      tradingsymbol: "SBIN-EQ",
      instrumenttype: "",
      symbolgroup: "EQ",
      strikeprice: "-1",
      optiontype: "",
      expirydate: "",
      marketlot: "1",
      precision: "2",
      multiplier: "-1",
      tradevalue: "4332.00",
      transactiontype: "BUY",
      fillprice: "1083.00",
      fillsize: "4",
      orderid,
      fillid: expect.any(String),
      filltime: "10:00:00",
    });
    expect(read<Row[]>(world, buyer, `${ORDER}/getOrderBook`)[0]).toMatchObject({
      status: "open",
      orderstatus: "open",
      filledshares: "4",
      unfilledshares: "6",
      averageprice: 1_083,
      fillid: trade?.["fillid"],
      filltime: "10:00:00",
    });
  });

  it("contain positions as text, with their cost and their value", () => {
    const { world, buyer, seller } = twoSides();
    place(world, seller, { transactiontype: "SELL" });
    place(world, buyer, {});
    place(world, buyer, { transactiontype: "SELL", price: "1085", quantity: "3" });
    place(world, seller, { price: "1085", quantity: "3" });
    const [position] = read<Row[]>(world, buyer, `${ORDER}/getPosition`);
    expect(position).toMatchObject({
      symboltoken: "3045",
      producttype: "INTRADAY",
      tradingsymbol: "SBIN-EQ",
      symbolname: "SBIN",
      buyqty: "10",
      sellqty: "3",
      buyamount: "10830.00",
      sellamount: "3255.00",
      buyavgprice: "1083.00",
      sellavgprice: "1085.00",
      netqty: "7",
      netvalue: "-7575.00",
      avgnetprice: "1083.00",
      ltp: "1085.00",
      realised: "6.00",
      unrealised: "14.00",
      pnl: "20.00",
      cfbuyqty: "0",
    });
    for (const value of Object.values(position ?? {})) expect(typeof value).toBe("string");
  });

  it("block margin, and give the free funds in RMS as text", () => {
    const { world, buyer } = twoSides();
    const rms = () => read<Row>(world, buyer, `${SECURE}/user/v1/getRMS`);
    expect(rms()).toMatchObject({ net: "1000000.0000", availablecash: "1000000.0000", utiliseddebits: "0.0000" });
    place(world, buyer, {});
    expect(rms()).toMatchObject({ net: "997834.0000", utiliseddebits: "2166.0000", m2mrealized: "0.0000" });
    const values = Object.values(rms());
    for (const value of values.filter((one) => one !== null)) expect(value).toMatch(/^-?\d+\.\d{4}$/);
    // other segments' fields are null
    expect(values.filter((one) => one === null)).toHaveLength(5);
  });
});

describe("holdings", () => {
  it("are listed one by one and in total", () => {
    const exchange = aQuietExchange();
    const world = anAngelWorld(exchange);
    const side = loggedIn(world, world.bela.id);
    place(world, side, { producttype: "DELIVERY" });
    const other = loggedIn(world, "B100002");
    place(world, other, { transactiontype: "SELL" });
    world.moveTo(later(world.now().market, DAY_MS));
    const next = loggedIn(world, world.bela.id);
    const expected = {
      tradingsymbol: "SBIN-EQ",
      isin: "INE062A01020",
      quantity: 10,
      realisedquantity: 10,
      averageprice: 1_083,
      ltp: 1_083,
      symboltoken: "3045",
      profitandloss: 0,
      pnlpercentage: 0,
      product: "DELIVERY",
    };
    expect(read(world, next, `${SECURE}/portfolio/v1/getHolding`)).toMatchObject([expected]);
    expect(read(world, next, `${SECURE}/portfolio/v1/getAllHolding`)).toMatchObject({
      holdings: [expected],
      totalholding: { totalholdingvalue: 10_830, totalinvvalue: 10_830, totalprofitandloss: 0, totalpnlpercentage: 0 },
    });
  });
});

const sbin = nseInstruments.filter(({ symbol }) => symbol === "SBIN");
const aSmallExchange = () =>
  createExchange({
    seed: 3,
    calendar: nseCalendar,
    settings: { detail: "sparse", instruments: sbin, hasSyntheticMarket: false },
  });

interface Move {
  readonly isBuyer: boolean;
  readonly isSell: boolean;
  readonly quantity: number;
  readonly ticks: number;
  readonly after: "nothing" | "cancel" | "modify";
}

const steps: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    isBuyer: fc.boolean(),
    isSell: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 30 }),
    ticks: fc.integer({ min: -3, max: 3 }),
    after: fc.constantFrom("nothing", "cancel", "modify" as const),
  }),
  { maxLength: 12 },
);

function make(world: AngelWorld, side: Side, { isSell, quantity, ticks, after }: Move): void {
  const order = { transactiontype: isSell ? "SELL" : "BUY", quantity, price: (rs(1_083) + ticks * 10) / 100 };
  const orderid = place(world, side, order);
  const change = { ...anOrder(order), orderid, quantity: quantity + 1 };
  if (after === "cancel") world.call("POST", `${ORDER}/cancelOrder`, { variety: "NORMAL", orderid }, side);
  if (after === "modify") world.call("POST", `${ORDER}/modifyOrder`, change, side);
}

function expectConserved(row: Row, trades: readonly Row[]): void {
  const [all, filled, cancelled] = ["quantity", "filledshares", "cancelsize"].map((name) => Number(row[name]));
  const own = trades.filter(({ orderid }) => orderid === row["orderid"]);
  expect(own.reduce((sum, { fillsize }) => sum + Number(fillsize), 0)).toBe(filled);
  expect(Number(row["unfilledshares"])).toBe(Number(all) - Number(filled));
  const over = row["orderstatus"] === "open" || row["orderstatus"] === "rejected" ? null : all;
  expect(over === null ? cancelled : Number(filled) + Number(cancelled)).toBe(over ?? 0);
}

function expectConservedFor(world: AngelWorld, side: Side): void {
  const [orders, trades] = ["getOrderBook", "getTradeBook"].map(
    (name) => read<Row[] | null>(world, side, `${ORDER}/${name}`) ?? [],
  );
  for (const row of orders ?? []) expectConserved(row, trades ?? []);
}

describe("the books through the API", () => {
  it("account for every share of an order as filled, open or cancelled, and the trade book has exactly the filled ones", () => {
    fc.assert(
      fc.property(steps, (moves) => {
        const world = anAngelWorld(aSmallExchange());
        const sides = [loggedIn(world, world.bela.id), loggedIn(world, "B100002")] as const;
        for (const move of moves) make(world, sides[move.isBuyer ? 0 : 1], move);
        for (const side of sides) expectConservedFor(world, side);
      }),
      { numRuns: 40 },
    );
  });
});
