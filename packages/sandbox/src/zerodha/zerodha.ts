import type { CoreDeps } from "../broker/core-deps.ts";
import { createFaultyCore } from "../broker/faulty-core.ts";
import { createPushes } from "../broker/pushes.ts";
import { createRateWindows, type RateWindows } from "../broker/rate-windows.ts";
import type { BookRead, BrokerCore, Moment, PlainCore, WireReply, WireRequest } from "../broker/wire.ts";
import { clientByKey, createKite, type Kite, sessionOf } from "./kite.ts";
import { isTooMany } from "./limits.ts";
import { hearEvents } from "./order-updates.ts";
import { failure, kiteErrors, wrongAddress } from "./replies.ts";
import { findRoute } from "./routes.ts";
import { createTicker } from "./ticker.ts";
import { clientOfLogin, refuseLogin } from "./web-login.ts";

function serve(kite: Kite, windows: RateWindows, request: WireRequest, at: Moment): WireReply {
  const found = findRoute(request.method, request.path);
  if (found === "path") return failure(kiteErrors.noRoute);
  if (found === "method") return failure(kiteErrors.noMethod);
  const { route, parts } = found;
  const call = { request, parts, at };
  if (route.access === "open") return route.serve(kite, call);
  const session = sessionOf(kite, request, at);
  if (session === null) return failure(kiteErrors.badToken);
  if (isTooMany(windows, route.limit, session, at.human)) return failure(kiteErrors.tooMany);
  return route.serve(kite, { ...call, session });
}

const isPlacement = ({ method, path }: WireRequest): boolean => method === "POST" && path.startsWith("/orders/");

function readOf({ method, path }: Pick<WireRequest, "method" | "path">): BookRead {
  if (method !== "GET") return null;
  if (path === "/portfolio/positions") return "positions";
  return path === "/orders" || path === "/trades" || path.startsWith("/orders/") ? "book" : null;
}

export const createZerodha = (deps: CoreDeps): BrokerCore => createFaultyCore(deps, "zerodha", createPlain);

function createPlain(deps: CoreDeps): PlainCore {
  const kite = createKite(deps);
  const ticker = createTicker(kite);
  const windows = createRateWindows();
  const pushes = createPushes(deps.faults, "zerodha");
  const updates = { kite, ticker, pushes, clients: deps.clients, post: deps.post };
  deps.hub.subscribe((events) => hearEvents(updates, events));

  /** Before the first call the exchange has no day to query. */
  function handle(request: WireRequest, at: Moment): WireReply {
    if (kite.exchange.now() === null) kite.exchange.advance(at.market);
    return serve(kite, windows, request, at);
  }

  function kindOf({ method, path }: Pick<WireRequest, "method" | "path">) {
    const found = findRoute(method, path);
    return typeof found === "string" ? "other" : found.route.kind;
  }

  /** A client with an ended session is still known by its key. */
  const clientOf = (request: WireRequest): string | null =>
    (clientByKey(kite, request) ?? (kindOf(request) === "login" ? clientOfLogin(kite, request) : null))?.id ?? null;

  function reject(request: WireRequest, at: Moment): WireReply {
    const client = clientOf(request);
    if (client !== null && isPlacement(request)) {
      kite.exchange.rejectNext(client, "broker_rejected");
      return handle(request, at);
    }
    const kind = kindOf(request);
    if (kind === "login") return refuseLogin(kite, request);
    return failure(kind === "orders" ? kiteErrors.orderRefused : kiteErrors.broken);
  }

  function expireSessions(client: string | null): void {
    kite.sessions.endAll(client);
    kite.visits.endAll(client);
  }

  return {
    handle,
    kindOf,
    readOf,
    clientOf,
    refuse(request, why, at) {
      switch (why) {
        case "throttle":
          return failure(kiteErrors.tooMany);
        case "expired":
          return failure(kiteErrors.badToken);
        case "wrong-ip":
          return failure(wrongAddress(request.from));
        case "reject":
          return reject(request, at);
      }
    },
    dial(request, peer, at) {
      if (kite.exchange.now() === null) kite.exchange.advance(at.market);
      return ticker.dial(request, peer, at);
    },
    beat(at) {
      pushes.flush();
      ticker.beat(at);
    },
    expireSessions,
    clear() {
      expireSessions(null);
      ticker.closeAll();
      windows.clear();
    },
  };
}
