import type { PricePort } from "../ports/price-port.ts";
import type { Timers } from "../ports/surroundings.ts";

/** So many accounts hear of a price at once; they decide while the others of a crowd are still being told. */
const FIRST_TOLD = 64;
/** The others are told in parts of this size, each when those before it have had their turn. */
const NEXT_TOLD = 512;

type Listener = () => void;

/** Everybody who listens to one share. Whoever is told late sees the price of that instant. */
class Crowd {
  readonly #timers: Timers;
  readonly #listeners = new Set<Listener>();
  #left: readonly Listener[] = [];
  #isHeardAgain = false;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  add(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /** True: nobody listens any more. */
  remove(listener: Listener): boolean {
    this.#listeners.delete(listener);
    return this.#listeners.size === 0;
  }

  /** Who was told of this price before it changed again is told once more, when everybody has been told. */
  tell(): void {
    if (this.#left.length > 0) {
      this.#isHeardAgain = true;
      return;
    }
    this.#left = [...this.#listeners];
    this.#tellNext(FIRST_TOLD);
  }

  #tellNext(count: number): void {
    const now = this.#left.slice(0, count);
    this.#left = this.#left.slice(count);
    const isLast = this.#left.length === 0;
    // Before anybody is told: whoever fails with a price must not make the others deaf.
    if (!isLast) this.#timers.after(0, () => this.#tellNext(NEXT_TOLD));
    for (const listener of now) if (this.#listeners.has(listener)) listener();
    if (!isLast || !this.#isHeardAgain) return;
    this.#isHeardAgain = false;
    this.tell();
  }
}

/** One listener at the prices for each share, and a crowd behind it whose first exits do not wait for its last account. */
export function createPriceCall(prices: Pick<PricePort, "watch">, timers: Timers): PricePort["watch"] {
  const crowds = new Map<string, { readonly crowd: Crowd; readonly unwatch: () => void }>();
  return (isin, listener) => {
    const known = crowds.get(isin);
    const crowd = known?.crowd ?? new Crowd(timers);
    if (known === undefined) crowds.set(isin, { crowd, unwatch: prices.watch(isin, () => crowd.tell()) });
    crowd.add(listener);
    return () => {
      const own = crowds.get(isin);
      if (own?.crowd !== crowd || !crowd.remove(listener)) return;
      own.unwatch();
      crowds.delete(isin);
    };
  };
}
