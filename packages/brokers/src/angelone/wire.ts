import type { Paise } from "@vriddhi/core/shared/money";
import { z } from "zod";
import { fromRupeesRounded } from "../transport/decimal.ts";
import { wireWhole as whole, wireNumber, wireRows } from "../transport/wire-kit.ts";

/** SmartAPI's wire names; unread fields are omitted. */

const textOrNumber = z.union([z.string(), z.number()]);

const rupees = textOrNumber.transform((value, context): Paise => {
  const amount = fromRupeesRounded(value);
  if (amount !== null) return amount;
  context.addIssue("an amount");
  return z.NEVER;
});

/** A field without a value may be empty or absent; an unreadable value is still an error. */
const orNothing = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (value === "" || value === undefined ? null : value), shape.nullable());

const successOf = <T extends z.ZodType>(data: T) => z.object({ status: z.literal(true), data });

const applicationError = z
  .object({ status: z.literal(false), message: z.string().nullish(), errorcode: z.string().nullish() })
  .transform(({ message, errorcode }) => ({ code: errorcode ?? "", message: message ?? "" }));

const gatewayError = z
  .object({ success: z.literal(false), message: z.string().nullish(), errorCode: z.string().nullish() })
  .transform(({ message, errorCode }) => ({ code: errorCode ?? "", message: message ?? "" }));

/** The gateway's shortest error. */
const bareError = z.strictObject({ message: z.string() }).transform(({ message }) => ({ code: "", message }));

export const errorReply = z.union([applicationError, gatewayError, bareError]);
export type SmartApiError = z.infer<typeof errorReply>;

export const tokensReply = successOf(
  z.object({ jwtToken: z.string().min(1), refreshToken: z.string().nullish(), feedToken: z.string().nullish() }),
);
export type SmartApiTokens = z.infer<typeof tokensReply>["data"];

export const orderReply = successOf(z.object({ orderid: wireNumber }));

export const angelOrder = z.object({
  orderid: wireNumber,
  ordertag: z.string().nullish(),
  variety: z.string().nullish(),
  exchange: z.string(),
  tradingsymbol: z.string(),
  transactiontype: z.enum(["BUY", "SELL"]),
  producttype: z.string(),
  quantity: whole,
  filledshares: orNothing(whole),
  unfilledshares: orNothing(whole),
  averageprice: orNothing(rupees),
  price: orNothing(rupees),
  triggerprice: orNothing(rupees),
  status: z.string().nullish(),
  orderstatus: z.string().nullish(),
  text: z.string().nullish(),
  updatetime: z.string().nullish(),
  exchorderupdatetime: z.string().nullish(),
});
export type AngelOrder = z.infer<typeof angelOrder>;

export const rowsReply = successOf(wireRows).transform(({ data }) => data);

/** Only the order's number is required; other unreadable fields are dropped. */
export const pushedOrder = z.object({
  orderid: wireNumber,
  ordertag: z.string().nullish().catch(null),
  variety: z.string().nullish().catch(null),
  filledshares: orNothing(whole).catch(null),
  status: z.string().nullish().catch(null),
  orderstatus: z.string().nullish().catch(null),
});
export type PushedOrder = z.infer<typeof pushedOrder>;

/** Text, although users of the official client have seen numbers. */
export const updateMessage = z.object({
  "status-code": z.coerce.string(),
  "order-status": z.string(),
  orderData: z.unknown(),
});

export const angelTrade = z.object({
  fillid: wireNumber,
  orderid: wireNumber,
  exchange: z.string(),
  tradingsymbol: z.string(),
  transactiontype: z.enum(["BUY", "SELL"]),
  fillsize: whole,
  fillprice: rupees,
  filltime: z.string().nullish(),
});
export type AngelTrade = z.infer<typeof angelTrade>;

export const angelPosition = z.object({
  exchange: z.string(),
  tradingsymbol: z.string(),
  producttype: z.string(),
  netqty: whole,
  buyqty: whole,
  sellqty: whole,
});
export type AngelPosition = z.infer<typeof angelPosition>;

export const limitsReply = successOf(z.object({ net: rupees, utiliseddebits: rupees.nullable() }));
export type AngelLimits = z.infer<typeof limitsReply>["data"];

export const profileReply = successOf(
  z.object({
    clientcode: z.string().min(1),
    name: z.string(),
    email: z.string().nullish(),
    mobileno: z.string().nullish(),
  }),
);
export type AngelProfile = z.infer<typeof profileReply>["data"];

/** A row of the scrip master; everything is text. */
export const scrip = z.object({
  token: z.string().regex(/^\d{1,15}$/),
  symbol: z.string(),
  exch_seg: z.string(),
  lotsize: z.string(),
  tick_size: z.string(),
});

export interface PlaceOrderParams {
  readonly variety: "NORMAL" | "STOPLOSS";
  readonly tradingsymbol: string;
  readonly symboltoken: string;
  readonly transactiontype: "BUY" | "SELL";
  readonly exchange: string;
  readonly ordertype: "LIMIT" | "STOPLOSS_LIMIT";
  readonly producttype: "INTRADAY" | "DELIVERY";
  readonly duration: "DAY" | "IOC";
  readonly price: string;
  readonly triggerprice: string;
  readonly squareoff: "0";
  readonly stoploss: "0";
  readonly quantity: string;
  readonly disclosedquantity: "0";
  readonly ordertag: string;
}

export interface ModifyOrderParams
  extends Pick<
    PlaceOrderParams,
    | "variety"
    | "tradingsymbol"
    | "symboltoken"
    | "exchange"
    | "ordertype"
    | "producttype"
    | "duration"
    | "price"
    | "triggerprice"
    | "quantity"
  > {
  readonly orderid: string;
}

export interface CancelOrderParams extends Pick<PlaceOrderParams, "variety"> {
  readonly orderid: string;
}

export interface CandleParams {
  readonly exchange: string;
  readonly symboltoken: string;
  readonly interval: "ONE_MINUTE" | "FIVE_MINUTE";
  /** `2026-11-13 09:15`, India's time. */
  readonly fromdate: string;
  readonly todate: string;
}

export interface LoginParams {
  readonly clientcode: string;
  readonly password: string;
  readonly totp: string;
  readonly state?: string;
}
