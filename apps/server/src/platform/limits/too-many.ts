import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Explained } from "../http/handler.ts";
import { type Limit, type LimitKey, limits } from "./limits.ts";

export type TooMany = Explained<"too_many_requests">;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** `4 hours`: rounded up. */
const waitWords = (waitMs: number): string =>
  waitMs > HOUR_MS ? counted(Math.ceil(waitMs / HOUR_MS), "hour") : counted(Math.ceil(waitMs / MINUTE_MS), "minute");

/** A spent budget refills evenly: the latest time until one more is free. */
export function tooMany(key: LimitKey): TooMany {
  const { burst, perMs }: Limit = limits[key];
  const waitMs = perMs / burst;
  return {
    code: "too_many_requests",
    detail: `Too many attempts. Try again in ${waitWords(waitMs)}.`,
    retryAfterS: Math.ceil(waitMs / SECOND_MS),
  };
}
