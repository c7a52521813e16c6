import { istMinute } from "@vriddhi/core/time/ist";
import type { BrokerAddress } from "../port/broker-address.ts";
import type { RateShape } from "../port/rate-shape.ts";

/** Without a trailing slash. */
export interface ZerodhaUrls {
  readonly apiUrl: string;
  readonly loginUrl: string;
  readonly tickerUrl: string;
}

export const zerodhaUrls: ZerodhaUrls = {
  apiUrl: "https://api.kite.trade",
  loginUrl: "https://kite.zerodha.com/connect/login",
  tickerUrl: "wss://ws.kite.trade",
};

export const zerodhaUrlsAt = ({ httpUrl, wsUrl }: BrokerAddress): ZerodhaUrls => ({
  apiUrl: httpUrl,
  loginUrl: `${httpUrl}/connect/login`,
  tickerUrl: wsUrl,
});

export const paths = {
  session: "/session/token",
  profile: "/user/profile",
  equityMargins: "/user/margins/equity",
  orders: "/orders",
  trades: "/trades",
  positions: "/portfolio/positions",
  nseInstruments: "/instruments/NSE",
} as const;

/** The only variety we use: `amo`, `co`, `iceberg` and `auction` are others. */
export const VARIETY = "regular";
export const EXCHANGE = "NSE";
export const KITE_VERSION = "3";

/** Staff on the forum, 2026: orders per account, the rest per API key; changes (undocumented) count against both. */
export const zerodhaRates: RateShape = [
  { classes: ["order"], span: "second", max: 10 },
  { classes: ["order"], span: "minute", max: 400 },
  { classes: ["order"], span: "day", max: 5_000 },
  { classes: ["quote"], span: "second", max: 1 },
  { classes: ["history"], span: "second", max: 3 },
  { classes: ["change", "book", "trades", "positions", "login", "other"], span: "second", max: 10 },
];

/** Forum: beyond it, cancel and place again. */
export const MODIFICATIONS_MAX = 25;

/** The 429 limit counts calendar seconds and names no time to wait. */
export const RETRY_AFTER_MS = 1_000;

/** Docs: access tokens end at 6:00 AM. */
export const SESSION_END = istMinute(6, 0);

/** The list of all NSE instruments is about a megabyte; ten times that is not the list. */
export const INSTRUMENTS_MAX = 10_000_000;

/** A heartbeat comes every second or two; the official client gives up after five. */
export const SILENCE_MAX_MS = 5_000;
/** Docs. */
export const TOKENS_PER_SOCKET_MAX = 3_000;
/** Long lists are sent in parts. */
export const TOKENS_PER_MESSAGE = 500;
