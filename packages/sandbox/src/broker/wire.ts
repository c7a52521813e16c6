import type { IncomingHttpHeaders } from "node:http";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** Both clocks at one moment: rate windows and one-time passwords live on the human one, the rest on the market's. */
export interface Moment {
  readonly human: EpochMs;
  readonly market: EpochMs;
}

export interface WireRequest {
  readonly method: string;
  /** Without the query; not decoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The address the call came from, `127.0.0.1`. */
  readonly from: string;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireReply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

export const html = (status: number, body: string): WireReply => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  body,
});

export const plain = (status: number, body: string): WireReply => ({
  status,
  headers: { "content-type": "text/plain" },
  body,
});

export const redirect = (location: string, status = 302): WireReply => ({ status, headers: { location }, body: "" });

export type Frame = string | Uint8Array;

/** The client's end of a socket. */
export interface Peer {
  send(frame: Frame): void;
  close(code?: number, reason?: string): void;
}

/** The broker's end of one open socket. */
export interface Line {
  receive(frame: Frame, at: Moment): void;
  closed(): void;
}

/** Refused in the handshake with this reply, or open. */
export type Dialled = { readonly ok: true; readonly line: Line } | { readonly ok: false; readonly reply: WireReply };

/** What a call is, so that a fault meets the calls it is meant for. */
export type CallKind = "orders" | "reads" | "login" | "other";

/** Which of a client's books a call reads; null for everything else. */
export type BookRead = "book" | "positions" | null;

/** A process that is to be hit between an acceptance and its answer. */
export interface ProcessKill {
  readonly pid: number;
  readonly signal: "SIGKILL" | "SIGSTOP";
}

/** A broker's own words and books, without sockets: told what came in and what time it is, it says what goes out. */
export interface PlainCore {
  handle(request: WireRequest, at: Moment): WireReply;
  /** Cheap, by method and path alone. */
  kindOf(request: Pick<WireRequest, "method" | "path">): CallKind;
  /** By method and path alone. */
  readOf(request: Pick<WireRequest, "method" | "path">): BookRead;
  /** Whose call it is, as far as headers or a login's form tell; null when they do not. */
  clientOf(request: WireRequest): string | null;
  /** The broker's own words for "too many", "no session", "not from this address" and a plain no. */
  refuse(request: WireRequest, why: "throttle" | "expired" | "wrong-ip" | "reject", at: Moment): WireReply;
  dial(request: WireRequest, peer: Peer, at: Moment): Dialled;
  /** Time passed: ticks and heartbeats go out. Called several times a second. */
  beat(at: Moment): void;
  /** All sessions end, or the client's alone. */
  expireSessions(client: string | null, at?: Moment): void;
  /** Forgets sessions, sockets and windows; the exchange is somebody else's. */
  clear(): void;
}

/** A broker with the faults that happen inside it: what comes late, what is shown late and what is only said. */
export interface BrokerCore extends PlainCore {
  /** A call that was lost on its way arrives after so long, on the human clock. Nobody hears the answer. */
  hold(request: WireRequest, at: Moment, seconds: number): void;
  /** True when the next beat changes more than what sockets hear. */
  isDue(at: Moment): boolean;
  /** Whoever is to be hit now that an order was accepted; each is told once. */
  takeStrikes(): readonly ProcessKill[];
}
