import { createHash } from "node:crypto";
import { epochMs } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Exchange } from "./exchange.ts";
import { anExchange, aQuietExchange, at, orderEvents, place, rs, TUESDAY } from "./exchange-fixture.ts";
import type { ExchangeEvent, Order, OrderChange, Trade } from "./model.ts";
import { type Flow, startFlow, step } from "./random-flow.ts";

const SYMBOLS = ["SBIN", "IDEA", "ACC", "RPOWER"];
const ACCOUNTS = ["anil", "asha", "bina", "charu"];
const HALF_AN_HOUR = 30 * 60_000;
/** Random whole days, on machines with other load. */
const PATIENCE_MS = 300_000;

const allowed: Record<OrderChange, readonly OrderChange[]> = {
  placed: ["open", "trigger_pending", "rejected"],
  open: ["partially_filled", "filled", "cancelled", "expired", "updated"],
  trigger_pending: ["open", "updated", "cancelled", "expired"],
  updated: ["open", "updated", "partially_filled", "filled", "cancelled", "expired"],
  partially_filled: ["partially_filled", "filled", "cancelled", "expired", "updated"],
  filled: [],
  cancelled: [],
  rejected: [],
  expired: [],
};

interface Run {
  readonly exchange: Exchange;
  readonly events: readonly ExchangeEvent[];
}

/** Random client load from the pre-open until the close, checked after every step. */
function live(
  seed: number,
  steps: number,
  after: (flow: Flow, events: readonly ExchangeEvent[]) => void = () => {},
): Run {
  const exchange = anExchange({}, seed);
  for (const account of ACCOUNTS) exchange.addCash(account, rs(90_000_000));
  const flow = startFlow(exchange, seed, at("08:58"), SYMBOLS);
  const events: ExchangeEvent[] = [...exchange.advance(flow.now)];
  const stepMs = Math.floor((7 * 3_600_000) / steps);
  while (flow.now < at("15:40")) {
    const caused = step(flow, stepMs);
    events.push(...caused);
    after(flow, caused);
  }
  events.push(...exchange.advance(epochMs(flow.now + HALF_AN_HOUR)));
  return { exchange, events };
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });

const tradesOf = (events: readonly ExchangeEvent[]): Trade[] =>
  orderEvents(events).flatMap(({ trade }) => (trade === null ? [] : [trade]));

const hashOf = (events: readonly ExchangeEvent[]): string =>
  createHash("sha256").update(JSON.stringify(events)).digest("hex").slice(0, 16);

function checkBooks(exchange: Exchange): void {
  for (const account of ACCOUNTS)
    for (const shown of exchange.dayOrders(account)) expect(shown).toEqual(exchange.order(shown.id));
}

function checkQuotes(exchange: Exchange): void {
  for (const symbol of SYMBOLS) {
    const { buy, sell, phase, lastPrice, previousClose, lowerCircuit, upperCircuit } = exchange.quote(symbol);
    const [bid, ask] = [buy[0]?.price, sell[0]?.price];
    const top = { lastPrice, previousClose, bid: bid ?? null, ask: ask ?? null, lowerCircuit, upperCircuit };
    expect(exchange.top(symbol)).toEqual(top);
    if (phase === "continuous" && bid !== undefined && ask !== undefined) expect(bid).toBeLessThan(ask);
  }
}

function checkTrade(exchange: Exchange, order: Order, trade: Trade): void {
  const limit = order.limitPrice ?? Number.NaN;
  expect(order.side === "buy" ? trade.price <= limit : trade.price >= limit).toBe(true);
  expect(trade.price % (exchange.instrument(trade.symbol)?.tickSize ?? 1)).toBe(0);
  const end = exchange.instrument(trade.symbol)?.isFno ? at("15:15") : at("15:30");
  const isAuction = trade.counterparty === "auction";
  const isInSession = isAuction
    ? trade.at === at("09:10") || (trade.at >= at("15:28") && trade.at < at("15:30"))
    : trade.at >= at("09:15") && trade.at < end;
  expect([trade, isInSession]).toEqual([trade, true]);
}

