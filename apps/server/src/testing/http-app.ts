import { type EndpointDefinition, endpoint } from "@vriddhi/contract/endpoint";
import { type ProblemCode, problemStatus } from "@vriddhi/contract/problem";
import { ok } from "@vriddhi/core/shared/result";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { readConfig } from "../platform/config/config.ts";
import { commonMessages } from "../platform/http/general.messages.ts";
import type { Handler, Messages, StaffReader } from "../platform/http/handler.ts";
import { createHttpApp } from "../platform/http/http-app.ts";
import { type MountDeps, mount } from "../platform/http/mount.ts";
import { cookieRules } from "../platform/http/session-cookie.ts";
import { GENERAL_LIMIT, type Limit } from "../platform/limits/limits.ts";
import { createRecentSessions, type RecentSessions } from "../platform/limits/recent-sessions.ts";
import { createLogger } from "../platform/log/logger.ts";
import { everyTime } from "./every-time.ts";

export interface BareApp {
  readonly app: FastifyInstance;
  readonly clock: VirtualClock;
  readonly log: readonly string[];
  readonly recentSessions: RecentSessions;
  mount<D extends EndpointDefinition>(endpoint: D, handler: Handler<D>): void;
}

export function createBareApp(
  given: { env?: Record<string, string>; limit?: Limit; staff?: StaffReader; requestWithinMs?: number } = {},
): BareApp {
  const config = readConfig({ PUBLIC_DEMO: "1", ...given.env });
  const clock = createVirtualClock();
  const lines: string[] = [];
  const log = createLogger("debug", (line) => void lines.push(line));
  const recentSessions = createRecentSessions(clock);
  const { limit: generalLimit = GENERAL_LIMIT, requestWithinMs } = given;
  const app = createHttpApp({
    config,
    clock,
    log,
    recentSessions,
    generalLimit,
    ...(requestWithinMs && { requestWithinMs }),
  });
  const codes = Object.keys(problemStatus) as ProblemCode[];
  const deps: MountDeps = {
    sessions: { find: async () => null },
    staff: given.staff ?? { find: async () => null },
    limiter: { take: async () => true, giveBack: async () => {} },
    recentSessions,
    clock,
    messages: {
      ...(Object.fromEntries(codes.map((code) => [code, `sentence of ${code}`])) as Messages),
      ...commonMessages,
    },
    cookies: cookieRules(config.publicUrl),
    once: everyTime,
    log,
  };
  return {
    app,
    clock,
    log: lines,
    recentSessions,
    mount: (definition, handler) => mount(app, definition, handler as unknown as Handler<EndpointDefinition>, deps),
  };
}

export const echo = endpoint({
  method: "POST",
  path: "/echo",
  summary: "Says back what it was sent",
  access: "public",
  body: z.strictObject({ text: z.string().max(60_000) }),
  reply: z.strictObject({ text: z.string() }),
  problems: [],
});

export const answerEcho: Handler<typeof echo> = async ({ body }) => ok({ text: body.text });
