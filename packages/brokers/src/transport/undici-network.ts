import type { HumanClock } from "@vriddhi/core/time/clock";
import { createConnections } from "./connections.ts";
import { exchange } from "./exchange-bytes.ts";
import type { Network } from "./outgoing.ts";
import type { Timers } from "./timers.ts";

export interface UndiciNetworkDeps {
  readonly connectMs: number;
  readonly timers: Timers;
  readonly clock: HumanClock;
}

export interface UndiciNetwork extends Network {
  /** Ways to brokers that are kept. */
  count(): number;
}

/** The network of the product. */
export function createUndiciNetwork({ connectMs, timers, clock }: UndiciNetworkDeps): UndiciNetwork {
  const resets = { count: 0 };
  const connections = createConnections({ connectMs, timers, resets });
  const deps = { timers, clock, resets, connections };

  return {
    exchange: (outgoing) => exchange(outgoing, deps),
    count: () => connections.count(),
    close: () => connections.close(),
  };
}
