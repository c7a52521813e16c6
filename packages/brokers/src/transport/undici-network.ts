import type { Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { createConnections } from "./connections.ts";
import { begin } from "./exchange-bytes.ts";
import type { Exchanged, Network, Outgoing, SendFailure } from "./outgoing.ts";
import type { Timers } from "./timers.ts";

export interface UndiciNetworkDeps {
  readonly connectMs: number;
  readonly timers: Timers;
  readonly clock: HumanClock;
}

export interface UndiciNetwork extends Network {
  /** Like `exchange`, without promise and signal; returns the abort function. */
  begin(outgoing: Outgoing, settle: (result: Result<Exchanged, SendFailure>) => void): () => void;
  count(): number;
}

export function createUndiciNetwork({ connectMs, timers, clock }: UndiciNetworkDeps): UndiciNetwork {
  const resets = { count: 0 };
  const connections = createConnections({ connectMs, timers, resets });
  const deps = { timers, clock, resets, connections };

  return {
    begin: (outgoing, settle) => begin(outgoing, deps, settle),
    exchange: (outgoing) => new Promise((settle) => void begin(outgoing, deps, settle)),
    count: () => connections.count(),
    close: () => connections.close(),
  };
}
