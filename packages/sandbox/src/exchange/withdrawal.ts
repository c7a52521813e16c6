import { removeWorking } from "./margin.ts";
import type { CancelReason } from "./model.ts";
import type { OrderState } from "./states.ts";
import { bookOf, intradayRate, record, type World } from "./world.ts";

export function endOrder(
  world: World,
  order: OrderState,
  how: "cancelled" | "expired",
  why: CancelReason | null,
): void {
  withdraw(world, order);
  order.status = how;
  order.reason = why;
  order.cancelled = order.quantity - order.filled;
  order.remaining = 0;
  removeWorking(order, intradayRate(world));
  record(world, order, how);
}

export function withdraw(world: World, order: OrderState): void {
  bookOf(world, order.symbolIndex).own(order).remove(order);
  if (order.status === "trigger_pending") world.stops[order.symbolIndex]?.remove(order);
  world.market.touch(order.symbolIndex);
}
