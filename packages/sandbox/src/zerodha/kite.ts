import type { BrokerClient, Clients } from "../broker/client.ts";
import type { CoreDeps } from "../broker/core-deps.ts";
import type { Moment, WireReply, WireRequest } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { createListing, type Listing } from "./listing.ts";
import { createOrderNotes, type OrderNotes } from "./order-notes.ts";
import { createSessions, createTokens, type Session, type Sessions } from "./sessions.ts";
import { createWebVisits, type WebVisits } from "./web-visits.ts";

export interface Kite {
  readonly exchange: Exchange;
  readonly clients: Clients;
  readonly listing: Listing;
  readonly sessions: Sessions;
  readonly visits: WebVisits;
  readonly notes: OrderNotes;
}

/** A call with its route; `parts` are the path's variables, in order. */
export interface Call {
  readonly request: WireRequest;
  readonly parts: readonly string[];
  readonly at: Moment;
}

export interface SessionCall extends Call {
  readonly session: Session;
}

export type Serve = (kite: Kite, call: Call) => WireReply;
export type ServeSession = (kite: Kite, call: SessionCall) => WireReply;

export function createKite({ hub, clients, secret }: CoreDeps): Kite {
  const drawToken = createTokens(secret);
  return {
    exchange: hub.exchange,
    clients,
    listing: createListing(hub.exchange),
    sessions: createSessions(drawToken),
    visits: createWebVisits(drawToken),
    notes: createOrderNotes(),
  };
}

/** Forms are in the body, or in the query of calls without one. */
export const formOf = ({ method, query, body }: WireRequest): URLSearchParams =>
  method === "GET" || method === "DELETE" ? query : new URLSearchParams(body);

/** `token api_key:access_token` */
function credentialsOf({ headers }: WireRequest): { apiKey: string; accessToken: string } | null {
  const text = headers.authorization;
  if (text === undefined || !text.startsWith("token ")) return null;
  const cut = text.indexOf(":");
  return cut < 0 ? null : { apiKey: text.slice("token ".length, cut), accessToken: text.slice(cut + 1) };
}

export function sessionOf(kite: Kite, request: WireRequest, at: Moment): Session | null {
  const credentials = credentialsOf(request);
  return credentials === null ? null : kite.sessions.find(credentials.apiKey, credentials.accessToken, at.market);
}

export const clientByKey = (kite: Kite, request: WireRequest): BrokerClient | null => {
  const credentials = credentialsOf(request);
  return credentials === null ? null : kite.clients.findByKey(credentials.apiKey);
};
