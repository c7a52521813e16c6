import { paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { indicative } from "./auction-run.ts";
import type { BookSide } from "./book.ts";
import type { Ladder } from "./ladder.ts";
import { ladderOf } from "./matching.ts";
import type { DepthLevel, Quote, Top } from "./model.ts";
import { averageOf } from "./position.ts";
import { bookOf, instantOf, phaseOf, type World } from "./world.ts";

const DEPTH_LEVELS = 5;
/** Visible quantity of the whole book as a multiple of the ten best prices. */
const BEYOND_LADDER = 20;
/** Shares per order of a synthetic price; at least one order. */
const SHARES_PER_ORDER = 150;

interface Row {
  price: number;
  quantity: number;
  orders: number;
}

/** Hides synthetic quotes that would match a client's waiting order. */
function syntheticRows(ladder: Ladder | null, isBuySide: boolean, against: BookSide): Row[] {
  if (ladder === null) return [];
  const barrier = against.best()?.price ?? null;
  const isFree = (price: number): boolean => barrier === null || (isBuySide ? price < barrier : price > barrier);
  return [...ladder.levels(isBuySide)]
    .filter(({ price }) => isFree(price))
    .map(({ price, quantity }) => ({ price, quantity, orders: 1 + Math.floor(quantity / SHARES_PER_ORDER) }));
}

function clientRows(side: BookSide): Row[] {
  return side.levels.slice(-DEPTH_LEVELS).map(({ price, quantity, orders }) => ({ price, quantity, orders }));
}

function merge(rows: readonly Row[], isBuySide: boolean): DepthLevel[] {
  const byPrice = new Map<number, Row>();
  for (const row of rows) {
    const there = byPrice.get(row.price);
    if (there === undefined) byPrice.set(row.price, { ...row });
    else {
      there.quantity += row.quantity;
      there.orders += row.orders;
    }
  }
  return [...byPrice.values()]
    .sort((a, b) => (isBuySide ? b.price - a.price : a.price - b.price))
    .slice(0, DEPTH_LEVELS)
    .map(({ price, quantity, orders }) => ({ price: paise(price), quantity, orders }));
}

interface SideView {
  readonly depth: DepthLevel[];
  readonly total: number;
}

/** Clients and synthetic market together; empty while an auction hides its orders. */
function viewSide(world: World, index: number, isBuySide: boolean): SideView {
  const { bids, asks } = bookOf(world, index);
  const side = isBuySide ? bids : asks;
  const synthetic = syntheticRows(ladderOf(world, index), isBuySide, isBuySide ? asks : bids);
  const clients = side.levels.reduce((sum, { quantity }) => sum + quantity, 0);
  const total = clients + synthetic.reduce((sum, { quantity }) => sum + quantity, 0) * BEYOND_LADDER;
  // Synthetic rows alone are sorted and unique.
  const depth =
    side.levels.length === 0
      ? synthetic
          .slice(0, DEPTH_LEVELS)
          .map(({ price, quantity, orders }) => ({ price: paise(price), quantity, orders }))
      : merge([...clientRows(side), ...synthetic], isBuySide);
  return { depth, total };
}

const NOTHING: SideView = { depth: [], total: 0 };

function auctionView(world: World, index: number): Quote["auction"] {
  const phase = phaseOf(world, index);
  if (phase === "pre_open" || phase === "closing_auction") {
    const found = indicative(world, index, phase === "pre_open" ? "pre_open" : "closing");
    return found === null ? null : { price: paise(found.price), quantity: found.quantity };
  }
  const price = world.market.auctionPrice[index] as number;
  const isShown = price !== 0 && (phase === "pre_open_matching" || phase === "closing_matching");
  return isShown ? { price: paise(price), quantity: world.market.auctionQuantity[index] as number } : null;
}

function bestOf(world: World, index: number, isBuySide: boolean): number | null {
  const { bids, asks } = bookOf(world, index);
  const client = (isBuySide ? bids : asks).best()?.price ?? null;
  const barrier = (isBuySide ? asks : bids).best()?.price ?? null;
  const isFree = (price: number): boolean => barrier === null || (isBuySide ? price < barrier : price > barrier);
  for (const { price } of ladderOf(world, index)?.levels(isBuySide) ?? []) {
    if (!isFree(price)) continue;
    if (client === null) return price;
    return isBuySide ? Math.max(price, client) : Math.min(price, client);
  }
  return client;
}

export function topOf(world: World, index: number): Top {
  const { market } = world;
  const phase = phaseOf(world, index);
  const isOpen = phase === "continuous" || phase === "halted";
  const best = (isBuySide: boolean) => {
    const price = isOpen ? bestOf(world, index, isBuySide) : null;
    return price === null ? null : paise(price);
  };
  return {
    lastPrice: paise(market.last[index] as number),
    previousClose: paise(market.previousClose[index] as number),
    bid: best(true),
    ask: best(false),
    lowerCircuit: paise(market.lower[index] as number),
    upperCircuit: paise(market.upper[index] as number),
  };
}

/** A trade of this second keeps its own instant: the last one of a minute must not count into the next. */
export function publishedAt(world: World, lastTradeAt: number): EpochMs {
  const now = instantOf(world);
  return lastTradeAt > now - SECOND_MS ? epochMs(lastTradeAt) : now;
}

export function quoteOf(world: World, index: number): Quote {
  const { market } = world;
  const phase = phaseOf(world, index);
  const isOpen = phase === "continuous" || phase === "halted";
  const buy = isOpen ? viewSide(world, index, true) : NOTHING;
  const sell = isOpen ? viewSide(world, index, false) : NOTHING;
  const lastAt = market.lastAt[index] as number;
  const cell = (cells: Int32Array) => paise(cells[index] as number);
  return {
    symbol: world.instruments[index]?.symbol ?? "",
    version: market.version[index] as number,
    at: publishedAt(world, lastAt),
    phase,
    lastPrice: cell(market.last),
    lastQuantity: market.lastQuantity[index] as number,
    lastTradeAt: lastAt === 0 ? null : epochMs(lastAt),
    volume: market.volume[index] as number,
    averagePrice: paise(averageOf(market.turnover[index] as number, market.volume[index] as number)),
    open: cell(market.open),
    high: cell(market.high),
    low: cell(market.low),
    previousClose: cell(market.previousClose),
    lowerCircuit: cell(market.lower),
    upperCircuit: cell(market.upper),
    totalBuyQuantity: buy.total,
    totalSellQuantity: sell.total,
    buy: buy.depth,
    sell: sell.depth,
    auction: auctionView(world, index),
  };
}
