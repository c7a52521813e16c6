import { Client, type Dispatcher, Pool, ProxyAgent } from "undici";
import type { Egress } from "../port/session.ts";
import type { Channel } from "./outgoing.ts";
import { createResetConnector, type Resets } from "./reset-connector.ts";
import type { Timers } from "./timers.ts";

export interface Lease {
  readonly dispatcher: Dispatcher;
  done(): void;
}

export interface Connections {
  /** Returns the cancel function. Calls never queue inside undici: it notices an aborted call only at its turn. */
  ask(origin: string, channel: Channel, egress: Egress, begin: (lease: Lease) => void): () => void;
  count(): number;
  close(): Promise<void>;
}

export interface ConnectionsDeps {
  readonly connectMs: number;
  readonly timers: Timers;
  readonly resets: Resets;
}

/** One for the current order, one more while that one hangs. */
const OWN_CONNECTIONS_MAX = 2;
/** Accounts without their own address share connections as they share the address. */
const SHARED_CONNECTIONS_MAX: Readonly<Record<Channel, number>> = { entry: 64, exit: 64, read: 32, list: 2 };
/** Keep-alive of a warmed connection, unless the broker says otherwise. */
const KEEP_ALIVE_MS = 55_000;
const KEEP_ALIVE_MAX_MS = 600_000;
/** An egress that is unused for this long has moved to another process or ended. */
export const RELEASE_AFTER_MS = 600_000;

/** One request per connection: no order queues behind a lost reply. HTTP/1.1 proves that a request was not written. */
const settings = {
  pipelining: 1,
  allowH2: false,
  keepAliveTimeout: KEEP_ALIVE_MS,
  keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
} as const;

/** A tunnel through the proxy; the connection to the proxy leaves from the local address. It cannot prove a reset. */
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

interface Opening {
  readonly waysMax: number;
  readonly callsMax: number;
  open(): Dispatcher;
}

/** We pick an account's own connections, because a pool takes a connection that was just freed for busy. */
function openingOf(origin: string, channel: Channel, egress: Egress, { connectMs, resets }: ConnectionsDeps): Opening {
  const local = egress.localAddress === null ? {} : { localAddress: egress.localAddress };
  const { proxyUrl } = egress;
  if (proxyUrl !== null) {
    const callsMax = OWN_CONNECTIONS_MAX;
    return { waysMax: 1, callsMax, open: () => openTunnel(proxyUrl, callsMax, local, connectMs) };
  }
  const options = { ...settings, ...local, connect: createResetConnector(connectMs, resets) };
  if (isOwn(egress)) return { waysMax: OWN_CONNECTIONS_MAX, callsMax: 1, open: () => new Client(origin, options) };
  const connections = SHARED_CONNECTIONS_MAX[channel];
  return { waysMax: 1, callsMax: connections, open: () => new Pool(origin, { ...options, connections }) };
}

const DIRECT: Egress = { localAddress: null, proxyUrl: null };

const isOrder = (channel: Channel): boolean => channel === "entry" || channel === "exit";

const isOwn = (egress: Egress): boolean => egress.localAddress !== null || egress.proxyUrl !== null;

interface Way {
  readonly dispatcher: Dispatcher;
  running: number;
}

type Begin = (lease: Lease) => void;

const nothingToTakeBack = (): void => undefined;

class Lane {
  readonly #opening: Opening;
  readonly #ways: Way[] = [];
  /** FIFO. */
  readonly #line = new Set<Begin>();
  #isUsed = true;

  constructor(opening: Opening) {
    this.#opening = opening;
  }

  ask(begin: Begin): () => void {
    this.#isUsed = true;
    const way = this.#freeWay();
    if (way === null) {
      this.#line.add(begin);
      return () => void this.#line.delete(begin);
    }
    begin(this.#leaseOf(way));
    return nothingToTakeBack;
  }

  #freeWay(): Way | null {
    const { waysMax, callsMax } = this.#opening;
    const free = this.#ways.find(({ running }) => running < callsMax);
    if (free !== undefined || this.#ways.length >= waysMax) return free ?? null;
    const way = { dispatcher: this.#opening.open(), running: 0 };
    this.#ways.push(way);
    return way;
  }

  #leaseOf(way: Way): Lease {
    way.running += 1;
    const done = (): void => {
      way.running -= 1;
      // Deferred: a row of calls that all fail would nest.
      if (this.#line.size > 0) queueMicrotask(() => this.#letNextIn());
    };
    return { dispatcher: way.dispatcher, done };
  }

  #letNextIn(): void {
    const [next] = this.#line;
    const way = next === undefined ? null : this.#freeWay();
    if (next === undefined || way === null) return;
    this.#line.delete(next);
    next(this.#leaseOf(way));
  }

  isLeft(): boolean {
    const isLeft = !this.#isUsed && this.#line.size === 0 && this.#ways.every(({ running }) => running === 0);
    this.#isUsed = false;
    return isLeft;
  }

  async close(): Promise<void> {
    await Promise.all(this.#ways.map(({ dispatcher }) => dispatcher.destroy()));
  }
}

export function createConnections(deps: ConnectionsDeps): Connections {
  const lanes = new Map<string, Lane>();
  let cancelSweep: (() => void) | null = null;

  function sweep(): void {
    for (const [key, lane] of lanes)
      if (lane.isLeft()) {
        lanes.delete(key);
        void lane.close();
      }
    cancelSweep = lanes.size === 0 ? null : deps.timers.after(RELEASE_AFTER_MS, sweep);
  }

  function laneTo(origin: string, channel: Channel, egress: Egress): Lane {
    const leaving = isOrder(channel) ? egress : DIRECT;
    const key = `${channel} ${origin} ${leaving.localAddress ?? ""} ${leaving.proxyUrl ?? ""}`;
    const known = lanes.get(key);
    if (known !== undefined) return known;
    const lane = new Lane(openingOf(origin, channel, leaving, deps));
    lanes.set(key, lane);
    cancelSweep ??= deps.timers.after(RELEASE_AFTER_MS, sweep);
    return lane;
  }

  return {
    ask: (origin, channel, egress, begin) => laneTo(origin, channel, egress).ask(begin),
    count: () => lanes.size,
    async close() {
      cancelSweep?.();
      cancelSweep = null;
      const all = [...lanes.values()];
      lanes.clear();
      await Promise.all(all.map((lane) => lane.close()));
    },
  };
}
