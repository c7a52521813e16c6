import type { Socket } from "node:net";
import { problemStatus } from "@vriddhi/contract/problem";
import type { HumanClock } from "@vriddhi/core/time/clock";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { createDatabaseOutage, type DatabaseOutage, mayBeStored } from "../db/database-outage.ts";
import { isLostRace } from "../db/even-if-busy.ts";
import { createFloodGate } from "../limits/limiter.ts";
import { FILES_LIMIT, type Limit } from "../limits/limits.ts";
import type { RecentSessions } from "../limits/recent-sessions.ts";
import type { Logger } from "../log/logger.ts";
import { limitSubject } from "./client-address.ts";
import { type CommonMessage, OUTCOME_UNKNOWN, problem } from "./general.messages.ts";
import { isForeign } from "./origin.ts";
import { isOwnHost } from "./own-host.ts";
import { hasRepeatedKey } from "./repeated-key.ts";
import { cookieRules, readSessionToken } from "./session-cookie.ts";
import { refuseAtSocket } from "./socket-refusal.ts";

const BODY_MAX_BYTES = 64 * 1024;
const REQUEST_WITHIN_MS = 30_000;
const CHECKED_EVERY_MS = 2_000;

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

const fastifyProblems: Record<string, CommonMessage> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media",
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
};

/** Refused by Fastify, or aborted by the client. */
const isCallersFault = ({ statusCode = 500 }: FastifyError, { raw }: FastifyRequest): boolean =>
  statusCode < 500 || (raw.destroyed && !raw.complete);

/** A change whose connection was lost may be stored. */
const outageProblem = ({ method }: FastifyRequest, error: unknown) =>
  !READS.has(method) && mayBeStored(error)
    ? { ...problem("unavailable"), detail: OUTCOME_UNKNOWN }
    : problem("unavailable");

export interface HttpDeps {
  readonly config: Config;
  readonly clock: HumanClock;
  readonly log: Logger;
  readonly generalLimit: Limit;
  readonly recentSessions: Pick<RecentSessions, "subjectOf">;
  /** The known state of the database; readiness reads it too. */
  readonly databaseOutage?: DatabaseOutage;
  readonly requestWithinMs?: number;
}

/** The bare server: headers, limits, origin check, errors. The mount adds the routes. */
export function createHttpApp(deps: HttpDeps): FastifyInstance {
  const { config, clock, log, generalLimit, recentSessions, databaseOutage = createDatabaseOutage(clock) } = deps;
  const requestWithinMs = deps.requestWithinMs ?? REQUEST_WITHIN_MS;
  const headers = headersOfEveryReply(config);
  const app = Fastify({
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: (_address, hop) => hop < config.trustProxyHops,
    forceCloseConnections: "idle",
    requestTimeout: requestWithinMs,
    http: {
      // How often Node checks for slow requests; at a rare check a slow request would live for twice its time.
      connectionsCheckingInterval: Math.min(CHECKED_EVERY_MS, requestWithinMs),
      // When the headers' limit exceeds the request's, Node swaps the two, and bodies may take a minute.
      headersTimeout: requestWithinMs,
      // A request without a Host is refused below, in the same form as all others.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    clientErrorHandler: refuseAtSocket(headers),
    routerOptions: { maxParamLength: 200 },
    // Node refuses an undecodable address before any hook runs.
    frameworkErrors: (_error, _request, { raw }) => {
      raw.writeHead(400, { ...headers, "content-type": "application/json; charset=utf-8" });
      raw.end(JSON.stringify(problem("invalid_input")));
    },
  });
  acceptJsonOnly(app);
  hangUpWhenClosing(app);
  guardEveryRequest(app, {
    headers,
    publicUrl: config.publicUrl,
    subjectOf: subjectsOf(config.publicUrl, recentSessions),
    mayPass: createFloodGate(generalLimit, clock),
    mayFetch: createFloodGate(FILES_LIMIT, clock),
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(problem("not_found")));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const outage = databaseOutage.note(error);
    if (outage !== null) {
      // Hundreds of requests hit the same outage: log it now and then, not for each.
      if (outage.isNews) log.error({ err: error, route: request.routeOptions.url }, "http: database unavailable");
      return reply.code(503).header("retry-after", "5").send(outageProblem(request, error));
    }
    if (isLostRace(error)) {
      log.warn(
        { err: error, route: request.routeOptions.url },
        "http: transaction lost a deadlock or serialization race",
      );
      return reply.code(503).header("retry-after", "1").send(problem("unavailable"));
    }
    if (isCallersFault(error, request)) {
      const code = fastifyProblems[error.code] ?? "invalid_input";
      return reply.code(problemStatus[code]).send(problem(code));
    }
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, "http: request failed");
    return reply.code(500).send(problem("internal"));
  });
  return app;
}

