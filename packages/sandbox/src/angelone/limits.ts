import type { EpochMs } from "@vriddhi/core/time/clock";
import type { RateLimits, RateWindows } from "../broker/rate-windows.ts";

/** Per client code. Placing, modifying and cancelling share their second and minute, and have separate hours. */
export const BUCKETS = {
  login: { second: 1 },
  generateTokens: { second: 1, hour: 1_000 },
  getProfile: { second: 3, hour: 1_000 },
  logout: { second: 1 },
  getRMS: { second: 2 },
  orderWrites: { second: 9, minute: 500 },
  placeOrder: { hour: 1_000 },
  modifyOrder: { hour: 1_000 },
  cancelOrder: { hour: 1_000 },
  gttWrites: { second: 9, minute: 500, hour: 5_000 },
  gttReads: { second: 10, minute: 500, hour: 5_000 },
  getOrderBook: { second: 1 },
  getTradeBook: { second: 1 },
  getPosition: { second: 1 },
  getHolding: { second: 1 },
  getAllHolding: { second: 1 },
  searchScrip: { second: 1 },
  orderDetails: { second: 10, minute: 500, hour: 5_000 },
  getLtpData: { second: 10, minute: 500, hour: 5_000 },
  convertPosition: { second: 10, minute: 500, hour: 5_000 },
  marketQuote: { second: 10, minute: 500, hour: 5_000 },
  marginBatch: { second: 10, minute: 500, hour: 5_000 },
  /** Unpublished; assumed as for the margin. */
  estimateCharges: { second: 10, minute: 500, hour: 5_000 },
  /** Unpublished; assumed as for the search. */
  nseIntraday: { second: 1 },
  getCandleData: { second: 3, minute: 180, hour: 5_000 },
} as const satisfies Readonly<Record<string, RateLimits>>;

export type Bucket = keyof typeof BUCKETS;

/** Counts the call in every bucket, even if another one is full. */
export function isWithinLimits(
  windows: RateWindows,
  buckets: readonly Bucket[],
  client: string,
  now: EpochMs,
): boolean {
  let isWithin = true;
  for (const bucket of buckets) {
    if (windows.take(`${bucket}:${client}`, BUCKETS[bucket], now) !== null) isWithin = false;
  }
  return isWithin;
}
