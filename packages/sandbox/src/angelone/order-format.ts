import type { OrderChange, OrderStatus, Pricing, Product, Side, Validity } from "../exchange/model.ts";

/** Angel One's terms; each table is total in its direction. */

export const SIDES = { BUY: "buy", SELL: "sell" } as const satisfies Readonly<Record<string, Side>>;
export const SIDE_WORDS = { buy: "BUY", sell: "SELL" } as const satisfies Readonly<Record<Side, keyof typeof SIDES>>;

/** The others are for futures, options and pledged shares, which are not simulated. */
export const PRODUCTS = { INTRADAY: "intraday", DELIVERY: "delivery" } as const satisfies Readonly<
  Record<string, Product>
>;
export const PRODUCT_WORDS = { intraday: "INTRADAY", delivery: "DELIVERY" } as const satisfies Readonly<
  Record<Product, keyof typeof PRODUCTS>
>;

export const DURATIONS = { DAY: "day", IOC: "ioc" } as const satisfies Readonly<Record<string, Validity>>;
export const DURATION_WORDS = { day: "DAY", ioc: "IOC" } as const satisfies Readonly<
  Record<Validity, keyof typeof DURATIONS>
>;

export const VARIETIES = { NORMAL: true, STOPLOSS: true } as const;
export type Variety = keyof typeof VARIETIES;

export const ORDER_TYPES = {
  MARKET: "NORMAL",
  LIMIT: "NORMAL",
  STOPLOSS_LIMIT: "STOPLOSS",
  STOPLOSS_MARKET: "STOPLOSS",
} as const satisfies Readonly<Record<string, Variety>>;
export type OrderType = keyof typeof ORDER_TYPES;

export const ORDER_TYPE_WORDS = {
  market: "MARKET",
  limit: "LIMIT",
  stop_limit: "STOPLOSS_LIMIT",
  stop_market: "STOPLOSS_MARKET",
} as const satisfies Readonly<Record<Pricing["kind"], OrderType>>;

/** `orderstatus`: the order's state. Unfilled day orders end as cancelled. */
export const STATUS_WORDS = {
  received: "open pending",
  open: "open",
  trigger_pending: "trigger pending",
  filled: "complete",
  cancelled: "cancelled",
  rejected: "rejected",
  expired: "cancelled",
} as const satisfies Readonly<Record<OrderStatus, string>>;

/** `order-status` of the order socket. */
export type UpdateCode =
  | "AB00" // connected
  | "AB01" // open
  | "AB02" // cancelled
  | "AB03" // rejected
  | "AB04" // modified
  | "AB05" // complete
  | "AB09" // open pending
  | "AB10" // trigger pending
  | "AB11"; // modify pending

export interface UpdateWords {
  readonly code: UpdateCode;
  /** `status`: the last event. */
  readonly status: string;
}

/** The messages of each change, in order. */
export const CHANGE_WORDS = {
  placed: [{ code: "AB09", status: "open pending" }],
  open: [{ code: "AB01", status: "open" }],
  trigger_pending: [{ code: "AB10", status: "trigger pending" }],
  updated: [
    { code: "AB11", status: "modify pending" },
    { code: "AB04", status: "modified" },
  ],
  partially_filled: [{ code: "AB01", status: "open" }],
  filled: [{ code: "AB05", status: "complete" }],
  cancelled: [{ code: "AB02", status: "cancelled" }],
  rejected: [{ code: "AB03", status: "rejected" }],
  expired: [{ code: "AB02", status: "cancelled" }],
} as const satisfies Readonly<Record<OrderChange, readonly UpdateWords[]>>;
