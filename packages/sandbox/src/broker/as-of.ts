import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Exchange } from "../exchange/exchange.ts";
import type { Order, OrderHistoryEntry, Position, Trade } from "../exchange/model.ts";
import { applyFill, averageOf, emptyPosition, type PositionState, unrealisedAt } from "../exchange/position.ts";

/** Lagging reads: what a read would have shown at an earlier instant of the day. */
type Source = Pick<Exchange, "orderHistory" | "orderTrades" | "dayOrders" | "positions" | "lastPrice">;

const isOver = (status: Order["status"]): boolean => status === "cancelled" || status === "expired";
const isWorking = (status: Order["status"]): boolean => status === "open" || status === "trigger_pending";

/** `null` when the order did not exist yet. */
export function orderAsOf(exchange: Source, order: Order, asOf: EpochMs): Order | null {
  const entries: readonly OrderHistoryEntry[] = exchange.orderHistory(order.id).filter(({ at }) => at <= asOf);
  const last = entries.at(-1);
  if (last === undefined) return null;
  const left = last.quantity - last.filledQuantity;
  return {
    ...order,
    pricing: last.pricing,
    limitPrice: last.limitPrice,
    triggerPrice: last.triggerPrice,
    quantity: last.quantity,
    filledQuantity: last.filledQuantity,
    filledValue: last.filledValue,
    averagePrice: paise(averageOf(last.filledValue, last.filledQuantity)),
    pendingQuantity: isWorking(last.status) ? left : 0,
    cancelledQuantity: isOver(last.status) ? left : 0,
    status: last.status,
    reason: last.reason,
    updatedAt: last.at,
    triggeredAt: order.triggeredAt !== null && order.triggeredAt <= asOf ? order.triggeredAt : null,
    modifications: entries.filter(({ change }) => change === "updated").length,
  };
}

export const tradesAsOf = (trades: readonly Trade[], asOf: EpochMs): readonly Trade[] =>
  trades.filter(({ at }) => at <= asOf);

function toPosition(now: Position, state: PositionState): Position {
  return {
    ...now,
    netQuantity: state.net,
    openValue: paise(state.openValue),
    averagePrice: paise(averageOf(state.openValue, Math.abs(state.net))),
    dayBuyQuantity: state.buyQuantity,
    dayBuyValue: paise(state.buyValue),
    daySellQuantity: state.sellQuantity,
    daySellValue: paise(state.sellValue),
    realised: paise(state.realised),
    unrealised: paise(unrealisedAt(state, now.lastPrice)),
  };
}

/** The day's fills up to that instant; positions opened later are absent. */
export function positionsAsOf(exchange: Source, account: string, asOf: EpochMs): readonly Position[] {
  const trades = exchange
    .dayOrders(account)
    .flatMap(({ id }) => exchange.orderTrades(id))
    .filter(({ at }) => at <= asOf)
    .sort((a, b) => a.at - b.at || Number(a.id) - Number(b.id));
  return exchange.positions(account).flatMap((position) => {
    const own = trades.filter(({ symbol, product }) => symbol === position.symbol && product === position.product);
    if (own.length === 0) return [];
    const state = emptyPosition();
    for (const { side, quantity, price } of own) applyFill(state, side === "buy", quantity, price);
    return [toPosition(position, state)];
  });
}

export const spoiled = (price: Paise, percent: number): Paise => paise(Math.round((price * (100 + percent)) / 100));
