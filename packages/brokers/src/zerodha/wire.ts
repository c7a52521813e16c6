import { z } from "zod";

/** Kite's own words. Fields that we do not read are not named. */

export const placeOrderReply = z.object({
  status: z.literal("success"),
  data: z.object({ order_id: z.string().min(1) }),
});

export const errorReply = z.object({
  status: z.literal("error"),
  message: z.string(),
  error_type: z.string(),
});

export const kiteOrder = z.object({
  order_id: z.string().min(1),
  status: z.string(),
  status_message: z.string().nullish(),
  order_timestamp: z.string().nullish(),
  exchange_update_timestamp: z.string().nullish(),
  exchange: z.string(),
  tradingsymbol: z.string(),
  transaction_type: z.enum(["BUY", "SELL"]),
  product: z.string(),
  quantity: z.number(),
  filled_quantity: z.number(),
  pending_quantity: z.number(),
  price: z.number(),
  trigger_price: z.number(),
  average_price: z.number(),
  tag: z.string().nullish(),
});
export type KiteOrder = z.infer<typeof kiteOrder>;

/** The ticker's record says `unfilled_quantity`, and after the end it counts what was not filled. */
const pushedOrder = kiteOrder.extend({
  pending_quantity: z.number().optional(),
  unfilled_quantity: z.number().optional(),
});
export type PushedOrder = z.infer<typeof pushedOrder>;
export const orderMessage = z.object({ type: z.literal("order"), data: pushedOrder });

export const kiteTrade = z.object({
  trade_id: z.string().min(1),
  order_id: z.string().min(1),
  exchange: z.string(),
  tradingsymbol: z.string(),
  transaction_type: z.enum(["BUY", "SELL"]),
  quantity: z.number(),
  average_price: z.number(),
  fill_timestamp: z.string().nullish(),
});
export type KiteTrade = z.infer<typeof kiteTrade>;

export const kitePosition = z.object({
  exchange: z.string(),
  tradingsymbol: z.string(),
  product: z.string(),
  quantity: z.number(),
  buy_quantity: z.number(),
  sell_quantity: z.number(),
});
export type KitePosition = z.infer<typeof kitePosition>;

const successOf = <T extends z.ZodType>(data: T) => z.object({ status: z.literal("success"), data });

/** An empty book may be null. */
const listOf = <T extends z.ZodType>(item: T) => successOf(z.array(item).nullable());

export const ordersReply = listOf(kiteOrder);
export const tradesReply = listOf(kiteTrade);
export const positionsReply = successOf(z.object({ net: z.array(kitePosition).nullable() }));
export const changedReply = successOf(z.object({ order_id: z.string() }));

export const marginsReply = successOf(z.object({ net: z.number(), utilised: z.object({ debits: z.number() }) }));
export type KiteMargins = z.infer<typeof marginsReply>["data"];

export const profileReply = successOf(
  z.object({
    user_id: z.string(),
    user_name: z.string(),
    email: z.string().nullish(),
    user_type: z.string().nullish(),
  }),
);
export type KiteProfile = z.infer<typeof profileReply>["data"];

export const sessionReply = successOf(z.object({ user_id: z.string(), access_token: z.string().min(1) }));

/** What we send. Everything is text in a form. */
export interface PlaceOrderParams {
  readonly exchange: string;
  readonly tradingsymbol: string;
  readonly transaction_type: "BUY" | "SELL";
  readonly order_type: "LIMIT" | "SL";
  readonly quantity: string;
  readonly product: "MIS" | "CNC";
  readonly validity: "DAY" | "IOC";
  readonly price: string;
  readonly trigger_price?: string;
  readonly tag: string;
}

export type ModifyOrderParams = Pick<
  PlaceOrderParams,
  "order_type" | "quantity" | "validity" | "price" | "trigger_price"
>;
