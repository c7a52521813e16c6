import type { PricePort } from "../ports/price-port.ts";
import type { Timers } from "../ports/surroundings.ts";

/** A crowd beyond the first is judged and told in parts, and what brokers and store answer meanwhile is heard in between. */
const JUDGED_AT_ONCE = 2_500;
const TOLD_AT_ONCE = 512;
/** The others do not wait longer for the first ones: one whose row in the store is held by somebody must cost nobody more. */
const FIRST_MAX_MS = 100;
/** Nor for what is stored of all of them. */
const JUDGED_MAX_MS = 1_000;

/** Resolves when what began with a price is done, and never fails; null: nothing began. */
export type Begun = Promise<void> | null;

export interface PriceListener {
  /** Whether the price ends the day, before what follows from it is decided. Resolves when that is stored. */
  judge(): Begun;
  /** Resolves when everything that follows from the price is stored and has been handed over. */
  tell(): Begun;
}

export type PriceBroadcast = (isin: string, listener: PriceListener) => () => void;

export interface PriceBroadcastTools {
  readonly timers: Timers;
  /** So many are told at once. */
  readonly firstMax: number;
  /** What can wait does not begin while this is under way. */
  alone(work: () => Promise<void>): Promise<void>;
}

/** Everybody who listens to one share. Whoever is told late sees the price of that instant. */
class StatementBatcher {
  readonly #tools: PriceBroadcastTools;
  readonly #listeners = new Set<PriceListener>();
  #isTelling = false;
  #isHeardAgain = false;

  constructor(tools: PriceBroadcastTools) {
    this.#tools = tools;
  }

  add(listener: PriceListener): void {
    this.#listeners.add(listener);
  }

  /** True: nobody listens any more. */
  remove(listener: PriceListener): boolean {
    this.#listeners.delete(listener);
    return this.#listeners.size === 0;
  }

  /** Who was told of this price before it changed again is told once more, when everybody has been told. */
  tell(): void {
    if (this.#isTelling) {
      this.#isHeardAgain = true;
      return;
    }
    const all = [...this.#listeners];
    const decided = all.slice(0, this.#tools.firstMax).map((listener) => this.#hear(() => listener.tell()));
    if (all.length > this.#tools.firstMax) void this.#tellOthers(all.slice(this.#tools.firstMax), decided);
  }

  /**
   * The first have left before anybody else is thought of. Then that the day has ended is stored for everybody whom it ends,
   * in few statements: whatever happens from then on, they are left. What follows from it is decided after that, by each.
   */
  async #tellOthers(others: readonly PriceListener[], first: readonly Begun[]): Promise<void> {
    this.#isTelling = true;
    await this.#atMost(FIRST_MAX_MS, first);
    await this.#tools.alone(async () => {
      const judged = await this.#inParts(JUDGED_AT_ONCE, others, (listener) => listener.judge());
      await this.#atMost(JUDGED_MAX_MS, judged);
    });
    await this.#inParts(TOLD_AT_ONCE, others, (listener) => listener.tell());
    this.#isTelling = false;
    if (!this.#isHeardAgain) return;
    this.#isHeardAgain = false;
    this.tell();
  }

  /** Those that still listen, and a breath before each part. */
  async #inParts(
    size: number,
    all: readonly PriceListener[],
    hear: (listener: PriceListener) => Begun,
  ): Promise<readonly Begun[]> {
    const begun: Begun[] = [];
    for (let from = 0; from < all.length; from += size) {
      await new Promise<void>((resolve) => void this.#tools.timers.after(0, resolve));
      for (const listener of all.slice(from, from + size))
        if (this.#listeners.has(listener)) begun.push(this.#hear(() => hear(listener)));
    }
    return begun;
  }

  /** Whoever fails with a price must not make the others deaf. The fault comes to light all the same. */
  #hear(hear: () => Begun): Begun {
    try {
      return hear();
    } catch (fault) {
      this.#tools.timers.after(0, () => {
        throw fault;
      });
      return null;
    }
  }

  #atMost(limitMs: number, begun: readonly Begun[]): Promise<void> {
    return new Promise((resolve) => {
      const takeBack = this.#tools.timers.after(limitMs, resolve);
      void Promise.all(begun).then(() => {
        takeBack();
        resolve();
      });
    });
  }
}

/** One listener at the prices for each share, and a crowd behind it whose first exits do not wait for its last account. */
export function createPriceBroadcast(prices: Pick<PricePort, "watch">, tools: PriceBroadcastTools): PriceBroadcast {
  const crowds = new Map<string, { readonly crowd: StatementBatcher; readonly unwatch: () => void }>();
  return (isin, listener) => {
    const known = crowds.get(isin);
    const crowd = known?.crowd ?? new StatementBatcher(tools);
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
