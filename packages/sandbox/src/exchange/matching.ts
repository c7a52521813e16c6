import { paise } from "@vriddhi/core/shared/money";
import { lineOf } from "./account-state.ts";
import { type BookOrder, type Level, match } from "./book.ts";
import { checkCircuit } from "./circuit.ts";
import type { Ladder } from "./ladder.ts";
import { addWorking, book, recount, removeWorking } from "./margin.ts";
import type { Trade } from "./model.ts";
import type { OrderState } from "./states.ts";
import { endOrder } from "./withdrawal.ts";
import { bookOf, instantOf, intradayRate, phaseOf, record, type World } from "./world.ts";

const TRADE_ID_FIRST = 50_000_000;

export function ladderOf(world: World, index: number): Ladder | null {
  return world.settings.hasSyntheticMarket && phaseOf(world, index) === "continuous"
    ? world.market.ladder(index)
    : null;
}

export const nextTradeId = (world: World): string => String(TRADE_ID_FIRST + ++world.tradeCount);

/** The matching has reduced `remaining` already. */
export function fill(
  world: World,
  order: OrderState,
  trade: Pick<Trade, "id" | "counterparty"> & { readonly quantity: number; readonly price: number },
): void {
  const { id, counterparty, quantity, price } = trade;
  order.filled += quantity;
  order.filledValue += quantity * price;
  book(order, quantity, price);
  const isDone = order.filled === order.quantity;
  if (isDone) {
    order.status = "filled";
    removeWorking(order, intradayRate(world));
  } else {
    recount(order.account, lineOf(order.account, order.symbolIndex, order.product), intradayRate(world));
  }
  const done: Trade = {
    id,
    orderId: order.id,
    brokerOrderId: order.brokerOrderId,
    account: order.account.id,
    symbol: order.symbol,
    side: order.isBuy ? "buy" : "sell",
    product: order.product,
    quantity,
    price: paise(price),
    at: instantOf(world),
    tag: order.tag,
    counterparty,
  };
  order.trades.push(done);
  record(world, order, isDone ? "filled" : "partially_filled", done);
}

/** Shares that the order may take from the synthetic market now. A partial-fill fault limits it for a while. */
function roomOf(order: OrderState, at: number): number {
  if (order.room === 0 && order.heldUntil <= at) order.room = Number.POSITIVE_INFINITY;
  return order.room;
}

function useRoom(world: World, order: OrderState, quantity: number): void {
  order.room -= quantity;
  if (order.room === 0) order.heldUntil = instantOf(world) + world.settings.partialHoldMs;
}

function rest(world: World, order: OrderState): void {
  const { symbolIndex } = order;
  const ahead = ladderOf(world, symbolIndex)?.quantityAt(order.isBuy, order.limit) ?? 0;
  bookOf(world, symbolIndex).own(order).add(order, ahead);
  world.market.touch(symbolIndex);
}

/** An order enters the market: it trades what it can, and rests or is cancelled with the remainder. */
export function enter(world: World, order: OrderState): void {
  const { symbolIndex } = order;
  const shelf = bookOf(world, symbolIndex);
  addWorking(order, intradayRate(world));
  if (phaseOf(world, symbolIndex) !== "continuous") {
    rest(world, order);
    return;
  }
  const onTrade = (maker: BookOrder | null, quantity: number, price: number): void => {
    const id = nextTradeId(world);
    const trade = { id, quantity, price, counterparty: maker === null ? "market" : "client" } as const;
    world.market.print(symbolIndex, price, quantity, instantOf(world));
    if (maker === null) useRoom(world, order, quantity);
    else fill(world, maker as OrderState, trade);
    fill(world, order, trade);
  };
  const end = match(shelf, order, ladderOf(world, symbolIndex), onTrade, roomOf(order, instantOf(world)));
  if (end === "filled") return;
  if (end === "blocked") endOrder(world, order, "cancelled", "self_trade");
  else if (order.validity === "ioc") endOrder(world, order, "cancelled", "ioc_remainder");
  else rest(world, order);
}

/** After a price move: reached stops go to the market, which may reach further ones. */
export function triggerReachedStops(world: World, index: number): void {
  const stops = world.stops[index] as World["stops"][number];
  checkCircuit(world, index);
  if (stops.isEmpty() || phaseOf(world, index) !== "continuous") return;
  for (;;) {
    const order = stops.takeReached(world.market.last[index] as number);
    if (order === null) break;
    order.status = "open";
    order.triggeredAt = instantOf(world);
    record(world, order, "open");
    enter(world, order);
  }
  checkCircuit(world, index);
}

function serveClient(world: World, order: OrderState, quantity: number): void {
  const price = order.limit;
  const shelf = bookOf(world, order.symbolIndex);
  shelf.own(order).reduce(order, quantity);
  world.market.print(order.symbolIndex, price, quantity, instantOf(world));
  useRoom(world, order, quantity);
  fill(world, order, { id: nextTradeId(world), quantity, price, counterparty: "market" });
}

const isBeyond = (isBuyer: boolean, limit: number, price: number): boolean =>
  isBuyer ? limit >= price : limit <= price;

/** The other side's synthetic quotes, if they reach a client's price. Comparing the tops suffices mostly. */
function quotesReaching(world: World, index: number, isBuyer: boolean, limit: number): Ladder | null {
  const top = (isBuyer ? world.market.ask : world.market.bid)[index] as number;
  if (top === 0 || !isBeyond(isBuyer, limit, top)) return null;
  const ladder = world.market.ladder(index);
  return isBeyond(isBuyer, limit, ladder.bestPrice(!isBuyer)) ? ladder : null;
}

/** New synthetic quotes beyond a client's price trade with it, at the client's price, as far as they go. */
export function meetQuotes(world: World, index: number, isBuyers: boolean): void {
  const shelf = bookOf(world, index);
  const side = isBuyers ? shelf.bids : shelf.asks;
  for (let best = side.best(); best !== null; best = side.best()) {
    const order = best.head as OrderState;
    const ladder = quotesReaching(world, index, isBuyers, best.price);
    if (ladder === null) return;
    const room = roomOf(order, instantOf(world));
    const quantity = Math.min(order.remaining, ladder.bestQuantity(!isBuyers), room);
    if (quantity === 0) return;
    ladder.take(!isBuyers, quantity);
    serveClient(world, order, quantity);
  }
}

/** Earlier synthetic shares trade first; returns what they leave of `quantity`. */
function passQueue(world: World, index: number, level: Level, price: number, quantity: number): number {
  if (level.price !== price || level.ahead === 0) return quantity;
  const passed = Math.min(level.ahead, quantity);
  level.ahead -= passed;
  world.market.print(index, price, passed, instantOf(world));
  return quantity - passed;
}

/** A synthetic aggressor of the tick process: clients with a better price or queue position are served first. */
export function hitClients(world: World, index: number, price: number, quantity: number, isSold: boolean): void {
  const shelf = bookOf(world, index);
  const side = isSold ? shelf.bids : shelf.asks;
  const at = instantOf(world);
  let left = quantity;
  while (left > 0) {
    const level = side.best();
    if (level === null || (isSold ? level.price < price : level.price > price)) break;
    left = passQueue(world, index, level, price, left);
    const order = level.head as OrderState;
    const traded = Math.min(left, order.remaining, roomOf(order, at));
    if (traded === 0) break;
    serveClient(world, order, traded);
    left -= traded;
  }
  if (left > 0) world.market.print(index, price, left, at);
}
