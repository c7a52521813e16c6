import type { Side } from "../order/order.ts";

export interface NamedEntry {
  readonly isin: string;
  readonly side: Side;
}

export interface Drift {
  /** Decided live and in the replay. */
  readonly same: number;
  /** Decided in the replay only. */
  readonly missed: number;
  /** Decided live only. */
  readonly extra: number;
}

const keyOf = ({ isin, side }: NamedEntry): string => `${isin} ${side}`;

export function compareEntries(live: readonly NamedEntry[], replayed: readonly NamedEntry[]): Drift {
  const again = new Set(replayed.map(keyOf));
  const made = new Set(live.map(keyOf));
  const same = [...made].filter((key) => again.has(key)).length;
  return { same, missed: again.size - same, extra: made.size - same };
}

export interface EntryFill {
  readonly side: Side;
  readonly signalPrice: number;
  readonly price: number;
  readonly quantity: number;
}

const BASIS_POINTS = 10_000;

/** How much worse than the signal's price the fills were, by value; `null` without a fill. Negative is better. */
export function slippageOf(fills: readonly EntryFill[]): number | null {
  let [cost, value] = [0, 0];
  for (const { side, signalPrice, price, quantity } of fills) {
    cost += (side === "buy" ? price - signalPrice : signalPrice - price) * quantity;
    value += signalPrice * quantity;
  }
  return value === 0 ? null : (cost / value) * BASIS_POINTS;
}
