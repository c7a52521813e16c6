import type { IncomingHttpHeaders } from "node:http";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** Both clocks at one moment: rate windows and one-time passwords use the human one, the rest the market's. */
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
  /** The caller's address, `127.0.0.1`. */
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

export type Dialled = { readonly ok: true; readonly line: Line } | { readonly ok: false; readonly reply: WireReply };

export type CallKind = "orders" | "reads" | "login" | "other";

/** `null` for calls that read no book. */
export type BookRead = "book" | "positions" | null;

/** Between an acceptance and its answer. */
export interface ProcessKill {
  readonly pid: number;
  readonly signal: "SIGKILL" | "SIGSTOP";
}

/** A function of input and time, without sockets. */
export interface PlainCore {
  handle(request: WireRequest, at: Moment): WireReply;
  /** By method and path alone. */
  kindOf(request: Pick<WireRequest, "method" | "path">): CallKind;
  /** By method and path alone. */
  readOf(request: Pick<WireRequest, "method" | "path">): BookRead;
  /** The call's client by its headers or login form; `null` if unknown. */
  clientOf(request: WireRequest): string | null;
  refuse(request: WireRequest, why: "throttle" | "expired" | "wrong-ip" | "reject", at: Moment): WireReply;
  dial(request: WireRequest, peer: Peer, at: Moment): Dialled;
  /** Time passed: sends ticks and heartbeats. Called several times a second. */
  beat(at: Moment): void;
  expireSessions(client: string | null, at?: Moment): void;
  /** Resets sessions, sockets and windows, but not the exchange. */
  clear(): void;
}

export interface BrokerCore extends PlainCore {
  /** A call that was lost in transit arrives after this long, on the human clock, without an answer. */
  hold(request: WireRequest, at: Moment, seconds: number): void;
  /** True when the next beat changes more than socket output. */
  isDue(at: Moment): boolean;
  /** Processes to kill now that an order was accepted; each is returned once. */
  takeProcessKills(): readonly ProcessKill[];
}
