import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import type { DayClock } from "../time/day-clock.ts";

interface Seen {
  readonly atMs: number;
  /** The immediate price for a seller and a buyer. */
  readonly bid: number;
  readonly ask: number;
}

const KEPT_MS = 15 * SECOND_MS;

export class RecentPrices {
  readonly #clock: DayClock;
  readonly #exchange: Exchange;
  readonly #seen = new Map<string, readonly Seen[]>();

  constructor(clock: DayClock, exchange: Exchange) {
    this.#clock = clock;
    this.#exchange = exchange;
  }

  look(): void {
    for (const { symbol } of this.#exchange.instruments) this.#lookAt(symbol);
  }

  #lookAt(symbol: string): void {
    const atMs = this.#clock.time.now();
    const { bid, ask, lastPrice } = this.#exchange.top(symbol);
    const kept = (this.#seen.get(symbol) ?? []).filter((seen) => atMs - seen.atMs <= KEPT_MS);
    this.#seen.set(symbol, [...kept, { atMs, bid: bid ?? lastPrice, ask: ask ?? lastPrice }]);
  }

  worst(symbol: string, direction: 1 | -1): number {
    this.#lookAt(symbol);
    const seen = this.#seen.get(symbol) ?? [];
    return direction === 1 ? Math.min(...seen.map(({ bid }) => bid)) : Math.max(...seen.map(({ ask }) => ask));
  }
}
