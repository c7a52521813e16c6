import os from "node:os";
import type { InstrumentListThread } from "@vriddhi/brokers/transport/instrument-list-thread";
import type { SendingThread } from "@vriddhi/brokers/transport/sending-thread";
import { endpoints } from "@vriddhi/contract/endpoints";
import { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import type { FastifyInstance } from "fastify";
import { BUCKET_NEWS, createBucketAlarm } from "../features/order-store/bucket-alarm.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { realTimers } from "../platform/clock/timers.ts";
import type { Config } from "../platform/config/config.ts";
import type { PasswordHasher } from "../platform/crypto/password-hasher.ts";
import { createIdempotencyStore } from "../platform/http/idempotency.store.pg.ts";
import { createIdempotentRunner } from "../platform/http/idempotency.ts";
import { createMetrics, type Metrics } from "../platform/http/metrics.ts";
import { cookieRules } from "../platform/http/session-cookie.ts";
import { GENERAL_LIMIT, type Limit } from "../platform/limits/limits.ts";
import { createRecentSessions } from "../platform/limits/recent-sessions.ts";
import { countLines } from "../platform/log/counted-log.ts";
import { createProcessLog, type Logger } from "../platform/log/logger.ts";
import { operatorMail } from "../platform/mail/operator-mail.ts";
import { isOwnerDead, ownName } from "../platform/process/worker-session.ts";
import { type Closing, createClosing } from "./closing.ts";
import { composeFeatures, messages } from "./features.ts";
import { withLoginMetrics } from "./observability.ts";
import { openMigratedDatabase } from "./open-database.ts";
import { openPlatform, type Platform } from "./platform.ts";
import type { SandboxDeps } from "./sandbox/open-sandbox.ts";
import { createServerApp } from "./server-app.ts";
import { realSurroundings, type Surroundings } from "./surroundings.ts";

const EVERY_MINUTE = "* * * * *";
const BUCKETS_EVERY_MS = 5 * SECOND_MS;

export interface Overrides {
  readonly log?: Logger;
  readonly humanClock?: HumanClock;
  readonly generalLimit?: Limit;
  readonly hasher?: PasswordHasher;
  readonly listThread?: InstrumentListThread;
  readonly sendingThread?: SendingThread;
  readonly hasDemoLinks?: boolean;
  readonly hasArticles?: boolean;
  readonly hasSandboxEventLog?: boolean;
  /** The work watch's interval. */
  readonly askedEveryMs?: number;
  readonly print?: (line: string) => void;
}

export interface Product {
  readonly app: FastifyInstance;
  readonly address: string;
  readonly log: Logger;
  close(): Promise<void>;
}

/** Builds and starts everything in order. A failed start stops what was started before. */
export async function startProduct(config: Config, overrides: Overrides = {}): Promise<Product> {
  const metrics = createMetrics();
  const log = countLines(overrides.log ?? createProcessLog(config), metrics.countLine);
  const closing = createClosing(log);
  try {
    return await compose({ config, overrides, log, closing, metrics });
  } catch (cause) {
    await closing.closeAll();
    throw cause;
  }
}

interface ComposeDeps {
  readonly config: Config;
  readonly overrides: Overrides;
  readonly log: Logger;
  readonly closing: Closing;
  readonly metrics: Metrics;
}

async function compose({ config, overrides, log, closing, metrics }: ComposeDeps): Promise<Product> {
  const humanClock = overrides.humanClock ?? systemClock;
  const opened = await openMigratedDatabase(config, log, closing, metrics.count);
  const surroundings = await settleSurroundings({
    config,
    log,
    opened,
    clock: humanClock,
    closing,
    hasDemoLinks: overrides.hasDemoLinks ?? true,
    hasSandboxEventLog: overrides.hasSandboxEventLog ?? true,
    print: overrides.print ?? (() => undefined),
  });
  const { hasher, listThread, sendingThread } = overrides;
  const replaced = { hasher, listThread, sendingThread, askedEveryMs: overrides.askedEveryMs };
  const platform = withLoginMetrics(
    await openPlatform({ config, log, closing, opened, humanClock, surroundings, ...replaced }),
    metrics,
  );
  const { handlers, sessions, staff, jobs, notifications, links, blog, startAccounts, startTrading } = composeFeatures(
    platform,
    surroundings,
    closing,
    metrics,
  );
  surroundings.schedule.add(jobs.dailyBilling);
  await platform.repeat("billing", EVERY_MINUTE, jobs.dailyBilling.runDue);
  await platform.repeat("payments", EVERY_MINUTE, jobs.runPaymentUpkeep);
  await notifications.start();
  await startAccounts();
  await startTrading();
  startBucketAlarm(platform, closing);
  await blog.start(config.mode === "sandbox" && (overrides.hasArticles ?? true));
  const recentSessions = createRecentSessions(humanClock);
  const app = await createServerApp({
    config,
    log,
    clock: humanClock,
    databaseOutage: platform.databaseOutage,
    generalLimit: overrides.generalLimit ?? GENERAL_LIMIT,
    recentSessions,
    metrics,
    payment: surroundings.payment,
    blog,
    endpoints: surroundings.handlers && !config.isPublicDemo ? endpoints : withoutSandbox(),
    handlers: { ...handlers, ...surroundings.handlers },
    mountDeps: {
      sessions,
      staff,
      limiter: platform.limiter,
      recentSessions,
      clock: humanClock,
      messages,
      cookies: cookieRules(config.publicUrl),
      once: openIdempotentRunner(platform),
      log,
    },
  });
  closing.add("http server", () => app.close());
  closing.add("open streams", notifications.closeStreams);
  const address = await app.listen({ port: config.port, host: config.host });
  await surroundings.onListening?.(address, links);
  return { app, address, log, close: closing.closeAll };
}

/** Workers own the buckets, so they watch them. */
function startBucketAlarm({ isWorker, database, postMail, config, workWatch }: Platform, closing: Closing) {
  if (!isWorker) return;
  const look = createBucketAlarm({
    database,
    sendAlert: (tx, news) => postMail(tx, operatorMail(news, config.operatorEmail, os.hostname())),
  });
  const whileNews = { everyMs: BUCKETS_EVERY_MS, waits: BUCKET_NEWS };
  closing.add("bucket alarm", workWatch.pollWhile("bucket alarm", look, whileNews).stop);
}

const openIdempotentRunner = ({ database, humanClock, log }: Platform) =>
  createIdempotentRunner({
    store: createIdempotencyStore(database),
    owner: ownName(),
    isOwnerDead,
    clock: humanClock,
    timers: realTimers,
    log,
  });

/** Live mode does not even load the sandbox's code. */
async function settleSurroundings(deps: SandboxDeps): Promise<Surroundings> {
  if (deps.config.mode === "sandbox") {
    const { openSandbox } = await import("./sandbox/open-sandbox.ts");
    return openSandbox(deps);
  }
  return realSurroundings(deps.config, systemClock);
}

const withoutSandbox = () =>
  Object.fromEntries(Object.entries(endpoints).filter(([name]) => !(name in sandboxEndpoints)));
