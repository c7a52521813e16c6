import type { Exchange } from "./exchange.ts";
import type { ExchangeEvent, Quote } from "./model.ts";

export type EventListener = (events: readonly ExchangeEvent[]) => void;

export interface EventHub {
  /** The same exchange; delivers a call's events to every listener before the call returns. */
  readonly exchange: Exchange;
  /** Listeners are called in order of subscription. Returns the unsubscribe function. */
  subscribe(listener: EventListener): () => void;
  /**
   * Caches quotes until `work` returns, unless an event happens. With `only` nothing else counts as changed; what it leaves out
   * is sent by the next call without it.
   */
  share(work: () => void, only?: readonly string[] | null): void;
}

/** One exchange for many brokers: a fill that one broker's call causes reaches the other broker's client too. */
export function createEventHub(exchange: Exchange): EventHub {
  let listeners: readonly EventListener[] = [];
  let shared: Map<string, Quote> | null = null;
  let published: readonly string[] | null = null;
  const publish = <T extends { readonly events: readonly ExchangeEvent[] }>(reply: T): T => {
    shared?.clear();
    if (reply.events.length > 0) for (const listener of listeners) listener(reply.events);
    return reply;
  };
  return {
    exchange: {
      ...exchange,
      quote(symbol) {
        const known = shared?.get(symbol);
        if (known !== undefined) return known;
        const quote = exchange.quote(symbol);
        shared?.set(symbol, quote);
        return quote;
      },
      changedSince(broker, version) {
        if (published === null) return exchange.changedSince(broker, version);
        return { version, symbols: exchange.isFeedFrozen(broker) ? [] : published };
      },
      advance: (to) => publish({ events: exchange.advance(to) }).events,
      leap: (to) => publish({ events: exchange.leap(to) }).events,
      place: (order) => publish(exchange.place(order)),
      modify: (change) => publish(exchange.modify(change)),
      cancel: (orderId, now) => publish(exchange.cancel(orderId, now)),
      moveBand: (symbol, limits) => publish({ events: exchange.moveBand(symbol, limits) }).events,
      lockAtCircuit: (symbol, side, until) => publish({ events: exchange.lockAtCircuit(symbol, side, until) }).events,
      squareOff: (account) => publish({ events: exchange.squareOff(account) }).events,
    },
    share(work, only = null) {
      shared = new Map();
      published = only;
      try {
        work();
      } finally {
        shared = null;
        published = null;
      }
    },
    subscribe(listener) {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((other) => other !== listener);
      };
    },
  };
}
