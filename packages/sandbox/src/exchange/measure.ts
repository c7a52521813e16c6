import { paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { Book, type BookOrder, match } from "./book.ts";
import { Draws } from "./chance.ts";
import { createExchange } from "./exchange.ts";
import { nseInstruments } from "./instruments.ts";

/** Work for bench/: each does its share and says how much it was. The caller holds the stopwatch. */

const SYMBOLS = 60;
const DAY = istDate("2026-11-16");
const DAY_END = istInstant(DAY, istMinute(16, 0));

const KEPT = 5_000;

function drawOrder(draws: Draws, middle: number): BookOrder {
  const isBuy = draws.next() % 2 === 0;
  return {
    isBuy,
    owner: draws.below(1_000),
    limit: middle + (isBuy ? -5 : 5) * (draws.below(40) - 8),
    remaining: 1 + draws.below(200),
    level: null,
    next: null,
    previous: null,
  };
}

/** Limit orders of a thousand owners around a price that wanders; one in four is followed by a cancellation. */
export function measureMatching(orders = 500_000): { readonly orders: number; readonly trades: number } {
  const book = new Book();
  const draws = new Draws(1, 1);
  const kept = new Array<BookOrder | null>(KEPT).fill(null);
  let middle = 100_000;
  let trades = 0;
  const onTrade = (): void => {
    trades++;
  };
  for (let count = 0; count < orders; count++) {
    middle += 5 * (draws.below(3) - 1);
    const order = drawOrder(draws, middle);
    if (match(book, order, null, onTrade) === "resting") book.own(order).add(order, 0);
    kept[count % KEPT] = order;
    const old = count % 4 === 0 ? kept[draws.below(KEPT)] : null;
    if (old?.level) book.own(old).remove(old);
  }
  return { orders, trades };
}

function liveDay(detail: "full" | "sparse"): { readonly symbols: number; readonly shares: number } {
  const exchange = createExchange({
    seed: 1,
    calendar: nseCalendar,
    settings: { detail, instruments: nseInstruments.slice(0, SYMBOLS) },
  });
  exchange.advance(DAY_END);
  const shares = exchange.instruments.reduce((sum, { symbol }) => sum + exchange.quote(symbol).volume, 0);
  return { symbols: exchange.instruments.length, shares };
}

/** A new exchange and its whole day, four ticks a minute in each of sixty stocks. */
export const measureSparseDay = () => liveDay("sparse");

/** The same with a tick a second. */
export const measureFullDay = () => liveDay("full");

const ACCOUNTS = 1_000;
const PER_MS = 10;

/** Orders through the whole exchange in a running session: checks, margin, matching, history and events. */
export function measureOrders(orders = 100_000): { readonly orders: number; readonly events: number } {
  const exchange = createExchange({ seed: 1, calendar: nseCalendar, settings: { detail: "sparse" } });
  const open = istInstant(DAY, istMinute(10, 0));
  const draws = new Draws(2, 2);
  exchange.advance(open);
  exchange.openAccounts(
    Array.from({ length: ACCOUNTS }, (_, index) => ({
      id: `M${index}`,
      broker: "zerodha" as const,
      cashPaise: paise(1_000_000_000_000),
    })),
  );
  let events = 0;
  for (let count = 0; count < orders; count++) {
    const { symbol, tickSize } = exchange.instruments[draws.below(SYMBOLS)] ??
      nseInstruments[0] ?? { symbol: "", tickSize: paise(1) };
    const price = paise(exchange.lastPrice(symbol) + tickSize * (draws.below(21) - 10));
    events += exchange.place({
      now: epochMs(open + Math.floor(count / PER_MS)),
      account: `M${draws.below(ACCOUNTS)}`,
      symbol,
      side: draws.next() % 2 === 0 ? "buy" : "sell",
      quantity: 1 + draws.below(50),
      product: "intraday",
      pricing: { kind: "limit", price },
    }).events.length;
  }
  return { orders, events };
}
