import type { Side } from "../order/order.ts";

/** An entry as both sides name it. */
export interface NamedEntry {
  readonly isin: string;
  readonly side: Side;
}

export interface Drift {
  /** Decided live and again. */
  readonly same: number;
  /** Decided again, and not live. */
  readonly missed: number;
  /** Decided live, and not again. */
  readonly extra: number;
}

const keyOf = ({ isin, side }: NamedEntry): string => `${isin} ${side}`;

/** How a day's live entries compare with those that its record leads to. */
export function compareEntries(live: readonly NamedEntry[], replayed: readonly NamedEntry[]): Drift {
  const again = new Set(replayed.map(keyOf));
  const made = new Set(live.map(keyOf));
  const same = [...made].filter((key) => again.has(key)).length;
  return { same, missed: again.size - same, extra: made.size - same };
}

export interface EntryFill {
  readonly side: Side;
  readonly signalPrice: number;
  /** What was paid on average. */
  readonly price: number;
  readonly quantity: number;
}

const BASIS_POINTS = 10_000;

/** How much worse than the signal's price was filled, by value; null without a fill. Negative: better. */
export function slippageOf(fills: readonly EntryFill[]): number | null {
  let [cost, value] = [0, 0];
  for (const { side, signalPrice, price, quantity } of fills) {
    cost += (side === "buy" ? price - signalPrice : signalPrice - price) * quantity;
    value += signalPrice * quantity;
  }
  return value === 0 ? null : (cost / value) * BASIS_POINTS;
}
