import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import type { Secret } from "../config/secret.ts";
import type { CountLine } from "../log/counted-log.ts";
import { isLoopback } from "./client-address.ts";
import { createRequestTimes } from "./request-times.ts";

export interface Metrics {
  readonly registry: Registry;
  count(fact: string): void;
  readonly countLine: CountLine;
  countLogin(outcome: "ok" | "failed"): void;
  countAlert(level: "notice" | "urgent"): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const facts = new Counter({
    name: "vriddhi_facts_total",
    help: "Business facts",
    labelNames: ["fact"],
    registers: [registry],
  });
  const lines = new Counter({
    name: "vriddhi_log_lines_total",
    help: "Lines of the log by their message, from info on",
    labelNames: ["level", "message"],
    registers: [registry],
  });
  const logins = new Counter({
    name: "vriddhi_logins_total",
    help: "Logins of users by their outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const alerts = new Counter({
    name: "vriddhi_order_alerts_total",
    help: "Events of the ledger that need a notification; an urgent one needs a person",
    labelNames: ["level"],
    registers: [registry],
  });
  // An increase is computed from the second value of a series on.
  for (const outcome of ["ok", "failed"]) logins.inc({ outcome }, 0);
  for (const level of ["notice", "urgent"]) alerts.inc({ level }, 0);
  return {
    registry,
    count: (fact) => facts.inc({ fact }),
    countLine: (level, message) => lines.inc({ level, message }),
    countLogin: (outcome) => logins.inc({ outcome }),
    countAlert: (level) => alerts.inc({ level }),
  };
}

/** Times every request by its route, never by its address: an address may carry an id. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const times = createRequestTimes();
  metrics.registry.registerMetric(times.metric);
  app.addHook("onResponse", (request, reply, done) => {
    times.observe(request.method, request.routeOptions.url ?? "none", reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

/** For a monitor on this machine, or with the token. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: Secret | null): void {
  app.get("/metrics", async (request, reply) => {
    const isAllowed = token
      ? sameText(request.headers.authorization ?? "", `Bearer ${token.reveal()}`)
      : isLoopback(request.ip) && request.headers["x-forwarded-for"] === undefined;
    if (!isAllowed) return reply.callNotFound();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function sameText(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
