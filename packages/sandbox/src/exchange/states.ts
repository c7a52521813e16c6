import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { BookOrder } from "./book.ts";
import type {
  Broker,
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
import type { PositionState } from "./position.ts";
import type { StopOrder } from "./stops.ts";

/** A working order. `limit` is 0 until known, `trigger` 0 for none, `symbolIndex` -1 for an unknown symbol. */
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
  /** The price of its margin. */
  marginPrice: number;
  /** Remaining synthetic volume; at 0 it waits until `heldUntil`. Unlimited by default. */
  room: number;
  heldUntil: number;
}

/** An account's day in one symbol and product. */
export interface Line extends PositionState {
  readonly symbolIndex: number;
  readonly product: Product;
  blocked: number;
  readonly working: OrderState[];
}

export interface HoldingState {
  quantity: number;
  value: number;
}

export interface AccountState {
  readonly id: string;
  readonly number: number;
  readonly broker: Broker;
  opening: number;
  cash: number;
  blocked: number;
  /** Of intraday positions, today. */
  realised: number;
  /** Created on demand: most of fifty thousand accounts never trade. */
  lines: Map<number, Line> | null;
  holdings: Map<number, HoldingState> | null;
  orders: OrderState[] | null;
  /** The cached list of the day's orders; `null` since one of them changed. */
  shown: readonly Order[] | null;
  isNextFillPartial: boolean;
  nextRejection: RejectReason | null;
}
