import { z } from "zod";
import { wireAmount as amount, wireNumber as number, wireWhole as whole, wireRows } from "../transport/wire-kit.ts";

/** Fyers' wire names; unread fields are omitted. Numbers come as numbers and as texts. */

const side = whole.pipe(z.union([z.literal(1), z.literal(-1)]));

/** Sent, but the order desk did not answer. */
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
  filledQty: whole.nullish(),
  remainingQuantity: whole.nullish(),
  limitPrice: amount.nullish(),
  stopPrice: amount.nullish(),
  tradedPrice: amount.nullish(),
  status: whole,
  message: z.string().nullish(),
  orderDateTime: z.string().nullish(),
  orderTag: z.string().nullish(),
});
export type FyersOrder = z.infer<typeof fyersOrder>;

const optional = <T extends z.ZodType>(shape: T) => shape.nullish().catch(null);

/** A push may omit all but the number. `ord_status` is the order desk's code, `org_ord_status` that of the book. */
const pushedOrder = z.object({
  id: number,
  ord_type: optional(whole),
  qty_filled: optional(whole),
  ord_status: optional(whole),
  org_ord_status: optional(whole),
  ordertag: optional(z.string()),
});
export type PushedOrder = z.infer<typeof pushedOrder>;
export const orderMessage = z.object({ orders: pushedOrder });
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

const ok = z.literal("ok");

export const ordersReply = z.object({ s: ok, orderBook: wireRows }).transform(({ orderBook }) => orderBook);
export const tradesReply = z.object({ s: ok, tradeBook: wireRows }).transform(({ tradeBook }) => tradeBook);
export const positionsReply = z.object({ s: ok, netPositions: wireRows }).transform(({ netPositions }) => netPositions);
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
/** Claims of an access token. `exp` is on the broker's clock and ignored. */
export const tokenClaims = z.object({ fy_id: z.string().min(1), hsm_key: z.string().min(1).nullish().catch(null) });

export const stepReply = z.object({ s: ok, request_key: z.string().min(1) });
export const pinReply = z.object({ s: ok, data: z.object({ access_token: z.string().min(1) }) });
/** The grant is inside an address, or in newer replies a field. */
export const grantReply = z.object({
  s: ok,
  Url: z.string().nullish(),
  data: z.object({ auth: z.string().nullish(), auth_code: z.string().nullish() }).nullish().catch(null),
});

export interface PlaceOrderBody {
  readonly symbol: string;
  readonly qty: number;
  /** 1 limit, 4 stop limit; 2 and 3 are market orders. */
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

/** A range without a trade has no list. */
export const candlesReply = z.union([
  z.object({ s: z.literal("ok"), candles: wireRows }).transform(({ candles }) => candles),
  z.object({ s: z.literal("no_data") }).transform((): unknown[] => []),
]);
