import { istMinute } from "@vriddhi/core/time/ist";
import type { BrokerAddress } from "../port/broker-address.ts";
import type { RateShape } from "../port/rate-shape.ts";

export interface AngelOneUrls {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  /** The three URLs below are complete. */
  readonly scripMasterUrl: string;
  readonly streamUrl: string;
  readonly orderUpdateUrl: string;
}

/** Docs, 2026; the `angelbroking.com` names of the API are older. */
export const angelOneUrls: AngelOneUrls = {
  apiUrl: "https://apiconnect.angelone.in",
  scripMasterUrl: "https://margincalculator.angelbroking.com/OpenAPI_File/files/OpenAPIScripMaster.json",
  streamUrl: "wss://smartapisocket.angelone.in/smart-stream",
  orderUpdateUrl: "wss://tns.angelone.in/smart-order-update",
};

export const angelOneUrlsAt = ({ httpUrl, wsUrl }: BrokerAddress): AngelOneUrls => ({
  apiUrl: httpUrl,
  scripMasterUrl: `${httpUrl}/OpenAPI_File/files/OpenAPIScripMaster.json`,
  streamUrl: `${wsUrl}/smart-stream`,
  orderUpdateUrl: `${wsUrl}/smart-order-update`,
});

const AUTH = "/rest/auth/angelbroking";
const SECURE = "/rest/secure/angelbroking";

export const paths = {
  login: `${AUTH}/user/v1/loginByPassword`,
  tokens: `${AUTH}/jwt/v1/generateTokens`,
  logout: `${SECURE}/user/v1/logout`,
  profile: `${SECURE}/user/v1/getProfile`,
  limits: `${SECURE}/user/v1/getRMS`,
  placeOrder: `${SECURE}/order/v1/placeOrder`,
  modifyOrder: `${SECURE}/order/v1/modifyOrder`,
  cancelOrder: `${SECURE}/order/v1/cancelOrder`,
  orderBook: `${SECURE}/order/v1/getOrderBook`,
  tradeBook: `${SECURE}/order/v1/getTradeBook`,
  positions: `${SECURE}/order/v1/getPosition`,
  candles: `${SECURE}/historical/v1/getCandleData`,
} as const;

export const EXCHANGE = "NSE";

/**
 * Docs, page RateLimit, 2026: per client code. The hourly thousand each of placing, changing and cancelling counts as
 * one budget here. Each book has its own second, and so has each call of a login.
 */
export const angelOneRates: RateShape = [
  { classes: ["order"], span: "second", max: 9 },
  { classes: ["order"], span: "minute", max: 500 },
  { classes: ["order"], span: "hour", max: 1_000 },
  { classes: ["book"], span: "second", max: 1 },
  { classes: ["trades"], span: "second", max: 1 },
  { classes: ["positions"], span: "second", max: 1 },
  { classes: ["quote"], span: "second", max: 10 },
  { classes: ["quote"], span: "minute", max: 500 },
  { classes: ["quote"], span: "hour", max: 5_000 },
  { classes: ["history"], span: "second", max: 3 },
  { classes: ["history"], span: "minute", max: 180 },
  { classes: ["history"], span: "hour", max: 5_000 },
  { classes: ["login"], span: "second", max: 1 },
  { classes: ["login"], span: "hour", max: 1_000 },
  { classes: ["other"], span: "second", max: 2 },
  { classes: ["other"], span: "hour", max: 1_000 },
];

/** The refusal names no time to wait; most limits are per second. */
export const RETRY_AFTER_MS = 1_000;

/** Docs: a session is valid until midnight. */
export const SESSION_END = istMinute(0, 0);

/** All segments of all exchanges, some forty megabytes; more than twice that is not the list. */
export const SCRIP_MASTER_MAX = 100_000_000;

/** The official client sends `ping` every ten seconds and gives up after twenty seconds of silence. */
export const PING = { everyMs: 10_000, frame: "ping" } as const;
export const SILENCE_MAX_MS = 20_000;

/** Docs: subscriptions per session, each of a token and a mode. */
export const TOKENS_PER_SOCKET_MAX = 1_000;
/** Long lists are sent in parts. */
export const TOKENS_PER_MESSAGE = 200;
