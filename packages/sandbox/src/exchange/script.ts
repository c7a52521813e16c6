import type { PricePoint } from "./model.ts";

/** The path's price at an instant: `null` before its first point, the last price after its last. */
export function scriptedPrice(path: readonly PricePoint[], at: number): number | null {
  let before: PricePoint | null = null;
  for (const point of path) {
    if (point.at > at) {
      if (before === null) return null;
      return before.price + ((point.price - before.price) * (at - before.at)) / (point.at - before.at);
    }
    before = point;
  }
  return before === null ? null : before.price;
}
