import { type EpochMs, type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import type { RateShape } from "../port/rate-shape.ts";

/** What the regulator lets an algorithm of a retail trader send without being registered. */
const ORDERS_PER_SECOND = 10;

export const paperRates: RateShape = [{ classes: ["order"], span: "second", max: ORDERS_PER_SECOND }];

/** Counts order calls by the account and the second, as brokers do. */
export function createOrderLimit(clock: HumanClock): (account: string) => number | null {
  const counts = new Map<string, number>();
  let second = 0;

  /** Null: there is room; else how long it takes until there is. */
  return (account) => {
    const now: EpochMs = clock.now();
    const current = Math.floor(now / SECOND_MS);
    if (current !== second) counts.clear();
    second = current;
    const count = (counts.get(account) ?? 0) + 1;
    if (count > ORDERS_PER_SECOND) return (current + 1) * SECOND_MS - now;
    counts.set(account, count);
    return null;
  };
}
