import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Moment, WireReply, WireRequest } from "../broker/wire.ts";
import { headerOf, tokenOf } from "./call.ts";
import type { Session, Sessions } from "./sessions.ts";

/** Per socket and client code. */
export const CONNECTIONS_MAX = 3;

const refusal = (status: number, message: string): WireReply => ({
  status,
  headers: { "x-error-message": message },
  body: "",
});

export const tooManyConnections = (): WireReply => refusal(429, "Connection Limit Exceeded");
export const noSuchSocket = (): WireReply => refusal(404, "Not Found");

const invalid = (what: string): Result<never, WireReply> => err(refusal(401, `Invalid Header - Invalid ${what}`));

/** Browsers cannot set headers and send the same in the query, without the session's token. */
function checkQuery(sessions: Sessions, { query }: WireRequest, at: Moment): Result<Session, WireReply> {
  const session = sessions.findByFeedToken(query.get("feedToken") ?? "", at.market);
  if (session === null) return invalid("Feed Token");
  if (query.get("clientCode") !== session.client) return invalid("Client Code");
  return query.get("apiKey") === session.apiKey ? ok(session) : invalid("API Key");
}

export function checkStreamHandshake(sessions: Sessions, request: WireRequest, at: Moment): Result<Session, WireReply> {
  const jwt = tokenOf(request);
  if (jwt === null && request.query.has("feedToken")) return checkQuery(sessions, request, at);
  const session = jwt === null ? null : sessions.check(jwt, at.market);
  if (session === null || session === "expired") return invalid("Auth token");
  if (headerOf(request, "x-client-code") !== session.client) return invalid("Client Code");
  if (headerOf(request, "x-api-key") !== session.apiKey) return invalid("API Key");
  return headerOf(request, "x-feed-token") === session.feedToken ? ok(session) : invalid("Feed Token");
}

export function checkOrderHandshake(sessions: Sessions, request: WireRequest, at: Moment): Result<Session, WireReply> {
  const jwt = tokenOf(request);
  const session = jwt === null ? null : sessions.check(jwt, at.market);
  if (session === null) return invalid("Auth token");
  return session === "expired" ? err(refusal(403, "Token Expired")) : ok(session);
}