function checkBands(events: readonly ExchangeEvent[], exchange: Exchange): void {
  const bands = new Map(
    exchange.instruments.map(({ symbol, bandBasisPoints }) => {
      const close = exchange.quote(symbol).previousClose;
      const share = bandBasisPoints / 10_000;
      return [symbol, { lower: close * (1 - share), upper: close * (1 + share) }];
    }),
  );
  for (const event of events) {
    if (event.kind === "circuit" && event.what === "moved") bands.set(event.symbol, event);
    const trade = event.kind === "order" ? event.trade : null;
    if (trade === null) continue;
    expect(trade.price).toBeGreaterThanOrEqual(bands.get(trade.symbol)?.lower ?? Number.NaN);
    expect(trade.price).toBeLessThanOrEqual(bands.get(trade.symbol)?.upper ?? Number.NaN);
  }
}

function checkOrder(exchange: Exchange, order: Order): void {
  const trades = exchange.orderTrades(order.id);
  expect(trades.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(order.filledQuantity);
  expect(trades.reduce((sum, { quantity, price }) => sum + quantity * price, 0)).toBe(order.filledValue);
  expect(order.filledQuantity).toBeLessThanOrEqual(order.quantity);
  if (order.status !== "rejected") {
    expect(order.filledQuantity + order.pendingQuantity + order.cancelledQuantity).toBe(order.quantity);
  }
  expect(order.status === "filled").toBe(order.filledQuantity === order.quantity && order.quantity > 0);
}

function checkMoney(exchange: Exchange, account: string, begin: number): void {
  const trades = exchange.dayTrades(account);
  const flow = (product: string) =>
    trades
      .filter((trade) => trade.product === product)
      .reduce((sum, { side, quantity, price }) => sum + (side === "buy" ? -1 : 1) * quantity * price, 0);
  const positions = exchange.positions(account);
  const funds = exchange.funds(account);
  expect(funds.cash).toBe(begin + flow("delivery"));
  const open = positions
    .filter(({ product }) => product === "intraday")
    .reduce((sum, { netQuantity, openValue }) => sum + Math.sign(netQuantity) * openValue, 0);
  expect(funds.realised - open).toBe(flow("intraday"));
  expect(funds.blocked).toBeGreaterThanOrEqual(0);
  expect(funds.available).toBe(funds.cash + funds.realised - funds.blocked);
  for (const { symbol, product, netQuantity } of positions) {
    const shares = trades
      .filter((trade) => trade.symbol === symbol && trade.product === product)
      .reduce((sum, { side, quantity }) => sum + (side === "buy" ? quantity : -quantity), 0);
    expect(netQuantity).toBe(shares);
  }
}

function checkPairs(events: readonly ExchangeEvent[]): void {
  const pairs = new Map<string, Trade[]>();
  for (const trade of tradesOf(events).filter(({ counterparty }) => counterparty === "client")) {
    pairs.set(trade.id, [...(pairs.get(trade.id) ?? []), trade]);
  }
  for (const [first, second, ...more] of pairs.values()) {
    expect(more).toEqual([]);
    expect([first?.quantity, first?.price, first?.at]).toEqual([second?.quantity, second?.price, second?.at]);
    expect(new Set([first?.side, second?.side]).size).toBe(2);
    expect(first?.account).not.toBe(second?.account);
  }
}

function checkHistories(exchange: Exchange, seen: Set<string>): void {
  for (const { id } of exchange.findOrders({})) {
    const changes = exchange.orderHistory(id).map(({ change }) => change);
    expect(changes[0]).toBe("placed");
    changes.slice(1).forEach((change, index) => {
      const before = changes[index] as OrderChange;
      seen.add(`${before} > ${change}`);
      expect(allowed[before]).toContain(change);
    });
  }
}

/** A delivery order is partly filled and waits for the rest until the close. */
function aDayThatEndsHalfDone(): Exchange {
  const exchange = aQuietExchange();
  const delivery = { now: at("10:00"), product: "delivery" } as const;
  place(exchange, "bina", "sell", { ...delivery, quantity: 4 });
  place(exchange, "anil", "buy", delivery);
  exchange.advance(at("16:00"));
  return exchange;
}

/** The invariants at any moment; sums are checked every tenth time. */
function checkStep(flow: Flow, caused: readonly ExchangeEvent[]): void {
  checkQuotes(flow.exchange);
  checkBooks(flow.exchange);
  for (const { order, trade } of orderEvents(caused)) if (trade) checkTrade(flow.exchange, order, trade);
  if (flow.count % 10 > 0) return;
  for (const account of ACCOUNTS) checkMoney(flow.exchange, account, rs(100_000_000));
}

describe("random client actions", { timeout: PATIENCE_MS }, () => {
  it("conserve shares and paise, never cross the book, and trade within limit, band and session", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { exchange, events } = live(seed, 150, checkStep);
        checkPairs(events);
        checkBands(events, exchange);
        for (const order of exchange.findOrders({})) checkOrder(exchange, order);
        checkHistories(exchange, new Set());
        expect(exchange.findOrders({}).every(({ pendingQuantity }) => pendingQuantity === 0)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });

  it("free margin to the paisa once orders are over and positions are flat, and always the next morning", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { exchange } = live(seed, 150);
        for (const account of ACCOUNTS) {
          const isFlat = exchange
            .positions(account)
            .every((line) => line.product === "delivery" || line.netQuantity === 0);
          if (isFlat) expect(exchange.funds(account).blocked).toBe(0);
        }
        const worth = ACCOUNTS.map((account) => exchange.funds(account)).map(
          ({ cash, realised, unrealised }) => cash + realised + unrealised,
        );
        exchange.advance(at("06:00", TUESDAY));
        expect(ACCOUNTS.map((account) => exchange.funds(account).blocked)).toEqual([0, 0, 0, 0]);
        expect(ACCOUNTS.map((account) => exchange.funds(account).cash)).toEqual(worth);
      }),
      { numRuns: 8 },
    );
  });

  it("move orders along the allowed transitions only, and along every one of them", () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) checkHistories(live(seed, 400).exchange, seen);
    checkHistories(aDayThatEndsHalfDone(), seen);
    const expected = Object.entries(allowed).flatMap(([from, targets]) => targets.map((to) => `${from} > ${to}`));
    expect([...seen].sort()).toEqual(expected.sort());
  });

  it("produce events with consecutive numbers in chronological order", () => {
    const { events } = live(3, 200);
    events.forEach((event, index) => {
      expect(event.sequence).toBe(index + 1);
      expect(event.at).toBeGreaterThanOrEqual(events[index - 1]?.at ?? 0);
    });
  });
});

