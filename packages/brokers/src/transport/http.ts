import type { IncomingHttpHeaders } from "node:http";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Egress } from "../port/session.ts";
import { createConnections, type Timeouts } from "./connections.ts";
import { type Exchanged, exchange, type SendFailure } from "./exchange-bytes.ts";
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
  /** Orders leave from here. Reads do not: brokers take them from everywhere, and share connections. */
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

export type HttpFailure = SendFailure;

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

const CONNECT_TIMEOUT_MS = 3_000;
/** Waiting for the connection included. */
const ORDER_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 5_000;
const REPLY_MAX = 4_000_000;

const timeoutsOf = (changed: Partial<Timeouts> = {}): Timeouts => ({
  connectMs: CONNECT_TIMEOUT_MS,
  orderMs: ORDER_TIMEOUT_MS,
  readMs: READ_TIMEOUT_MS,
  ...changed,
});

function readReply({ status, headers, body }: Exchanged, replyMax: number): MaybeLater<Result<HttpReply, HttpFailure>> {
  const encoding = headers["content-encoding"];
  if (encoding === undefined) return ok({ status, headers, body: body.toString("utf8") });
  return unpack(body, encoding, replyMax).then((text) =>
    text === null ? err({ kind: "lost", reason: "unreadable encoding" }) : ok({ status, headers, body: text }),
  );
}

type MaybeLater<T> = T | Promise<T>;

/** Cheaper than parsing an address that we put together ourselves. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const cut = url.indexOf("/", url.indexOf("://") + 3);
  return cut < 0 ? { origin: url, path: "/" } : { origin: url.slice(0, cut), path: url.slice(cut) };
}

/** Redirects are not followed and nothing is sent twice. */
export function createHttpTransport(options: HttpTransportOptions = {}): HttpTransport {
  const timeouts = timeoutsOf(options.timeouts);
  const connections = createConnections(timeouts);

  async function send(request: HttpRequest): Promise<Result<HttpReply, HttpFailure>> {
    options.guard?.();
    const { origin, path } = splitUrl(request.url);
    const replyMax = request.replyMax ?? REPLY_MAX;
    const exchanged = await exchange(connections.of(origin, request.channel, request.egress), {
      origin,
      path,
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
