import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import { type EpochMs, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { scheduledOrderTexts } from "./scheduled-order.messages.ts";
import type { ScheduledOrderService } from "./scheduled-order.service.ts";
import type { ScheduledOrder, ScheduledState } from "./scheduled-order.store.ts";

const SHOWN_AS: Readonly<Record<ScheduledState, "pending" | "executing" | "missed">> = {
  pending: "pending",
  placed: "executing",
  missed: "missed",
  cancelled: "missed",
  cleared: "missed",
};

const toReply = (order: ScheduledOrder, marketNow: EpochMs) => ({
  id: order.id,
  symbol: order.symbol,
  position_type: order.side === "buy" ? ("long" as const) : ("short" as const),
  order_type: order.limit === null ? ("market" as const) : ("limit" as const),
  price: order.limit === null ? null : order.limit / PAISE_PER_RUPEE,
  quantity: order.totalQuantity,
  scheduled_time: toTimestamp(order.dueAt),
  status: SHOWN_AS[order.state],
  time_remaining_seconds: Math.max(0, Math.ceil((order.dueAt - marketNow) / SECOND_MS)),
});

export const scheduledOrderHandlers = (
  service: ScheduledOrderService,
  marketClock: MarketClock,
): Handlers<"listScheduledOrders" | "clearScheduledOrders" | "cancelScheduledOrder"> => ({
  async listScheduledOrders() {
    const now = marketClock.now();
    const orders = await service.listShown();
    return ok({ scheduled_orders: orders.map((order) => toReply(order, now)) });
  },
  async clearScheduledOrders({ caller, from }) {
    const cleared = await service.clear({ userId: caller.userId, ip: from.ip });
    return ok({ message: scheduledOrderTexts.cleared, cleared });
  },
  async cancelScheduledOrder({ params, caller, from }) {
    const cancelled = await service.cancel(params.id, { userId: caller.userId, ip: from.ip });
    return cancelled.ok ? ok({ message: scheduledOrderTexts.cancelled(cancelled.value.symbol) }) : cancelled;
  },
});
