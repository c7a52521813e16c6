import { paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import type { PricePort, Quote } from "@vriddhi/execution/ports/price-port";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import type { Life } from "../time/life.ts";
import type { VirtualTime } from "../time/virtual-time.ts";

interface Heard {
  readonly quotes: readonly Omit<Quote, "heardAt">[];
  readonly atMs: number;
}

const BAD_TICK_PERCENT = 85;
const SOURCES = ["desk", "second"] as const;

/** The newest prices of two feeds, with their faults. */
export class PriceBoard {
  readonly #time: VirtualTime;
  readonly #exchange: Exchange;
  readonly #heard = new Map<string, Heard>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #frozenUntil = 0;
  readonly #spoiled = new Set<string>();

  constructor(time: VirtualTime, exchange: Exchange) {
    this.#time = time;
    this.#exchange = exchange;
  }

  freeze(durationMs: number): void {
    this.#frozenUntil = this.#time.now() + durationMs;
  }

  /** The next price of the share is one that never was, and only the desk's own feed says so. */
  spoil(isin: string): void {
    this.#spoiled.add(isin);
  }

  tick(): void {
    if (this.#frozenUntil > this.#time.now()) return;
    for (const { symbol, isin } of this.#exchange.instruments) {
      const { lastPrice, buy, sell } = this.#exchange.quote(symbol);
      const bid = buy[0]?.price ?? null;
      const ask = sell[0]?.price ?? null;
      const isSpoiled = this.#spoiled.delete(isin);
      const quotes = SOURCES.map((source) => {
        if (source !== "desk" || !isSpoiled) return { source, bid, ask, last: lastPrice };
        const bad = paise(Math.round((lastPrice * BAD_TICK_PERCENT) / 100));
        return { source, bid: bad, ask: bad, last: bad };
      });
      this.#heard.set(isin, { quotes, atMs: this.#time.now() });
      for (const listener of [...(this.#listeners.get(isin) ?? [])]) listener();
    }
  }

  portOf(life: Life): PricePort {
    return {
      quotes: (isin) => {
        const heard = this.#heard.get(isin);
        if (heard === undefined) return [];
        const heardAt = epochMs(life.human.now() - (this.#time.now() - heard.atMs));
        return heard.quotes.map(({ source, bid, ask, last }) => ({ source, bid, ask, last, heardAt }));
      },
      band: (isin) => {
        const found = this.#exchange.instruments.find((instrument) => instrument.isin === isin);
        if (found === undefined) return null;
        const { lowerCircuit, upperCircuit } = this.#exchange.quote(found.symbol);
        return { lower: lowerCircuit, upper: upperCircuit, tick: found.tickSize };
      },
      watch: (isin, listener) => {
        const heard = () => life.hear(listener);
        const all = this.#listeners.get(isin) ?? new Set();
        this.#listeners.set(isin, all.add(heard));
        return () => void all.delete(heard);
      },
    };
  }
}
