import type { EpochMs } from "../time/clock.ts";
import { type IstDate, istDate, istDateOf } from "../time/ist.ts";

/** Retention of orders, fills and their causes: brokers and exchanges require five years. */
const ORDER_YEARS_KEPT = 5;

export function ordersKeptFrom(now: EpochMs): IstDate {
  const today = istDateOf(now);
  return istDate(`${Number(today.slice(0, 4)) - ORDER_YEARS_KEPT}${today.slice(4, 8)}01`);
}
