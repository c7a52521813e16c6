import { Client, type Dispatcher, Pool, ProxyAgent } from "undici";
import type { Egress } from "../port/session.ts";

export interface Timeouts {
  readonly connectMs: number;
  readonly orderMs: number;
  readonly readMs: number;
}

export interface Connections {
  of(origin: string, channel: "order" | "read", egress: Egress): Dispatcher;
  close(): Promise<void>;
}

/** For accounts without an address of their own: they share connections as they share the address. */
const SHARED_ORDER_CONNECTIONS_MAX = 64;
const READ_CONNECTIONS_MAX = 32;
/** A warmed connection waits this long for its order, unless the broker says otherwise. */
const KEEP_ALIVE_MS = 55_000;
const KEEP_ALIVE_MAX_MS = 600_000;

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

/** A tunnel through the proxy; it is the way to the proxy that leaves from the local address. */
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

function open(origin: string, connections: number, egress: Egress, { connectMs }: Timeouts): Dispatcher {
  const local = egress.localAddress === null ? {} : { localAddress: egress.localAddress };
  if (egress.proxyUrl !== null) return openTunnel(egress.proxyUrl, connections, local, connectMs);
  const options = { ...settings, ...local, connect: { timeout: connectMs } };
  return connections === 1 ? new Client(origin, options) : new Pool(origin, { ...options, connections });
}

const DIRECT: Egress = { localAddress: null, proxyUrl: null };

const isOwn = (egress: Egress): boolean => egress.localAddress !== null || egress.proxyUrl !== null;

function sizeOf(channel: "order" | "read", egress: Egress): number {
  if (channel === "read") return READ_CONNECTIONS_MAX;
  return isOwn(egress) ? 1 : SHARED_ORDER_CONNECTIONS_MAX;
}

export function createConnections(timeouts: Timeouts): Connections {
  const opened = new Map<string, Dispatcher>();

  return {
    of(origin, channel, egress) {
      const way = channel === "read" ? DIRECT : egress;
      const key = `${channel} ${origin} ${way.localAddress ?? ""} ${way.proxyUrl ?? ""}`;
      const known = opened.get(key);
      if (known !== undefined) return known;
      const dispatcher = open(origin, sizeOf(channel, way), way, timeouts);
      opened.set(key, dispatcher);
      return dispatcher;
    },
    async close() {
      const all = [...opened.values()];
      opened.clear();
      await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
    },
  };
}
