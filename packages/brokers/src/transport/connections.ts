import { type Dispatcher, Pool, ProxyAgent } from "undici";
import type { Egress } from "../port/session.ts";
import type { Channel } from "./outgoing.ts";
import { createResetConnector, type Resets } from "./reset-connector.ts";
import type { Timers } from "./timers.ts";

/** A way to a broker, for one call. */
export interface Lease {
  readonly dispatcher: Dispatcher;
  /** The call is over. */
  done(): void;
}

export interface Connections {
  lease(origin: string, channel: Channel, egress: Egress): Lease;
  /** Ways that are kept. */
  count(): number;
  close(): Promise<void>;
}

export interface ConnectionsDeps {
  readonly connectMs: number;
  readonly timers: Timers;
  readonly resets: Resets;
}

/** One for the order that is due, and one more while that one hangs. */
const OWN_CONNECTIONS_MAX = 2;
/** For accounts without an address of their own: they share connections as they share the address. */
const SHARED_CONNECTIONS_MAX: Readonly<Record<Channel, number>> = { entry: 64, exit: 32, read: 32, list: 2 };
/** A warmed connection waits this long for its order, unless the broker says otherwise. */
const KEEP_ALIVE_MS = 55_000;
const KEEP_ALIVE_MAX_MS = 600_000;
/** Whoever is not used for so long has moved to another process, or gone. */
export const RELEASE_AFTER_MS = 600_000;

/**
 * One request at a time on a connection: behind a lost reply stands no second order. HTTP/1.1 alone, because there a
 * request that has not begun is known not to have been written.
 */
const settings = {
  pipelining: 1,
  allowH2: false,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
} as const;

/** A tunnel through the proxy; it is the way to the proxy that leaves from the local address. It proves no reset. */
function openTunnel(uri: string, connections: number, local: { localAddress?: string }, connectMs: number): Dispatcher {
  return new ProxyAgent({
    ...settings,
    connections,
    uri,
    proxyTunnel: true,
    connectTimeout: connectMs,
    clientFactory: (origin, options) => new Pool(origin, { ...options, ...local }),
  });
}

function open(origin: string, connections: number, egress: Egress, { connectMs, resets }: ConnectionsDeps): Dispatcher {
  const local = egress.localAddress === null ? {} : { localAddress: egress.localAddress };
  if (egress.proxyUrl !== null) return openTunnel(egress.proxyUrl, connections, local, connectMs);
  const connect = createResetConnector(connectMs, resets);
  return new Pool(origin, { ...settings, ...local, connections, connect });
}

const DIRECT: Egress = { localAddress: null, proxyUrl: null };

const isOrder = (channel: Channel): boolean => channel === "entry" || channel === "exit";

const isOwn = (egress: Egress): boolean => egress.localAddress !== null || egress.proxyUrl !== null;

interface Way {
  readonly dispatcher: Dispatcher;
  running: number;
  isUsed: boolean;
}

export function createConnections(deps: ConnectionsDeps): Connections {
  const ways = new Map<string, Way>();
  let cancelSweep: (() => void) | null = null;

  /** What nobody has used since the last time goes. */
  function sweep(): void {
    for (const [key, way] of ways) {
      if (!way.isUsed && way.running === 0) {
        ways.delete(key);
        void way.dispatcher.close();
      }
      way.isUsed = false;
    }
    cancelSweep = ways.size === 0 ? null : deps.timers.after(RELEASE_AFTER_MS, sweep);
  }

  function wayTo(origin: string, channel: Channel, egress: Egress): Way {
    const leaving = isOrder(channel) ? egress : DIRECT;
    const key = `${channel} ${origin} ${leaving.localAddress ?? ""} ${leaving.proxyUrl ?? ""}`;
    const known = ways.get(key);
    if (known !== undefined) return known;
    const size = isOwn(leaving) ? OWN_CONNECTIONS_MAX : SHARED_CONNECTIONS_MAX[channel];
    const way = { dispatcher: open(origin, size, leaving, deps), running: 0, isUsed: true };
    ways.set(key, way);
    cancelSweep ??= deps.timers.after(RELEASE_AFTER_MS, sweep);
    return way;
  }

  return {
    lease(origin, channel, egress) {
      const way = wayTo(origin, channel, egress);
      way.isUsed = true;
      way.running++;
      return { dispatcher: way.dispatcher, done: () => void way.running-- };
    },
    count: () => ways.size,
    async close() {
      cancelSweep?.();
      cancelSweep = null;
      const all = [...ways.values()];
      ways.clear();
      await Promise.all(all.map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}