describe("the same seed and the same calls", { timeout: PATIENCE_MS }, () => {
  it("give the same day bit for bit, and another seed a different one", () => {
    const [first, second] = [live(5, 300), live(5, 300)];
    expect(hashOf(first.events)).toBe(hashOf(second.events));
    expect(hashOf(live(6, 300).events)).not.toBe(hashOf(first.events));
  });

  it("give this exact day on every machine", () => {
    expect(hashOf(live(5, 300).events)).toMatchInlineSnapshot(`"4a3447681e8b9612"`);
  });

  it("give the same day for any step size", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4_000_000 }), { maxLength: 40 }), (cuts) => {
        const orders = (exchange: Exchange) => [
          ...exchange.advance(at("09:20")),
          ...exchange.place({
            now: at("09:20"),
            account: "anil",
            symbol: "SBIN",
            side: "buy",
            quantity: 500,
            product: "intraday",
            pricing: { kind: "limit", price: rs(1_070) },
          }).events,
        ];
        const [whole, cut] = [anExchange(), anExchange()];
        const expected = [...orders(whole), ...whole.advance(at("16:00"))];
        const got = orders(cut);
        let now = at("09:20");
        for (const cutMs of cuts) {
          now = epochMs(Math.min(now + cutMs, at("16:00")));
          got.push(...cut.advance(now));
        }
        got.push(...cut.advance(at("16:00")));
        expect(hashOf(got)).toBe(hashOf(expected));
        for (const symbol of SYMBOLS) expect(cut.quote(symbol)).toEqual(whole.quote(symbol));
      }),
      { numRuns: 10 },
    );
  });

  it("give the same day with any observer", () => {
    const looked = live(5, 150, ({ exchange }) => {
      for (const symbol of SYMBOLS) {
        exchange.quote(symbol);
        exchange.candles(symbol, "day", at("00:00"), at("23:00"));
        exchange.yearRange(symbol);
      }
      exchange.changedSince("zerodha", 0);
      exchange.findOrders({});
    });
    expect(hashOf(looked.events)).toBe(hashOf(live(5, 150).events));
  });
});
