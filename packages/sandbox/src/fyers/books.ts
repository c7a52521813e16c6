import { createReplyMemory } from "../broker/reply-memory.ts";
import type { WireReply } from "../broker/wire.ts";
import type { Holding, Order, Top } from "../exchange/model.ts";
import type { Call, FyersDeps } from "./call.ts";
import { typeOf } from "./order-input.ts";
import { done, refusals, refused } from "./reply.ts";
import { orderRow, positionRow, tagOf, tradeRow } from "./rows.ts";
import { percent, toRupees } from "./rupees.ts";
import { CASH, NSE, tickerOf } from "./symbols.ts";

/** Cached per book: a price costs more than a row, and symbols repeat. */
function pricesOf({ exchange }: FyersDeps): (symbol: string) => Top | null {
  const known = new Map<string, Top | null>();
  return (symbol) => {
    const found = known.get(symbol);
    if (found !== undefined) return found;
    const top = exchange.instrument(symbol) === null ? null : exchange.top(symbol);
    known.set(symbol, top);
    return top;
  };
}

function askedFor({ numbers }: FyersDeps, { request }: Call): ((order: Order) => boolean) | null {
  const id = request.query.get("id");
  const tag = request.query.get("order_tag");
  if (id !== null) {
    const ids = new Set(id.split(","));
    return (order) => ids.has(numbers.numberOf(order));
  }
  return tag === null ? null : (order) => tagOf(order.tag) === tag;
}

const writeOnce = createReplyMemory();

/** The whole book; every row shows the share's price too. */
function wholeBook(desk: FyersDeps, orders: readonly Order[]): WireReply {
  const priceOf = pricesOf(desk);
  const besideOf = (order: Order) =>
    [desk.numbers.numberOf(order), desk.numbers.messageOf(order), priceOf(order.symbol)?.lastPrice].join(" ");
  return writeOnce(orders, orders.map(besideOf).join("\n"), () =>
    done({ orderBook: orders.map((order, index) => orderRow(desk, order, index + 1, priceOf(order.symbol))) }),
  );
}

export function orderBook(desk: FyersDeps, call: Call): WireReply {
  const orders = desk.exchange.dayOrders(call.client);
  const wanted = askedFor(desk, call);
  if (wanted === null) return wholeBook(desk, orders);
  const priceOf = pricesOf(desk);
  const rows = orders.flatMap((order, index) =>
    wanted(order) ? [orderRow(desk, order, index + 1, priceOf(order.symbol))] : [],
  );
  if (rows.length === 0 && call.request.query.has("id")) return refused(refusals.orderUnknown);
  return done({ orderBook: rows });
}

export function tradeBook(desk: FyersDeps, call: Call): WireReply {
  const wanted = askedFor(desk, call);
  const orders = new Map(desk.exchange.dayOrders(call.client).map((order) => [order.id, order]));
  const rows = desk.exchange.dayTrades(call.client).flatMap((trade) => {
    const order = orders.get(trade.orderId);
    if (order === undefined || (wanted !== null && !wanted(order))) return [];
    return [tradeRow(desk, trade, desk.numbers.numberOf(order), typeOf[order.pricing.kind])];
  });
  return done({ tradeBook: rows });
}

export function positions(desk: FyersDeps, { client }: Call): WireReply {
  const list = desk.exchange.positions(client);
  const realised = list.reduce((sum, position) => sum + position.realised, 0);
  const unrealised = list.reduce((sum, position) => sum + position.unrealised, 0);
  return done({
    netPositions: list.map((position, index) => positionRow(desk, position, index)),
    overall: {
      count_total: list.length,
      count_open: list.filter(({ netQuantity }) => netQuantity !== 0).length,
      pl_total: toRupees(realised + unrealised),
      pl_realized: toRupees(realised),
      pl_unrealized: toRupees(unrealised),
    },
  });
}

const costOf = ({ averagePrice, quantity }: Holding): number => averagePrice * quantity;
const worthOf = ({ lastPrice, quantity }: Holding): number => lastPrice * quantity;

const holdingRow = ({ symbols }: FyersDeps, holding: Holding, id: number): object => ({
  holdingType: "HLD",
  quantity: holding.quantity,
  costPrice: toRupees(holding.averagePrice),
  marketVal: toRupees(worthOf(holding)),
  remainingQuantity: holding.quantity - holding.usedQuantity,
  pl: toRupees(worthOf(holding) - costOf(holding)),
  ltp: toRupees(holding.lastPrice),
  id,
  fyToken: symbols.bySymbol(holding.symbol)?.tokens.fyers ?? "",
  exchange: NSE,
  symbol: tickerOf(holding.symbol),
  segment: CASH,
  isin: holding.isin,
  qty_t1: 0,
  remainingPledgeQuantity: -1,
  collateralQuantity: 0,
});

export function holdings(desk: FyersDeps, { client }: Call): WireReply {
  const list = desk.exchange.holdings(client);
  const cost = list.reduce((sum, holding) => sum + costOf(holding), 0);
  const value = list.reduce((sum, holding) => sum + worthOf(holding), 0);
  return done({
    holdings: list.map((holding, index) => holdingRow(desk, holding, index + 1)),
    overall: {
      count_total: list.length,
      total_investment: toRupees(cost),
      total_current_value: toRupees(value),
      total_pl: toRupees(value - cost),
      pnl_perc: percent(value - cost, cost),
    },
  });
}
