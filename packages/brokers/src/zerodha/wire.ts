import { z } from "zod";
import { wireAmount, wireNumber, wireRows, wireWhole } from "../transport/wire-kit.ts";

/** Kite's wire names; unread fields are omitted. */

export const placeOrderReply = z.object({
  status: z.literal("success"),
  data: z.object({ order_id: wireNumber }),
});

export const errorReply = z.object({
  status: z.literal("error"),
  message: z.string(),
  error_type: z.string(),
});

export const kiteOrder = z.object({
  order_id: wireNumber,
  status: z.string(),
  status_message: z.string().nullish(),
  order_timestamp: z.string().nullish(),
  exchange_update_timestamp: z.string().nullish(),
  exchange: z.string(),
  tradingsymbol: z.string(),
  transaction_type: z.enum(["BUY", "SELL"]),
  product: z.string(),
  quantity: wireWhole,
  filled_quantity: wireWhole.nullish(),
  pending_quantity: wireWhole.nullish(),
  price: wireAmount.nullish(),
  trigger_price: wireAmount.nullish(),
  average_price: wireAmount.nullish(),
  tag: z.string().nullish(),
});
export type KiteOrder = z.infer<typeof kiteOrder>;

/** Only the order's number is required; other unreadable fields are dropped. */
const pushedOrder = z.object({
  order_id: wireNumber,
  status: z.string().nullish().catch(null),
  filled_quantity: wireWhole.nullish().catch(null),
  tag: z.string().nullish().catch(null),
});
export type PushedOrder = z.infer<typeof pushedOrder>;
export const orderMessage = z.object({ type: z.literal("order"), data: pushedOrder });

export const kiteTrade = z.object({
  trade_id: wireNumber,
  order_id: wireNumber,
  exchange: z.string(),
  tradingsymbol: z.string(),
  transaction_type: z.enum(["BUY", "SELL"]),
  quantity: wireWhole,
  average_price: wireAmount,
  fill_timestamp: z.string().nullish(),
});
export type KiteTrade = z.infer<typeof kiteTrade>;

export const kitePosition = z.object({
  exchange: z.string(),
  tradingsymbol: z.string(),
  product: z.string(),
  quantity: wireWhole,
  buy_quantity: wireWhole,
  sell_quantity: wireWhole,
});
export type KitePosition = z.infer<typeof kitePosition>;

const successOf = <T extends z.ZodType>(data: T) => z.object({ status: z.literal("success"), data });

export const rowsReply = successOf(wireRows).transform(({ data }) => data);
export const positionsReply = successOf(z.object({ net: wireRows })).transform(({ data }) => data.net);
export const changedReply = successOf(z.object({ order_id: wireNumber }));

export const marginsReply = successOf(z.object({ net: wireAmount, utilised: z.object({ debits: wireAmount }) }));
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

/** Everything is form text. */
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
