import { type Job, type JobResult, PgBoss } from "pg-boss";
import { APP_ROLE, asRole, type Tx } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";

export const QUEUE_SCHEMA = "pgboss";

/** A worker without a heartbeat for this long is dead, and another one takes its jobs. */
const HEARTBEAT_S = 10;
/** How often jobs of dead workers are searched for. */
const SUPERVISE_EVERY_S = 2;

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
  safety: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600 },
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
  billing: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600 },
  payments: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600 },
  sweep: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600 },
} as const;

export type QueueName = keyof typeof queues;

/**
 * A full batch is followed by the next at once: each wake-up fetches once, and with single jobs the rest of a burst
 * would wait for the poll. Each job succeeds or fails alone.
 */
const WORK = {
  localConcurrency: 2,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

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

export async function startQueue(url: string, options: { isWorker: boolean; log: Logger }): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: asRole(url, APP_ROLE),
    schema: QUEUE_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: options.isWorker,
    superviseIntervalSeconds: SUPERVISE_EVERY_S,
    monitorIntervalSeconds: SUPERVISE_EVERY_S,
    schedule: options.isWorker,
    useListenNotify: options.isWorker,
    max: 4,
  });
  // While it stops, connections may break in their goodbye; ignore that.
  let isStopping = false;
  boss.on("error", (error) => {
    if (!isStopping) options.log.warn({ err: error }, "queue: error");
  });
  await boss.start();
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
          options.log.warn({ err: cause, queue: name, jobId: job.id }, "queue: job failed");
          return { id: job.id, status: "failed" };
        }
      };
      await boss.work<object, JobResult[], typeof WORK>(name, WORK, (jobs) => Promise.all(jobs.map(run)));
    },
    async repeat(name, cron, handler) {
      await boss.work(name, handler);
      await boss.schedule(name, cron);
    },
    stop() {
      isStopping = true;
      return boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
