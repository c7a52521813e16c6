import type { Clients } from "../broker/client.ts";
import type { RateWindows } from "../broker/rate-windows.ts";
import type { Moment, WireReply, WireRequest } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Fields } from "./fields.ts";
import type { Listing } from "./listing.ts";
import type { OrderLedger } from "./order-ledger.ts";
import type { Session, Sessions } from "./sessions.ts";

export interface Angel {
  readonly exchange: Exchange;
  readonly clients: Clients;
  readonly listing: Listing;
  readonly sessions: Sessions;
  readonly ledger: OrderLedger;
  readonly windows: RateWindows;
}

/** A call without a session, such as a login. */
export interface OpenCall {
  readonly request: WireRequest;
  readonly at: Moment;
  readonly fields: Fields;
}

export interface Call extends OpenCall {
  readonly session: Session;
  /** The path after the route's prefix; usually empty. */
  readonly rest: string;
  /** An injected fault makes the broker refuse this order. */
  readonly isRejected: boolean;
}

export type Handler = (angel: Angel, call: Call) => WireReply;
export type OpenHandler = (angel: Angel, call: OpenCall) => WireReply;

const BEARER = "Bearer ";

/** With or without `Bearer`; `null` if there is none. */
export function tokenOf({ headers }: Pick<WireRequest, "headers">): string | null {
  const { authorization } = headers;
  if (authorization === undefined || authorization === "") return null;
  return authorization.startsWith(BEARER) ? authorization.slice(BEARER.length) : authorization;
}

export function headerOf({ headers }: Pick<WireRequest, "headers">, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}
