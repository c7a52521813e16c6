import { paise } from "@vriddhi/core/shared/money";
import type { Order } from "./model.ts";
import { averageOf } from "./position.ts";
import type { OrderState } from "./states.ts";

export const isWorking = (order: OrderState): boolean => order.status === "open" || order.status === "trigger_pending";

export function toOrder(order: OrderState): Order {
  return {
    id: order.id,
    brokerOrderId: order.brokerOrderId,
    account: order.account.id,
    broker: order.account.broker,
    symbol: order.symbol,
    side: order.isBuy ? "buy" : "sell",
    product: order.product,
    validity: order.validity,
    pricing: order.pricing,
    limitPrice: order.limit === 0 ? null : paise(order.limit),
    triggerPrice: order.trigger === 0 ? null : paise(order.trigger),
    quantity: order.quantity,
    filledQuantity: order.filled,
    pendingQuantity: isWorking(order) ? order.quantity - order.filled : 0,
    cancelledQuantity: order.cancelled,
    filledValue: paise(order.filledValue),
    averagePrice: paise(averageOf(order.filledValue, order.filled)),
    status: order.status,
    reason: order.reason,
    tag: order.tag,
    placedBy: order.placedBy,
    placedAt: order.placedAt,
    updatedAt: order.updatedAt,
    triggeredAt: order.triggeredAt,
    modifications: order.modifications,
    date: order.date,
  };
}
