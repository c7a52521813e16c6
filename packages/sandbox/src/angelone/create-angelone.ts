import type { CoreDeps } from "../broker/core-deps.ts";
import { createFaultyCore } from "../broker/faulty-core.ts";
import { createPushes } from "../broker/pushes.ts";
import { createRateWindows } from "../broker/rate-windows.ts";
import type { BrokerCore, Moment, PlainCore, WireReply, WireRequest } from "../broker/wire.ts";
import { type Angel, headerOf, tokenOf } from "./call.ts";
import { malformed } from "./errors.ts";
import { type Fields, parseFields } from "./fields.ts";
import { noSuchSocket } from "./handshake.ts";
import { isWithinLimits } from "./limits.ts";
import { createListing } from "./listing.ts";
import { clientOfLogin, refuseLogin } from "./login-faults.ts";
import { createOrderLedger } from "./order-ledger.ts";
import { createOrderUpdates } from "./order-updates.ts";
import { failure, gatewayFailure, noSuchAddress, rateExceeded, refused, tokenMissing, wrongAddress } from "./reply.ts";
import { bookReadOf, type ClientRoute, findRoute, kindOfPath, PLACE_ORDER, type Route } from "./routes.ts";
import { createScripMaster, SCRIP_MASTER } from "./scrip-master.ts";
import { createSessions, type Session } from "./sessions.ts";
import { createStream } from "./stream.ts";

export const STREAM_PATH = "/smart-stream";
export const ORDER_UPDATE_PATH = "/smart-order-update";

const NO_FIELDS: Fields = {};

function admit({ sessions }: Angel, request: WireRequest, at: Moment): Session | WireReply {
  const jwt = tokenOf(request);
  if (jwt === null) return tokenMissing();
  const session = sessions.check(jwt, at.market);
  if (session === null) return gatewayFailure("AG8001");
  if (session === "expired") return gatewayFailure("AG8002");
  return headerOf(request, "x-privatekey") === session.apiKey ? session : gatewayFailure("AG8004");
}

/** Order calls come from the client's registered addresses; other calls from anywhere. */
function isFromHome({ clients }: Angel, client: string, from: string): boolean {
  const addresses = clients.find(client)?.orderAddresses ?? null;
  return addresses === null || addresses.includes(from);
}

interface Served {
  readonly request: WireRequest;
  readonly at: Moment;
  readonly rest: string;
  readonly isRejected: boolean;
}

function serveRoute(angel: Angel, route: Route, served: Served): WireReply {
  const { request, at } = served;
  if (route.access === "page") return route.run(angel, { request, at, fields: NO_FIELDS });
  if (headerOf(request, "x-usertype") !== "USER") return failure("AB1005");
  if (route.access !== "open") return serveClient(angel, route, served);
  const fields = parseFields(request.body);
  return fields === null ? refused(malformed("JSON")) : route.run(angel, { request, at, fields });
}

function serveClient(angel: Angel, route: ClientRoute, { request, at, rest, isRejected }: Served): WireReply {
  const session = admit(angel, request, at);
  if ("status" in session) return session;
  if (!isWithinLimits(angel.windows, route.buckets, session.client, at.human)) return rateExceeded();
  if (route.access === "orders" && !isFromHome(angel, session.client, request.from)) return wrongAddress(request.from);
  const fields = request.method === "GET" ? NO_FIELDS : parseFields(request.body);
  if (fields === null) return refused(malformed("JSON"));
  return route.run(angel, { request, at, fields, session, rest, isRejected });
}

export const createAngelOne = (deps: CoreDeps): BrokerCore => createFaultyCore(deps, "angelone", createPlain);

function createPlain({ hub, clients, faults, secret, post }: CoreDeps): PlainCore {
  const { exchange } = hub;
  const sessions = createSessions(secret);
  const listing = createListing(exchange);
  const ledger = createOrderLedger(exchange, secret);
  const angel: Angel = { exchange, clients, listing, sessions, ledger, windows: createRateWindows() };
  const pushes = createPushes(faults, "angelone");
  const updates = createOrderUpdates({ exchange, clients, sessions, ledger, pushes, post });
  const stream = createStream({ exchange, listing, sessions });
  const scripMaster = createScripMaster(exchange.instruments);
  hub.subscribe(updates.publish);

  /** Before its first instant the exchange has no day to query. */
  const wake = (at: Moment): void => {
    if (exchange.now() === null) exchange.advance(at.market);
  };

  function serve(request: WireRequest, at: Moment, isRejected: boolean): WireReply {
    if (request.method === "GET" && request.path === SCRIP_MASTER) return scripMaster;
    const { route, rest } = findRoute(request.method, request.path);
    if (route === "unknown") return noSuchAddress(404);
    if (route === "wrong method") return noSuchAddress(405);
    wake(at);
    return serveRoute(angel, route, { request, at, rest, isRejected });
  }

  return {
    handle: (request, at) => serve(request, at, false),
    kindOf: ({ method, path }) => kindOfPath(method, path),
    readOf: ({ path }) => bookReadOf(path),
    clientOf(request) {
      const jwt = tokenOf(request);
      const known = jwt === null ? null : sessions.clientOf(jwt);
      return known ?? (kindOfPath(request.method, request.path) === "login" ? clientOfLogin(request) : null);
    },
    refuse(request, why, at) {
      switch (why) {
        case "throttle":
          return rateExceeded();
        case "expired":
          return gatewayFailure("AG8001");
        case "wrong-ip":
          return wrongAddress(request.from);
        case "reject":
          if (kindOfPath(request.method, request.path) === "login") return refuseLogin(request);
          return request.path === PLACE_ORDER ? serve(request, at, true) : failure("AB2001");
      }
    },
    dial(request, peer, at) {
      wake(at);
      if (request.path === STREAM_PATH) return stream.dial(request, peer, at);
      if (request.path === ORDER_UPDATE_PATH) return updates.dial(request, peer, at);
      return { ok: false, reply: noSuchSocket() };
    },
    beat(at) {
      stream.beat(at);
      updates.beat(at);
    },
    expireSessions: (client) => sessions.end(client),
    clear() {
      sessions.end(null);
      angel.windows.clear();
      stream.clear();
      updates.clear();
    },
  };
}
