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

/** So many shares stand at a price. */
export interface PaperLevel {
  readonly price: Paise;
  readonly quantity: number;
}

/** What the real market showed of a share at one moment. */
export interface PaperMarket {
  readonly isin: string;
  /** On the market clock. */
  readonly at: EpochMs;
  readonly last: Paise;
  /** Shares traded today; null: not told. */
  readonly volume: number | null;
  /** Best first; empty: nobody stands there, or it was not told. */
  readonly bids: readonly PaperLevel[];
  readonly asks: readonly PaperLevel[];
}

/** A share as orders on paper know it. */
export interface PaperShare {
  readonly isin: string;
  readonly symbol: string;
  readonly tickSize: Paise;
}

export interface PaperOrder {
  readonly id: BrokerOrderId;
  /** 1, 2, 3 … in the order in which the account placed them that day. */
  readonly no: number;
  /** Null: closed by the day's end and not by us. */
  readonly tag: OrderTag | null;
  readonly share: PaperShare;
  readonly side: Side;
  readonly product: Product;
  readonly validity: Validity;
  readonly quantity: number;
  readonly pricing: Pricing;
  /** A stop whose trigger was traded; a limit order is never one. */
  readonly isTriggered: boolean;
  readonly status: BrokerOrderStatus;
  readonly reason: string | null;
  readonly filledQuantity: number;
  readonly filledValue: Paise;
  readonly modifications: number;
  /** It has met a market as it is: from then on it stands in the queue and trades at its own price only. */
  readonly isResting: boolean;
  /** Shares that must trade at its price before its turn comes. */
  readonly queueAhead: number;
  /** The day's volume up to which trading has been counted for it; null: none was told yet. */
  readonly volumeSeen: number | null;
  /** When that was, on the market clock. */
  readonly seenAt: EpochMs | null;
  /** Its part of what was traded and did not make a whole share yet, in thousandths of a share. */
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

/** Shown shares that the account took on paper: they still stand in the real market and must not be had twice. */
export interface PaperTaken {
  readonly isin: string;
  /** Of the order that took them. */
  readonly side: Side;
  readonly price: Paise;
  readonly quantity: number;
}

/** One account's trading day. */
export interface PaperBook {
  readonly day: IstDate;
  /** Cash when the day began. */
  readonly cash: Paise;
  readonly orders: readonly PaperOrder[];
  readonly fills: readonly PaperFill[];
  readonly taken: readonly PaperTaken[];
}

export const emptyBook = (day: IstDate, cash: Paise): PaperBook => ({ day, cash, orders: [], fills: [], taken: [] });

/** Digits as brokers use them: the day and the order's number in it. */
export const paperOrderId = (day: IstDate, no: number): BrokerOrderId =>
  brokerOrderId(`${day.slice(2).replaceAll("-", "")}${String(no).padStart(9, "0")}`);
