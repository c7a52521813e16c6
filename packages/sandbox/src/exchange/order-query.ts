import type { OrderQuery } from "./model.ts";
import type { OrderState } from "./states.ts";
import type { World } from "./world.ts";

const matches = (order: OrderState, query: OrderQuery): boolean =>
  (query.tag === undefined || order.tag === query.tag) &&
  (query.account === undefined || order.account.id === query.account) &&
  (query.brokerOrderId === undefined || order.brokerOrderId === query.brokerOrderId) &&
  (query.symbol === undefined || order.symbol === query.symbol) &&
  (query.date === undefined || order.date === query.date);

/** A tag uses an index, other queries scan. */
export function findOrders(world: World, query: OrderQuery): OrderState[] {
  const candidates = query.tag === undefined ? world.orders.values() : (world.byTag.get(query.tag) ?? []);
  return [...candidates].filter((order) => matches(order, query));
}
