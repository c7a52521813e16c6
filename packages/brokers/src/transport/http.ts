import type { IncomingHttpHeaders } from "node:http";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Egress } from "../port/session.ts";
import { createConnections, type Timeouts } from "./connections.ts";
import { type Exchanged, exchange } from "./exchange-bytes.ts";
import { unpack } from "./unpack.ts";

/** Which connection a call takes: an account's own, or one of many. */
export type Channel = "order" | "read";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Whole, with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly channel: Channel;
  readonly egress: Egress;
  /** What the reply may weigh, unpacked too. `REPLY_MAX` where it is left out. */
  readonly replyMax?: number;
  readonly signal?: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * `never_sent` is said only when not one byte of the request left us: sending it again is safe. After anything else the
 * broker may have acted. The reason is an error's code or our own words, never what was sent or received.
 */
export interface HttpFailure {
  readonly kind: "never_sent" | "lost";
  readonly reason: string;
}

export interface HttpTransport {
  send(request: HttpRequest): Promise<Result<HttpReply, HttpFailure>>;
  /** Opens the order connection of an egress by reading `url` on it; whatever comes back is thrown away. */
  warm(url: string, egress: Egress): Promise<void>;
  close(): Promise<void>;
}

export interface HttpTransportOptions {
  /** Called before each send; throws when this is no moment to send, as inside a database transaction. */
  readonly guard?: () => void;
  readonly timeouts?: Partial<Timeouts>;
}

export const CONNECT_TIMEOUT_MS = 3_000;
/** Waiting for the connection included. */
export const ORDER_TIMEOUT_MS = 10_000;
export const READ_TIMEOUT_MS = 5_000;
const REPLY_MAX = 4_000_000;

const timeoutsOf = (changed: Partial<Timeouts> = {}): Timeouts => ({
  connectMs: CONNECT_TIMEOUT_MS,
  orderMs: ORDER_TIMEOUT_MS,
  readMs: READ_TIMEOUT_MS,
  ...changed,
});

async function readReply(exchanged: Exchanged, replyMax: number): Promise<Result<HttpReply, HttpFailure>> {
  const { status, headers } = exchanged;
  const body = await unpack(exchanged.body, headers["content-encoding"], replyMax);
  return body === null ? err({ kind: "lost", reason: "unreadable encoding" }) : ok({ status, headers, body });
}

/** Redirects are not followed and nothing is sent twice. */
export function createHttpTransport(options: HttpTransportOptions = {}): HttpTransport {
  const timeouts = timeoutsOf(options.timeouts);
  const connections = createConnections(timeouts);

  async function send(request: HttpRequest): Promise<Result<HttpReply, HttpFailure>> {
    options.guard?.();
    const { origin, pathname, search } = new URL(request.url);
    const replyMax = request.replyMax ?? REPLY_MAX;
    const exchanged = await exchange(connections.of(origin, request.channel, request.egress), {
      origin,
      path: `${pathname}${search}`,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      timeoutMs: request.channel === "order" ? timeouts.orderMs : timeouts.readMs,
      replyMax,
      signal: request.signal ?? null,
    });
    return exchanged.ok ? readReply(exchanged.value, replyMax) : exchanged;
  }

  return {
    send,
    async warm(url, egress) {
      await send({ method: "GET", url, headers: {}, channel: "order", egress });
    },
    close: () => connections.close(),
  };
}
