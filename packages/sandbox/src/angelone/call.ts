import type { Clients } from "../broker/client.ts";
import type { RateWindows } from "../broker/rate-windows.ts";
import type { Moment, WireReply, WireRequest } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Fields } from "./fields.ts";
import type { Listing } from "./listing.ts";
import type { OrderLedger } from "./order-ledger.ts";
import type { Session, Sessions } from "./sessions.ts";

/** What every handler may use. */
export interface Angel {
  readonly exchange: Exchange;
  readonly clients: Clients;
  readonly listing: Listing;
  readonly sessions: Sessions;
  readonly ledger: OrderLedger;
  readonly windows: RateWindows;
}

/** A call whose body was read. */
export interface OpenCall {
  readonly request: WireRequest;
  readonly at: Moment;
  readonly fields: Fields;
}

/** A call of somebody who is logged in. */
export interface Call extends OpenCall {
  readonly session: Session;
  /** What follows the route's path; empty for most. */
  readonly rest: string;
  /** A fault asks that the broker refuses this order. */
  readonly isRejected: boolean;
}

export type Handler = (angel: Angel, call: Call) => WireReply;
export type OpenHandler = (angel: Angel, call: OpenCall) => WireReply;

const BEARER = "Bearer ";

/** The token of an `Authorization` header, with and without the word before it; null without one. */
export function tokenOf({ headers }: Pick<WireRequest, "headers">): string | null {
  const { authorization } = headers;
  if (authorization === undefined || authorization === "") return null;
  return authorization.startsWith(BEARER) ? authorization.slice(BEARER.length) : authorization;
}

/** A header that can stand only once. */
export function headerOf({ headers }: Pick<WireRequest, "headers">, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}
