import { assert } from "../shared/assert.ts";
import type { Brand } from "../shared/brand.ts";
import type { Paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";

/** Our idempotency key: 15 characters A-Z0-9, unique in a trading day. Every broker carries it as the order's tag. */
export type OrderTag = Brand<string, "OrderTag">;

const TAG_LENGTH = 15;
const TAG_SHAPE = /^[A-Z0-9]{15}$/;
/** 32 letters, five bits each, without easily confused ones. */
const TAG_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const ORDER_TAG_BYTES = TAG_LENGTH;

/** A new tag from random bytes, of which 75 bits count. */
export function orderTagFrom(bytes: Uint8Array): OrderTag {
  assert(bytes.length === ORDER_TAG_BYTES, "a tag is made of as many bytes as it has letters");
  let tag = "";
  for (const byte of bytes) tag += TAG_LETTERS.charAt(byte % TAG_LETTERS.length);
  return tag as OrderTag;
}

export const parseOrderTag = (text: string | null | undefined): OrderTag | null =>
  TAG_SHAPE.test(text ?? "") ? (text as OrderTag) : null;

/** The broker's order number: digits that do not fit a double. */
export type BrokerOrderId = Brand<string, "BrokerOrderId">;

export const brokerOrderId = (text: string): BrokerOrderId => text as BrokerOrderId;

export type Side = "buy" | "sell";
export type Product = "intraday" | "delivery";
export type Validity = "day" | "ioc";

/** No market orders: brokers refuse them for algorithms. */
export type Pricing =
  | { readonly kind: "limit"; readonly limit: Paise }
  | { readonly kind: "stop_limit"; readonly trigger: Paise; readonly limit: Paise };

export interface BrokerInstrument {
  readonly isin: string;
  /** NSE's own: `SBIN`. */
  readonly symbol: string;
  /** For the broker's order call: `SBIN`, `SBIN-EQ`, `NSE:SBIN-EQ`. */
  readonly brokerSymbol: string;
  readonly token: string;
  readonly tickSize: Paise;
  readonly lotSize: number;
}

export interface OrderTicket {
  readonly tag: OrderTag;
  readonly instrument: BrokerInstrument;
  readonly side: Side;
  readonly quantity: number;
  readonly product: Product;
  readonly pricing: Pricing;
  readonly validity: Validity;
}

/** A change of a working order. `quantity` is the total, including the filled part. */
export interface OrderChange {
  readonly orderId: BrokerOrderId;
  readonly instrument: BrokerInstrument;
  readonly product: Product;
  readonly validity: Validity;
  /** Its current pricing, which some brokers require. */
  readonly from: Pricing;
  readonly quantity: number;
  readonly pricing: Pricing;
}

export interface OrderCancel {
  readonly orderId: BrokerOrderId;
  readonly pricing: Pricing;
}

/** `pending` is being processed by the broker; a partly filled order is `open` with a filled quantity. */
export type BrokerOrderStatus =
  | "pending"
  | "open"
  | "trigger_pending"
  | "filled"
  | "cancelled"
  | "rejected"
  | "expired";

export const isFinal = (status: BrokerOrderStatus): boolean =>
  status === "filled" || status === "cancelled" || status === "rejected" || status === "expired";

export interface BrokerOrder {
  readonly id: BrokerOrderId;
  /** `null` if it is not one of ours. */
  readonly tag: OrderTag | null;
  readonly brokerSymbol: string;
  readonly side: Side;
  readonly product: Product | "other";
  readonly quantity: number;
  readonly filledQuantity: number;
  readonly pendingQuantity: number;
  /** 0 without a fill. Brokers round it. */
  readonly averagePrice: Paise;
  readonly limit: Paise | null;
  readonly trigger: Paise | null;
  readonly status: BrokerOrderStatus;
  /** The broker's text for a rejection or a cancellation. */
  readonly reason: string | null;
  readonly updatedAt: EpochMs | null;
}

export interface BrokerFill {
  readonly id: string;
  readonly orderId: BrokerOrderId;
  readonly brokerSymbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly price: Paise;
  readonly at: EpochMs | null;
}

export interface BrokerPosition {
  readonly brokerSymbol: string;
  readonly product: Product | "other";
  /** Negative is short. */
  readonly netQuantity: number;
  readonly boughtQuantity: number;
  readonly soldQuantity: number;
}

export interface BrokerFunds {
  readonly available: Paise;
  readonly used: Paise;
}
