import { istMinute } from "@vriddhi/core/time/ist";
import type { BrokerAddress } from "../port/broker-address.ts";
import type { CallClass, RateShape } from "../port/rate-shape.ts";

/** Without a trailing slash. */
export interface FyersUrls {
  readonly apiUrl: string;
  readonly loginUrl: string;
  /** The steps with which Fyers' own site logs in. */
  readonly stepsUrl: string;
  readonly mastersUrl: string;
  readonly socketUrl: string;
}

export const fyersUrls: FyersUrls = {
  apiUrl: "https://api-t1.fyers.in",
  loginUrl: "https://api-t1.fyers.in/api/v3/generate-authcode",
  stepsUrl: "https://api-t2.fyers.in",
  mastersUrl: "https://public.fyers.in",
  socketUrl: "wss://socket.fyers.in",
};

export const fyersUrlsAt = ({ httpUrl, wsUrl }: BrokerAddress): FyersUrls => ({
  apiUrl: httpUrl,
  loginUrl: `${httpUrl}/api/v3/generate-authcode`,
  stepsUrl: httpUrl,
  mastersUrl: httpUrl,
  socketUrl: wsUrl,
});

export const paths = {
  validateAuthCode: "/api/v3/validate-authcode",
  token: "/api/v3/token",
  logout: "/api/v3/logout",
  profile: "/api/v3/profile",
  funds: "/api/v3/funds",
  placed: "/api/v3/orders/sync",
  orders: "/api/v3/orders",
  trades: "/api/v3/tradebook",
  positions: "/api/v3/positions",
  history: "/data/history",
  sendLoginOtp: "/vagator/v2/send_login_otp_v2",
  verifyOtp: "/vagator/v2/verify_otp",
  verifyPin: "/vagator/v2/verify_pin_v2",
  nseShares: "/sym_details/NSE_CM.csv",
  orderSocket: "/trade/v3",
  dataSocket: "/hsm/v1-5/prod",
} as const;

/** Sent by the official clients. */
export const API_VERSION = "2.0";

const ALL_CALLS: readonly CallClass[] = ["order", "book", "trades", "positions", "quote", "history", "login", "other"];

/** Docs: one budget for all calls. More than three breaches of the minute limit block the account for the day. */
export const fyersRates: RateShape = [
  { classes: ALL_CALLS, span: "second", max: 10 },
  { classes: ALL_CALLS, span: "minute", max: 200 },
  { classes: ALL_CALLS, span: "day", max: 100_000 },
];

/** For a 429 without a time. */
export const RETRY_AFTER_MS = 1_000;

/** The tokens in the docs' samples end at 6:00 AM. */
export const SESSION_END = istMinute(6, 0);

/** The list of NSE's cash market is about two megabytes; ten times that is not the list. */
export const MASTER_MAX = 20_000_000;

/** NSE is exchange 10, its cash market segment 10. */
export const NSE = "10";
export const CASH = "10";

/** The official client sends it every second, and Fyers answers each time. */
export const ORDER_PING_EVERY_MS = 1_000;
export const ORDER_SILENCE_MAX_MS = 10_000;

export const DATA_PING_EVERY_MS = 10_000;
/** Three unanswered pings. */
export const DATA_SILENCE_MAX_MS = 35_000;
/** Docs. */
export const SYMBOLS_PER_SOCKET_MAX = 5_000;
/** A frame's length has 16 bits. */
export const TOPICS_PER_FRAME = 1_000;
