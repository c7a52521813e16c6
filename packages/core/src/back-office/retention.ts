import type { EpochMs } from "../time/clock.ts";
import { type IstDate, istDate, istDateOf } from "../time/ist.ts";

/** So long orders, fills and what led to them are kept: the rules of brokers and exchanges want five years. */
const ORDER_YEARS_KEPT = 5;

/** Orders of months that ended before this day have had their years. */
export function ordersKeptFrom(now: EpochMs): IstDate {
  const today = istDateOf(now);
  return istDate(`${Number(today.slice(0, 4)) - ORDER_YEARS_KEPT}${today.slice(4, 8)}01`);
}
