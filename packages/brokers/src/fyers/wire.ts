import { z } from "zod";

/** Fyers' own words. Fields that we do not read are not named. Numbers come as numbers and as texts. */

const whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);
const amount = z.union([z.number(), z.string().regex(/^-?\d{1,13}(\.\d*)?$/)]);
/** Order and trade numbers are texts; a number of 14 digits is still exact. */
const number = z.union([z.string().min(1), z.int().transform(String)]);
const side = whole.pipe(z.union([z.literal(1), z.literal(-1)]));

/** Sent, but nothing came back from the order desk. */
export const UNACKNOWLEDGED = 201;

const acknowledged = whole.refine((code) => code !== UNACKNOWLEDGED);
export const placedReply = z.object({ s: z.literal("ok"), code: acknowledged, id: number });
export const changedReply = z.object({ s: z.literal("ok"), code: acknowledged });
export const unacknowledgedReply = z.object({ code: whole.pipe(z.literal(UNACKNOWLEDGED)) });

export const errorReply = z.object({
  s: z.literal("error"),
  code: whole.nullish(),
  message: z.string().catch(""),
});
export const recordedReply = z.object({ s: z.literal("error"), id: number });

export const fyersOrder = z.object({
  id: number,
  symbol: z.string(),
  side,
  productType: z.string(),
  type: whole,
  qty: whole,
  filledQty: whole,
  remainingQuantity: whole,
  limitPrice: amount,
  stopPrice: amount,
  tradedPrice: amount,
  status: whole,
  message: z.string().nullish(),
  orderDateTime: z.string().nullish(),
  orderTag: z.string().nullish(),
});
export type FyersOrder = z.infer<typeof fyersOrder>;

/** The order socket's own names. */
const pushedOrder = z.object({
  id: number,
  symbol: z.string(),
  tran_side: side,
  product_type: z.string(),
  ord_type: whole,
  qty: whole,
  qty_filled: whole,
  qty_remaining: whole,
  price_limit: amount,
  price_stop: amount,
  price_traded: amount,
  ord_status: whole,
  oms_msg: z.string().nullish(),
  time_oms: z.string().nullish(),
  update_time_epoch_oms: whole.nullish().catch(null),
  ordertag: z.string().nullish(),
});
export type PushedOrder = z.infer<typeof pushedOrder>;
export const orderMessage = z.object({ orders: pushedOrder });
/** An answer to a subscription. */
export const socketAnswer = z.object({ s: z.enum(["ok", "error"]), code: whole.nullish().catch(null) });

export const fyersTrade = z.object({
  tradeNumber: number,
  orderNumber: number,
  symbol: z.string(),
  side,
  tradedQty: whole,
  tradePrice: amount,
  orderDateTime: z.string().nullish(),
});
export type FyersTrade = z.infer<typeof fyersTrade>;

export const fyersPosition = z.object({
  symbol: z.string(),
  productType: z.string(),
  netQty: whole,
  buyQty: whole,
  sellQty: whole,
});
export type FyersPosition = z.infer<typeof fyersPosition>;

/** An empty book may be null. */
const listOf = <T extends z.ZodType>(item: T) => z.array(item).nullable();
const ok = z.literal("ok");

export const ordersReply = z.object({ s: ok, orderBook: listOf(fyersOrder) });
export const tradesReply = z.object({ s: ok, tradeBook: listOf(fyersTrade) });
export const positionsReply = z.object({ s: ok, netPositions: listOf(fyersPosition) });
export const fundsReply = z.object({
  s: ok,
  fund_limit: z.array(z.object({ id: whole, equityAmount: amount })),
});
export type FyersFunds = z.infer<typeof fundsReply>["fund_limit"];

export const profileReply = z.object({
  s: ok,
  data: z.object({
    fy_id: z.string().min(1),
    name: z.string(),
    email_id: z.string().nullish(),
    mobile_number: z.string().nullish(),
  }),
});
export type FyersProfile = z.infer<typeof profileReply>["data"];

export const tokensReply = z.object({ s: ok, access_token: z.string().min(1) });
/** What we read of an access token. Its `exp` is on the broker's clock and not looked at. */
export const tokenClaims = z.object({ fy_id: z.string().min(1), hsm_key: z.string().min(1).nullish().catch(null) });

export const stepReply = z.object({ s: ok, request_key: z.string().min(1) });
export const pinReply = z.object({ s: ok, data: z.object({ access_token: z.string().min(1) }) });
/** The grant stands in an address, or in newer replies by itself. */
export const grantReply = z.object({
  s: ok,
  Url: z.string().nullish(),
  data: z.object({ auth: z.string().nullish(), auth_code: z.string().nullish() }).nullish().catch(null),
});

/** What we send. */
export interface PlaceOrderBody {
  readonly symbol: string;
  readonly qty: number;
  /** 1 limit, 4 stop with a limit; 2 and 3 are at the market. */
  readonly type: 1 | 4;
  readonly side: 1 | -1;
  readonly productType: "INTRADAY" | "CNC";
  readonly limitPrice: number;
  readonly stopPrice: number;
  readonly disclosedQty: 0;
  readonly validity: "DAY" | "IOC";
  readonly offlineOrder: false;
  readonly stopLoss: 0;
  readonly takeProfit: 0;
  readonly orderTag: string;
  readonly isSliceOrder: false;
}

export interface ModifyOrderBody extends Pick<PlaceOrderBody, "type" | "limitPrice" | "stopPrice" | "qty"> {
  readonly id: string;
}
