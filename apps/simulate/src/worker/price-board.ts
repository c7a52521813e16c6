import { paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import type { PricePort, Quote } from "@vriddhi/execution/ports/price-port";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import type { Instrument } from "@vriddhi/sandbox/exchange/model";
import type { VirtualTime } from "../time/virtual-time.ts";
import type { WorkerProcess } from "../time/worker-session.ts";

interface Received {
  readonly quotes: readonly Omit<Quote, "receivedAt">[];
  readonly atMs: number;
}

export interface PublishedQuote extends Pick<Quote, "bid" | "ask"> {
  readonly atMs: number;
}

const BAD_TICK_PERCENT = 85;
const SOURCES = ["desk", "second"] as const;

export class PriceBoard {
  readonly #time: VirtualTime;
  readonly #exchange: Exchange;
  readonly #instruments: ReadonlyMap<string, Instrument>;
  readonly #received = new Map<string, Received>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #frozenUntil = 0;
  readonly #spoiled = new Set<string>();

  constructor(time: VirtualTime, exchange: Exchange) {
    this.#time = time;
    this.#exchange = exchange;
    this.#instruments = new Map(exchange.instruments.map((instrument) => [instrument.isin, instrument]));
  }

  freeze(durationMs: number): void {
    this.#frozenUntil = this.#time.now() + durationMs;
  }

  /** Makes the next price of the share a false print, only in the strategy feed. */
  spoil(isin: string): void {
    this.#spoiled.add(isin);
  }

  tick(): void {
    if (this.#frozenUntil > this.#time.now()) return;
    for (const { symbol, isin } of this.#exchange.instruments) {
      const { lastPrice, bid, ask } = this.#exchange.top(symbol);
      const isSpoiled = this.#spoiled.delete(isin);
      const quotes = SOURCES.map((source) => {
        if (source !== "desk" || !isSpoiled) return { source, bid, ask, last: lastPrice };
        const bad = paise(Math.round((lastPrice * BAD_TICK_PERCENT) / 100));
        return { source, bid: bad, ask: bad, last: bad };
      });
      this.#received.set(isin, { quotes, atMs: this.#time.now() });
      for (const listener of [...(this.#listeners.get(isin) ?? [])]) listener();
    }
  }

  /** The true price of a share at its last tick, and when that was; `null` without a tick. */
  lastQuote(isin: string): PublishedQuote | null {
    const received = this.#received.get(isin);
    const honest = received?.quotes.at(-1);
    return received === undefined || honest === undefined
      ? null
      : { bid: honest.bid, ask: honest.ask, atMs: received.atMs };
  }

  /** The newest prices in one process's time; the same list until the next tick. */
  #quotesOf(workerProcess: WorkerProcess): PricePort["quotes"] {
    const dated = new Map<string, { readonly received: Received; readonly quotes: readonly Quote[] }>();
    return (isin) => {
      const received = this.#received.get(isin);
      if (received === undefined) return [];
      const known = dated.get(isin);
      if (known?.received === received) return known.quotes;
      const receivedAt = epochMs(workerProcess.human.now() - (this.#time.now() - received.atMs));
      const quotes = received.quotes.map(({ source, bid, ask, last }) => ({ source, bid, ask, last, receivedAt }));
      dated.set(isin, { received, quotes });
      return quotes;
    };
  }

  portOf(workerProcess: WorkerProcess): PricePort {
    return {
      quotes: this.#quotesOf(workerProcess),
      band: (isin) => {
        const found = this.#instruments.get(isin);
        if (found === undefined) return null;
        const { lowerCircuit, upperCircuit } = this.#exchange.top(found.symbol);
        return { lower: lowerCircuit, upper: upperCircuit, tick: found.tickSize };
      },
      watch: (isin, listener) => {
        const received = () => workerProcess.receive(listener);
        const all = this.#listeners.get(isin) ?? new Set();
        this.#listeners.set(isin, all.add(received));
        return () => void all.delete(received);
      },
    };
  }
}
