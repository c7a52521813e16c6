import type { Liquidity } from "./book.ts";
import { mix, unit } from "./chance.ts";

const LEVELS = 10;

const BUY_PURPOSE = 0x21;
const SELL_PURPOSE = 0x22;

export interface Stance {
  readonly seed: number;
  readonly tick: number;
  readonly depth: number;
}

/** Ten prices on each side, redrawn with every tick. The draw is a function of the tick, so reading changes nothing. */
export class Ladder implements Liquidity {
  readonly #stance: Stance;
  readonly #bids = new Int32Array(LEVELS);
  readonly #asks = new Int32Array(LEVELS);
  #bidTop = 0;
  #askTop = 0;
  #bidFirst = LEVELS;
  #askFirst = LEVELS;

  constructor(stance: Stance) {
    this.#stance = stance;
  }

  clear(): void {
    this.#bidFirst = LEVELS;
    this.#askFirst = LEVELS;
  }

  /** Quotes from these two prices outward, nothing beyond the circuit limits. */
  quote(version: number, tops: { bid: number; ask: number }, limits: { lower: number; upper: number }): void {
    const { tick, seed, depth } = this.#stance;
    this.#bidTop = tops.bid;
    this.#askTop = tops.ask;
    this.#bidFirst = tops.bid > limits.upper || tops.bid < limits.lower ? LEVELS : 0;
    this.#askFirst = tops.ask > limits.upper || tops.ask < limits.lower ? LEVELS : 0;
    for (let level = 0; level < LEVELS; level++) {
      const usual = depth * (0.5 + 0.25 * level);
      const bid = tops.bid - level * tick;
      const ask = tops.ask + level * tick;
      const bought = Math.ceil(usual * (0.2 + 1.6 * unit(mix(seed, version, level, BUY_PURPOSE))));
      const sold = Math.ceil(usual * (0.2 + 1.6 * unit(mix(seed, version, level, SELL_PURPOSE))));
      this.#bids[level] = bid < limits.lower ? 0 : bought;
      this.#asks[level] = ask > limits.upper ? 0 : sold;
    }
  }

  bestPrice(isBuySide: boolean): number {
    const first = isBuySide ? this.#bidFirst : this.#askFirst;
    if (first >= LEVELS || this.#quantity(isBuySide, first) === 0) return Number.NaN;
    return this.#price(isBuySide, first);
  }

  bestQuantity(isBuySide: boolean): number {
    return this.#quantity(isBuySide, isBuySide ? this.#bidFirst : this.#askFirst);
  }

  #price(isBuySide: boolean, level: number): number {
    return isBuySide ? this.#bidTop - level * this.#stance.tick : this.#askTop + level * this.#stance.tick;
  }

  #quantity(isBuySide: boolean, level: number): number {
    return level < LEVELS ? ((isBuySide ? this.#bids : this.#asks)[level] as number) : 0;
  }

  /** From the best price only, at most its quantity. */
  take(isBuySide: boolean, quantity: number): void {
    const first = isBuySide ? this.#bidFirst : this.#askFirst;
    const side = isBuySide ? this.#bids : this.#asks;
    side[first] = (side[first] as number) - quantity;
    if ((side[first] as number) > 0) return;
    if (isBuySide) this.#bidFirst++;
    else this.#askFirst++;
  }

  quantityAt(isBuySide: boolean, price: number): number {
    const distance = isBuySide ? this.#bidTop - price : price - this.#askTop;
    const level = distance / this.#stance.tick;
    const first = isBuySide ? this.#bidFirst : this.#askFirst;
    return Number.isInteger(level) && level >= first && level < LEVELS ? this.#quantity(isBuySide, level) : 0;
  }

  /** Best first. */
  *levels(isBuySide: boolean): Generator<{ price: number; quantity: number }> {
    for (let level = isBuySide ? this.#bidFirst : this.#askFirst; level < LEVELS; level++) {
      const quantity = this.#quantity(isBuySide, level);
      if (quantity > 0) yield { price: this.#price(isBuySide, level), quantity };
    }
  }
}