const HANG_UP_EVERY_MS = 50;

/** Node keeps connections alive whose last request ran during the close, and counts unused preconnections as busy. */
function hangUpWhenClosing(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }) => unused.delete(socket));
  app.addHook("preClose", (done) => {
    for (const socket of unused) socket.destroy();
    const timer = setInterval(() => app.server.closeIdleConnections(), HANG_UP_EVERY_MS);
    app.server.once("close", () => clearInterval(timer));
    done();
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    readonly keepsRawBody?: boolean;
  }
  interface FastifyRequest {
    rawBody: Buffer | null;
  }
}

function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.decorateRequest("rawBody", null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (request.routeOptions.config.keepsRawBody === true) request.rawBody = body;
    if (body.length === 0) return done(null, undefined);
    const text = body.toString("utf8");
    void parseJson(request, text, (error, value) => {
      if (error === null && hasRepeatedKey(text))
        done(Object.assign(new Error("a key comes twice"), { statusCode: 400 }));
      else done(error, value);
    });
  });
}

function headersOfEveryReply(config: Config): Readonly<Record<string, string>> {
  return {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(self)",
    // A broker's login opens in a popup that must find its way back.
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    // Pages replace these two with their own.
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    ...(config.publicUrl.protocol === "https:"
      ? { "strict-transport-security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
}

interface Guard {
  readonly headers: Readonly<Record<string, string>>;
  readonly publicUrl: URL;
  subjectOf(request: FastifyRequest): string;
  mayPass(subject: string): boolean;
  mayFetch(subject: string): boolean;
}

const FILES = "/assets/";

function subjectsOf(publicUrl: URL, recentSessions: HttpDeps["recentSessions"]) {
  const cookies = cookieRules(publicUrl);
  return ({ headers, ip }: FastifyRequest): string => {
    const token = readSessionToken(headers, cookies);
    return (token === null ? null : recentSessions.subjectOf(token)) ?? limitSubject(ip);
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** RFC 9112, section 3.2: exactly one Host, and none only before HTTP/1.1. */
function hasOneHost({ rawHeaders, httpVersion }: FastifyRequest["raw"]): boolean {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  return count === 1 || (count === 0 && httpVersion === "1.0");
}

/** Why a request is refused regardless of its route. */
function faultOf(request: FastifyRequest, publicUrl: URL): CommonMessage | null {
  if (!METHODS.includes(request.method)) return "method_not_allowed";
  if (!hasOneHost(request.raw)) return "invalid_input";
  if (!isOwnHost(request.headers.host, publicUrl)) return "wrong_host";
  return isForeign(request, publicUrl.origin) ? "foreign_origin" : null;
}

function guardEveryRequest(app: FastifyInstance, guard: Guard): void {
  const { headers, publicUrl, subjectOf, mayPass, mayFetch } = guard;
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    const isLetIn = request.url.startsWith(FILES) ? mayFetch : mayPass;
    if (!isLetIn(subjectOf(request)))
      return void reply.code(429).header("retry-after", "5").send(problem("too_many_requests"));
    if (isClosing) return void reply.code(503).header("connection", "close").send(problem("unavailable"));
    const fault = faultOf(request, publicUrl);
    if (fault === null) return done();
    if (fault === "method_not_allowed") reply.header("allow", METHODS.join(", "));
    void reply.code(problemStatus[fault]).send(problem(fault));
  });
}
