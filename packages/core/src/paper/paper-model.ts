import {
  type BrokerOrderId,
  type BrokerOrderStatus,
  brokerOrderId,
  type OrderTag,
  type Pricing,
  type Product,
  type Side,
  type Validity,
} from "../order/order.ts";
import type { Paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import type { IstDate } from "../time/ist.ts";

export interface PaperLevel {
  readonly price: Paise;
  readonly quantity: number;
}

export interface PaperMarket {
  readonly isin: string;
  /** Market clock. */
  readonly at: EpochMs;
  readonly last: Paise;
  /** Shares traded today; `null` if unknown. */
  readonly volume: number | null;
  /** Best first; empty if there are none or they are unknown. */
  readonly bids: readonly PaperLevel[];
  readonly asks: readonly PaperLevel[];
}

export interface PaperShare {
  readonly isin: string;
  readonly symbol: string;
  readonly tickSize: Paise;
}

export interface PaperOrder {
  readonly id: BrokerOrderId;
  /** 1, 2, 3 … in the account's order of placement that day. */
  readonly no: number;
  /** `null` if it was closed by the day's end. */
  readonly tag: OrderTag | null;
  readonly share: PaperShare;
  readonly side: Side;
  readonly product: Product;
  readonly validity: Validity;
  readonly quantity: number;
  readonly pricing: Pricing;
  /** A stop whose trigger traded; never a limit order. */
  readonly isTriggered: boolean;
  readonly status: BrokerOrderStatus;
  readonly reason: string | null;
  readonly filledQuantity: number;
  readonly filledValue: Paise;
  readonly modifications: number;
  /** The order was matched once: from then on it queues and trades at its own price only. */
  readonly isResting: boolean;
  /** Shares that must trade at its price before its turn. */
  readonly queueAhead: number;
  /** The day's volume that has been counted for it; `null` before the first. */
  readonly volumeSeen: number | null;
  /** When that was, market clock. */
  readonly seenAt: EpochMs | null;
  /** Its accumulated fraction of a share, in thousandths. */
  readonly creditPermille: number;
  readonly placedAt: EpochMs;
  readonly updatedAt: EpochMs;
}

export interface PaperFill {
  readonly id: string;
  readonly orderId: BrokerOrderId;
  readonly share: PaperShare;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly price: Paise;
  readonly at: EpochMs;
}

/** Shown shares that the account took on paper: they are still in the real market and must not be taken twice. */
export interface PaperTaken {
  readonly isin: string;
  readonly side: Side;
  readonly price: Paise;
  readonly quantity: number;
}

export interface PaperBook {
  readonly day: IstDate;
  readonly cash: Paise;
  readonly orders: readonly PaperOrder[];
  readonly fills: readonly PaperFill[];
  readonly taken: readonly PaperTaken[];
}

export const emptyBook = (day: IstDate, cash: Paise): PaperBook => ({ day, cash, orders: [], fills: [], taken: [] });

export const paperOrderId = (day: IstDate, no: number): BrokerOrderId =>
  brokerOrderId(`${day.slice(2).replaceAll("-", "")}${String(no).padStart(9, "0")}`);
