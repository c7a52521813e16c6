import type { CoreDeps } from "../broker/core-deps.ts";
import { createFaultyCore } from "../broker/faulty-core.ts";
import { createPushes } from "../broker/pushes.ts";
import type { BookRead, BrokerCore, Moment, PlainCore, WireReply, WireRequest } from "../broker/wire.ts";
import type { ExchangeEvent, OrderEvent } from "../exchange/model.ts";
import type { FyersDeps } from "./call.ts";
import { createDataSocket } from "./data-socket.ts";
import { createLimits, type Limits } from "./limits.ts";
import { loginClientOf, refuseLogin } from "./login-faults.ts";
import { createOrderNumbers } from "./order-numbers.ts";
import { createOrderSocket } from "./order-socket.ts";
import { createPostbacks } from "./postbacks.ts";
import { type Refusal, refusals, refused } from "./reply.ts";
import { type Route, routeOf } from "./routes.ts";
import { createSessions } from "./sessions.ts";
import { createSymbols } from "./symbols.ts";

const ORDER_SOCKET = "/trade/v3";
const DATA_SOCKET = "/hsm/v1-5/prod";

const isPlacement = ({ method, path }: WireRequest): boolean =>
  method === "POST" && (path === "/api/v3/orders/sync" || path === "/api/v3/multi-order/sync");

const tooMany = (waitMs: number): WireReply => {
  const reply = refused(refusals.tooMany);
  const headers = { "retry-after": String(Math.ceil(waitMs / 1_000)), "x-retry-after-ms": String(waitMs) };
  return { ...reply, headers: { ...reply.headers, ...headers } };
};

function isRegistered({ clients }: FyersDeps, client: string, from: string): boolean {
  const addresses = clients.find(client)?.orderAddresses ?? null;
  return addresses === null || addresses.includes(from);
}

function serve(desk: FyersDeps, limits: Limits, route: Route, request: WireRequest, at: Moment): WireReply {
  if (route.needs === "nothing") return route.serve(desk, { request, at });
  const { authorization } = request.headers;
  const checked =
    route.needs === "token" ? desk.sessions.checkBare(authorization, at) : desk.sessions.check(authorization, at);
  if (!checked.ok) return refused(checked.why);
  const { session } = checked;
  const wait = limits.take(session.appKey, at.human);
  if (wait !== null) return tooMany(wait);
  if (route.needs === "address" && !isRegistered(desk, session.client, request.from)) {
    return refused(refusals.wrongAddress);
  }
  return route.serve(desk, { request, at, client: session.client, session });
}

const isOwn = (event: ExchangeEvent): event is OrderEvent => event.kind === "order" && event.order.broker === "fyers";

const BOOKS: Readonly<Record<string, BookRead>> = {
  "GET /api/v3/orders": "book",
  "GET /api/v3/tradebook": "book",
  "GET /api/v3/positions": "positions",
};

export const createFyers = (deps: CoreDeps): BrokerCore => createFaultyCore(deps, "fyers", createPlain);

function createPlain({ hub, clients, faults, secret, post }: CoreDeps): PlainCore {
  const { exchange } = hub;
  const sessions = createSessions(clients, secret);
  const symbols = createSymbols(exchange.instruments);
  const desk: FyersDeps = { exchange, clients, sessions, symbols, numbers: createOrderNumbers(exchange) };
  const limits = createLimits();
  const pushes = createPushes(faults, "fyers");
  const orderSocket = createOrderSocket(desk, pushes);
  const dataSocket = createDataSocket(desk);
  const postbacks = createPostbacks(desk, post);
  let human = 0;

  hub.subscribe((events) => {
    for (const event of events) {
      if (!isOwn(event)) continue;
      desk.numbers.see(event.order);
      orderSocket.send(event);
      postbacks.send(event);
    }
  });

  /** The exchange has market data from its first instant. */
  function note(at: Moment): void {
    human = Math.max(human, at.human);
    if (exchange.now() === null) exchange.advance(at.market);
  }

  function handle(request: WireRequest, at: Moment): WireReply {
    note(at);
    const route = routeOf(request.method, request.path);
    return route === null ? refused(refusals.notFound) : serve(desk, limits, route, request, at);
  }

  const clientOf = (request: WireRequest): string | null =>
    sessions.ownerOf(request.headers.authorization) ?? loginClientOf(desk, request);

  const replies: Readonly<Record<"expired" | "wrong-ip", Refusal>> = {
    expired: refusals.tokenUnknown,
    "wrong-ip": refusals.wrongAddress,
  };

  return {
    handle,
    kindOf: ({ method, path }) => routeOf(method, path)?.kind ?? "other",
    readOf: ({ method, path }) => BOOKS[`${method} ${path}`] ?? null,
    clientOf,
    refuse(request, why, at) {
      if (why === "throttle") return tooMany(1_000);
      if (why !== "reject") return refused(replies[why]);
      if (routeOf(request.method, request.path)?.kind === "login") return refuseLogin(request);
      const client = clientOf(request);
      if (client === null || !isPlacement(request)) return refused(refusals.generic);
      exchange.rejectNext(client, "broker_rejected");
      return handle(request, at);
    },
    dial(request, peer, at) {
      note(at);
      if (request.path === ORDER_SOCKET) return orderSocket.dial(request, peer, at);
      if (request.path === DATA_SOCKET) return dataSocket.dial(peer);
      return { ok: false, reply: refused(refusals.notFound) };
    },
    beat(at) {
      note(at);
      pushes.flush();
      orderSocket.beat(at);
      dataSocket.beat(at);
    },
    expireSessions(client, at) {
      if (at !== undefined) note(at);
      sessions.revoke(client, human);
    },
    clear() {
      sessions.revoke(null, human);
      limits.clear();
      orderSocket.clear();
      dataSocket.clear();
    },
  };
}
