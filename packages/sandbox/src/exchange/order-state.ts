import { paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { AccountState } from "./account-state.ts";
import type { BookOrder } from "./book.ts";
import type {
  CancelReason,
  Order,
  OrderHistoryEntry,
  OrderStatus,
  Pricing,
  Product,
  RejectReason,
  Trade,
  Validity,
} from "./model.ts";
import { averageOf } from "./position.ts";
import type { StopOrder } from "./stops.ts";

/** An order while it lives. `limit` is 0 until known, `trigger` 0 for none, `symbolIndex` -1 for an unknown symbol. */
export interface OrderState extends BookOrder, StopOrder {
  readonly id: string;
  readonly brokerOrderId: string | null;
  readonly account: AccountState;
  readonly symbol: string;
  readonly symbolIndex: number;
  readonly product: Product;
  readonly tag: string | null;
  readonly placedBy: "client" | "broker";
  readonly placedAt: EpochMs;
  readonly date: IstDate;
  readonly history: OrderHistoryEntry[];
  readonly trades: Trade[];
  validity: Validity;
  pricing: Pricing;
  quantity: number;
  filled: number;
  filledValue: number;
  cancelled: number;
  status: OrderStatus;
  reason: RejectReason | CancelReason | null;
  updatedAt: EpochMs;
  triggeredAt: EpochMs | null;
  modifications: number;
  /** The price at which its margin is counted. */
  marginPrice: number;
  /** Shares it may still get from the synthetic market; at 0 it waits until `heldUntil`. Without limit unless told. */
  room: number;
  heldUntil: number;
}

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
