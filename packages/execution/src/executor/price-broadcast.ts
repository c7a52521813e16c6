import type { PricePort } from "../ports/price-port.ts";
import type { Timers } from "../ports/surroundings.ts";

/** Remaining accounts are evaluated in chunks, yielding to the event loop between them. */
const EVALUATED_AT_ONCE = 2_500;
const INFORMED_AT_ONCE = 512;
/** The longest wait for the first accounts: one locked row in the store must not delay the others. */
const FIRST_MAX_MS = 100;
/** The longest wait for all daily stops to be stored. */
const EVALUATED_MAX_MS = 1_000;

/** Resolves when the work that a price started is done, and never rejects; `null` if no work started. */
export type Begun = Promise<void> | null;

export interface PriceListener {
  /** Whether the price ends the day, ahead of the consequences. Resolves when the daily stop is stored. */
  checkDayEnd(): Begun;
  /** Resolves when all consequences of the price are stored and dispatched. */
  process(): Begun;
}

export type PriceBroadcast = (isin: string, listener: PriceListener) => () => void;

export interface PriceBroadcastTools {
  readonly timers: Timers;
  readonly firstMax: number;
  /** Pauses non-urgent work until `work` settles. */
  alone(work: () => Promise<void>): Promise<void>;
}

/** All listeners of one share. A listener that is reached late reads the current price. */
class ShareListeners {
  readonly #tools: PriceBroadcastTools;
  readonly #listeners = new Set<PriceListener>();
  #isRunning = false;
  #isPriceChanged = false;

  constructor(tools: PriceBroadcastTools) {
    this.#tools = tools;
  }

  add(listener: PriceListener): void {
    this.#listeners.add(listener);
  }

  /** Returns true when no listener is left. */
  remove(listener: PriceListener): boolean {
    this.#listeners.delete(listener);
    return this.#listeners.size === 0;
  }

  /** Accounts that got a price which changed during the broadcast get the new one after all others. */
  process(): void {
    if (this.#isRunning) {
      this.#isPriceChanged = true;
      return;
    }
    const all = [...this.#listeners];
    const decided = all.slice(0, this.#tools.firstMax).map((listener) => this.#hear(() => listener.process()));
    if (all.length > this.#tools.firstMax) void this.#informOthers(all.slice(this.#tools.firstMax), decided);
  }

  /**
   * The first accounts' exits leave before others are evaluated. Then few statements store the daily stop of every
   * account that it ends, so that a crash cannot lose it; consequences are decided afterwards.
   */
  async #informOthers(others: readonly PriceListener[], first: readonly Begun[]): Promise<void> {
    this.#isRunning = true;
    await this.#atMost(FIRST_MAX_MS, first);
    await this.#tools.alone(async () => {
      const judged = await this.#inParts(EVALUATED_AT_ONCE, others, (listener) => listener.checkDayEnd());
      await this.#atMost(EVALUATED_MAX_MS, judged);
    });
    await this.#inParts(INFORMED_AT_ONCE, others, (listener) => listener.process());
    this.#isRunning = false;
    if (!this.#isPriceChanged) return;
    this.#isPriceChanged = false;
    this.process();
  }

  /** Current listeners in chunks, yielding to the event loop before each chunk. */
  async #inParts(
    size: number,
    all: readonly PriceListener[],
    run: (listener: PriceListener) => Begun,
  ): Promise<readonly Begun[]> {
    const begun: Begun[] = [];
    for (let from = 0; from < all.length; from += size) {
      await new Promise<void>((resolve) => void this.#tools.timers.after(0, resolve));
      for (const listener of all.slice(from, from + size))
        if (this.#listeners.has(listener)) begun.push(this.#hear(() => run(listener)));
    }
    return begun;
  }

  /** One account's failure must not stop the batch; it is rethrown afterwards. */
  #hear(run: () => Begun): Begun {
    try {
      return run();
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

/** One source listener per share, fanned out so that the first exits do not wait for the last account. */
export function createPriceBroadcast(prices: Pick<PricePort, "watch">, tools: PriceBroadcastTools): PriceBroadcast {
  const byIsin = new Map<string, { readonly group: ShareListeners; readonly unwatch: () => void }>();
  return (isin, listener) => {
    const known = byIsin.get(isin);
    const group = known?.group ?? new ShareListeners(tools);
    if (known === undefined) byIsin.set(isin, { group, unwatch: prices.watch(isin, () => group.process()) });
    group.add(listener);
    return () => {
      const own = byIsin.get(isin);
      if (own?.group !== group || !group.remove(listener)) return;
      own.unwatch();
      byIsin.delete(isin);
    };
  };
}
