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

/** A broker without sockets: told what came in and what time it is, it says what goes out. */
export interface BrokerCore {
  handle(request: WireRequest, at: Moment): WireReply;
  /** Cheap, by method and path alone. */
  kindOf(request: Pick<WireRequest, "method" | "path">): CallKind;
  /** Whose call it is, as far as the headers tell; null when they do not. */
  clientOf(request: WireRequest): string | null;
  /** The broker's own words for "too many", "no session" and "not from this address". */
  refuse(request: WireRequest, why: "throttle" | "expired" | "wrong-ip" | "reject", at: Moment): WireReply;
  dial(request: WireRequest, peer: Peer, at: Moment): Dialled;
  /** Time passed: ticks and heartbeats go out. Called several times a second. */
  beat(at: Moment): void;
  /** All sessions end, or the client's alone. */
  expireSessions(client: string | null): void;
  /** Forgets sessions, sockets and windows; the exchange is somebody else's. */
  clear(): void;
}
