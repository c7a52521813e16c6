import { type EpochMs, type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import type { RateShape } from "../port/rate-shape.ts";

/** The regulator's limit for an unregistered retail algorithm. */
const ORDERS_PER_SECOND = 10;

export const paperRates: RateShape = [{ classes: ["order"], span: "second", max: ORDERS_PER_SECOND }];

export function createOrderLimit(clock: HumanClock): (account: string) => number | null {
  const counts = new Map<string, number>();
  let second = 0;

  /** `null` if there is room; otherwise the time until there is. */
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
