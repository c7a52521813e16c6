import type { Result } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Egress } from "../port/session.ts";
import type { Channel, Exchanged, Method, Network, SendFailure } from "./outgoing.ts";
import type { SendingThread } from "./sending-thread.ts";
import type { Timers } from "./timers.ts";
import { createUndiciNetwork } from "./undici-network.ts";
import { USER_AGENT } from "./user-agent.ts";

export interface HttpRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly channel: Channel;
  /** Source of orders. Reads share connections from anywhere, because brokers accept them from any address. */
  readonly egress: Egress;
  /** Limit of the reply, unpacked too. Default `REPLY_MAX`. */
  readonly replyMax?: number;
  /** Human clock: no byte leaves later. */
  readonly notAfter?: EpochMs | null;
  readonly signal?: AbortSignal;
}

export type HttpReply = Exchanged;

export type HttpFailure = SendFailure;

export interface HttpTransport {
  send(request: HttpRequest): Promise<Result<HttpReply, HttpFailure>>;
  /** Opens the order connections of an egress by reading `url` on them and discards the reply. */
  warm(url: string, egress: Egress): Promise<void>;
  close(): Promise<void>;
}

export interface Timeouts {
  readonly connectMs: number;
  readonly orderStartMs: number;
  readonly orderMs: number;
  readonly readMs: number;
  readonly listMs: number;
}

export interface HttpTransportOptions {
  readonly timers: Timers;
  readonly clock: HumanClock;
  /** Called before each send; throws when sending is not allowed, e.g. inside a database transaction. */
  readonly guard?: () => void;
  readonly timeouts?: Partial<Timeouts>;
  /** Runs undici there; on the caller's thread if left out. It uses the machine's time, whatever `clock` returns. */
  readonly sendingThread?: SendingThread;
  readonly network?: Network;
}

const REPLY_MAX = 4_000_000;

const timeoutsOf = (changed: Partial<Timeouts> = {}): Timeouts => ({
  connectMs: 3 * SECOND_MS,
  orderStartMs: 4 * SECOND_MS,
  orderMs: 10 * SECOND_MS,
  readMs: 5 * SECOND_MS,
  listMs: MINUTE_MS,
  ...changed,
});

type Limits = Readonly<Record<Channel, { readonly startMs: number; readonly replyMs: number }>>;

function limitsOf({ orderStartMs, orderMs, readMs, listMs }: Timeouts): Limits {
  const order = { startMs: orderStartMs, replyMs: orderMs };
  return {
    entry: order,
    exit: order,
    read: { startMs: readMs, replyMs: readMs },
    list: { startMs: listMs, replyMs: listMs },
  };
}

/** Cheaper than parsing an address that we built. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const cut = url.indexOf("/", url.indexOf("://") + 3);
  return cut < 0 ? { origin: url, path: "/" } : { origin: url.slice(0, cut), path: url.slice(cut) };
}

/** Follows no redirects and sends nothing twice. */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const timeouts = timeoutsOf(options.timeouts);
  const limits = limitsOf(timeouts);
  const { connectMs } = timeouts;
  const { timers, clock, sendingThread } = options;
  const network =
    options.network ?? sendingThread?.openNetwork(connectMs) ?? createUndiciNetwork({ connectMs, timers, clock });

  async function send(request: HttpRequest): Promise<Result<HttpReply, HttpFailure>> {
    options.guard?.();
    const { origin, path } = splitUrl(request.url);
    const { startMs, replyMs } = limits[request.channel];
    return network.exchange({
      channel: request.channel,
      egress: request.egress,
      origin,
      path,
      method: request.method,
      headers: { ...request.headers, "user-agent": USER_AGENT },
      body: request.body ?? null,
      startMs,
      replyMs,
      replyMax: request.replyMax ?? REPLY_MAX,
      notAfter: request.notAfter ?? null,
      signal: request.signal ?? null,
    });
  }

  return {
    send,
    async warm(url, egress) {
      const lanes = ["entry", "exit"] as const;
      await Promise.all(lanes.map((channel) => send({ method: "GET", url, headers: {}, channel, egress })));
    },
    close: () => network.close(),
  };
}
