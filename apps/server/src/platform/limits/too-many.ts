import { MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Explained } from "../http/handler.ts";
import { type Limit, type LimitKey, limits } from "./limits.ts";

/** A spent budget refills evenly: so many minutes later at the latest there is one more. */
export function tooMany(key: LimitKey): Explained<"too_many_requests"> {
  const { burst, perMs }: Limit = limits[key];
  const minutes = Math.ceil(perMs / burst / MINUTE_MS);
  const span = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return { code: "too_many_requests", detail: `Too many attempts. Try again in ${span}.` };
}
