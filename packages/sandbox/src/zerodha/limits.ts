import type { EpochMs } from "@vriddhi/core/time/clock";
import type { RateLimits, RateWindows } from "../broker/rate-windows.ts";

export type LimitClass = "quote" | "history" | "place" | "other";

const LIMITS: Readonly<Record<LimitClass, RateLimits>> = {
  quote: { second: 1 },
  history: { second: 3 },
  place: { second: 10, minute: 400, day: 5_000 },
  other: { second: 10 },
};

export const MODIFICATIONS_MAX = 25;
export const SOCKETS_PER_KEY = 3;
export const TOKENS_PER_SOCKET = 3_000;

/** Orders count per account, in any application; everything else per application. */
export function isTooMany(
  windows: RateWindows,
  limit: LimitClass,
  caller: { readonly client: string; readonly apiKey: string },
  human: EpochMs,
): boolean {
  const key = limit === "place" ? `place:${caller.client}` : `${limit}:${caller.apiKey}`;
  return windows.take(key, LIMITS[limit], human) !== null;
}
