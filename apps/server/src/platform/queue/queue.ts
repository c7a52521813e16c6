import { SECOND_MS } from "@vriddhi/core/time/clock";
import pg from "pg";
import { type Job, type JobResult, PgBoss } from "pg-boss";
import { APP_ROLE, asRole, type Tx } from "../db/database.ts";
import type { WorkWatch } from "../events/work-watch.ts";
import type { Logger } from "../log/logger.ts";

export const QUEUE_SCHEMA = "pgboss";

/** A worker without a heartbeat for this long is dead, and another one takes its jobs. */
const HEARTBEAT_S = 10;
/** No queue is supervised more often; the work watch asks for it as soon as a worker's heartbeat is late. */
const SUPERVISED_APART_S = 2;
/** Counts and clean-up, which nothing waits for. */
const SUPERVISE_EVERY_S = 60;
const CRON_WORKER_S = 15;
const LISTENER_CHECKED_EVERY_MS = 30 * SECOND_MS;
/** The work watch wakes workers that often while a job can run and none has taken it. */
const READY_EVERY_MS = SECOND_MS;

/** Human-time side effects. Every job may run twice, so each must tolerate it. */
const queues = {
  mail: {
    retryLimit: 9,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 60,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: 3_600,
    notify: true,
  },
  /** Enumeration-safe mails: the request replies before it is known whether the account exists. */
  doors: {
    retryLimit: 3,
    retryDelay: 5,
    expireInSeconds: 20,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: 3_600,
    notify: true,
  },
  /** Notices about passwords, and the removal of lost authenticators. */
  safety: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600, notify: true },
  /** Push and Telegram; a failed attempt enqueues the next one itself. */
  notify: {
    retryLimit: 3,
    retryDelay: 3,
    retryBackoff: true,
    expireInSeconds: 60,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: 3_600,
    notify: true,
  },
  /** Work due on the market clock. */
  billing: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600, notify: true },
  payments: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600, notify: true },
  sweep: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600, notify: true },
} as const;

export type QueueName = keyof typeof queues;

/** Each wake-up fetches once: with single jobs the rest of a burst would wait for the poll. Each job fails alone. */
const WORK = {
  localConcurrency: 2,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 60,
} as const;
const { pollingIntervalSeconds, notifyPollingIntervalSeconds } = WORK;

/** A job can run: sent with a delay, tried again, or with a notification that was lost. The library's own queues poll. */
const OWN_QUEUES = Object.keys(queues).map(pg.escapeLiteral).join();
const JOBS_READY = `EXISTS (SELECT FROM ${QUEUE_SCHEMA}.job
  WHERE name IN (${OWN_QUEUES}) AND state < 'active' AND NOT blocked AND start_after <= now())`;
/** A job's worker is taken for dead, or had its time. */
const JOBS_ABANDONED = `EXISTS (SELECT FROM ${QUEUE_SCHEMA}.job WHERE state = 'active' AND (
  heartbeat_on + heartbeat_seconds * interval '1 second' < now()
  OR started_on + expire_seconds * interval '1 second' < now()))`;

export interface JobQueue {
  /** Stores the job in the caller's transaction (outbox): it exists exactly when the rest does. */
  send(tx: Tx, name: QueueName, payload: object, delaySeconds?: number): Promise<void>;
  work(name: QueueName, handler: (payload: unknown, jobId: string) => Promise<void>): Promise<void>;
  /** Runs at the minutes of `cron`, in one process at a time. */
  repeat(name: QueueName, cron: string, handler: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** The owner creates the schema and the queues; the running product may not. */
export async function prepareQueues(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on("error", () => {});
  try {
    await boss.start();
    for (const [name, options] of Object.entries(queues)) {
      if (await boss.getQueue(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Finds jobs without a NOTIFY: those whose time comes later, and those of a dead worker. */
const pollQueue = (boss: PgBoss, workers: readonly string[], { pollWhile }: Pick<WorkWatch, "pollWhile">) => [
  pollWhile(
    "jobs",
    async () => {
      for (const worker of workers) boss.notifyWorker(worker);
    },
    { everyMs: READY_EVERY_MS, waits: JOBS_READY },
  ),
  pollWhile("jobs of dead workers", () => boss.supervise(), {
    everyMs: SUPERVISED_APART_S * SECOND_MS,
    waits: JOBS_ABANDONED,
  }),
];

export interface QueueOptions {
  /** Of a process that does jobs; `null`: this one only sends them. */
  readonly workWatch: Pick<WorkWatch, "pollWhile"> | null;
  readonly log: Logger;
}

export async function startQueue(url: string, { workWatch, log }: QueueOptions): Promise<JobQueue> {
  const isWorker = workWatch !== null;
  const boss = new PgBoss({
    connectionString: asRole(url, APP_ROLE),
    schema: QUEUE_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: isWorker,
    superviseIntervalSeconds: SUPERVISE_EVERY_S,
    monitorIntervalSeconds: SUPERVISED_APART_S,
    flowIntervalSeconds: SUPERVISE_EVERY_S,
    schedule: isWorker,
    cronWorkerIntervalSeconds: CRON_WORKER_S,
    useListenNotify: isWorker,
    notifyHeartbeatIntervalMs: LISTENER_CHECKED_EVERY_MS,
    max: 4,
  });
  // While it stops, connections may break in their goodbye; ignore that.
  let isStopping = false;
  boss.on("error", (error) => {
    if (!isStopping) log.warn({ err: error }, "queue: error");
  });
  await boss.start();
  const workers: string[] = [];
  const polls = workWatch === null ? [] : pollQueue(boss, workers, workWatch);
  return {
    async send(tx, name, payload, delaySeconds = 0) {
      const db = { executeSql: (text: string, values?: unknown[]) => tx.client.query(text, values) };
      await boss.send(name, payload, { db, ...(delaySeconds > 0 && { startAfter: delaySeconds }) });
    },
    async work(name, handler) {
      const run = async (job: Job<object>): Promise<JobResult> => {
        try {
          await handler(job.data, job.id);
          return { id: job.id, status: "completed" };
        } catch (cause) {
          log.warn({ err: cause, queue: name, jobId: job.id }, "queue: job failed");
          return { id: job.id, status: "failed" };
        }
      };
      workers.push(await boss.work<object, JobResult[], typeof WORK>(name, WORK, (jobs) => Promise.all(jobs.map(run))));
    },
    async repeat(name, cron, handler) {
      workers.push(await boss.work(name, { pollingIntervalSeconds, notifyPollingIntervalSeconds }, handler));
      await boss.schedule(name, cron);
    },
    async stop() {
      isStopping = true;
      for (const { stop } of polls) await stop();
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
