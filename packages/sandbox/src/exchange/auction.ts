export interface AuctionInterest {
  readonly price: number;
  readonly quantity: number;
}

export interface AuctionBook {
  readonly buys: readonly AuctionInterest[];
  readonly sells: readonly AuctionInterest[];
  /** Shares at any price, on both sides. */
  readonly atAnyPrice: number;
  /** Tie-breaker: the previous close in the morning, the reference price at the end of the day. */
  readonly reference: number;
}

export interface Equilibrium {
  readonly price: number;
  readonly quantity: number;
}

interface Candidate extends Equilibrium {
  readonly imbalance: number;
  readonly distance: number;
}

function isBetter(a: Candidate, b: Candidate): boolean {
  if (a.quantity !== b.quantity) return a.quantity > b.quantity;
  if (a.imbalance !== b.imbalance) return a.imbalance < b.imbalance;
  if (a.distance !== b.distance) return a.distance < b.distance;
  return a.price > b.price;
}

function byPrice(interests: readonly AuctionInterest[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { price, quantity } of interests) sums.set(price, (sums.get(price) ?? 0) + quantity);
  return sums;
}

/** Largest volume, then smallest rest, then nearest to the reference, then the higher price. `null` without a match. */
export function findEquilibrium({ buys, sells, atAnyPrice, reference }: AuctionBook): Equilibrium | null {
  const bought = byPrice(buys);
  const sold = byPrice(sells);
  const prices = [...new Set([...bought.keys(), ...sold.keys()])].sort((a, b) => a - b);
  if (prices.length === 0 && atAnyPrice > 0) return { price: reference, quantity: atAnyPrice };
  let demand = atAnyPrice + buys.reduce((sum, { quantity }) => sum + quantity, 0);
  let supply = atAnyPrice;
  let best: Candidate | null = null;
  for (const price of prices) {
    supply += sold.get(price) ?? 0;
    const candidate = {
      price,
      quantity: Math.min(demand, supply),
      imbalance: Math.abs(demand - supply),
      distance: Math.abs(price - reference),
    };
    if (best === null || isBetter(candidate, best)) best = candidate;
    demand -= bought.get(price) ?? 0;
  }
  return best === null || best.quantity === 0 ? null : { price: best.price, quantity: best.quantity };
}
