import { type Job, type JobResult, PgBoss } from "pg-boss";
import { APP_ROLE, asRole, type Tx } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";

export const QUEUE_SCHEMA = "pgboss";

/** A worker that has said nothing for so long is dead, and another one takes its jobs. */
const HEARTBEAT_S = 10;
/** So often somebody looks for dead workers' jobs. */
const SUPERVISE_EVERY_S = 2;

/** Human-time side effects. Every one may run twice, so each must bear it. */
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
  /** Mails that may have nobody to go to: the door answers before that is known. */
  doors: {
    retryLimit: 3,
    retryDelay: 5,
    expireInSeconds: 20,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: 3_600,
    notify: true,
  },
  /** What people are told of their passwords, and authenticators that go because they were lost. */
  safety: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600 },
  /** Push and Telegram; a try that failed puts the next one into the queue itself. */
  notify: {
    retryLimit: 3,
    retryDelay: 3,
    retryBackoff: true,
    expireInSeconds: 60,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: 3_600,
    notify: true,
  },
  /** What falls due on the market's clock. */
  billing: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600 },
  payments: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600 },
  sweep: { retryLimit: 1, expireInSeconds: 300, deleteAfterSeconds: 3_600 },
} as const;

export type QueueName = keyof typeof queues;

/**
 * A full batch is followed by the next at once: a wake-up is worth one fetch, and with single jobs the rest of
 * a crowd would wait for the poll. Each job succeeds and fails for itself.
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
  /** Stores the job in the caller's transaction: it exists exactly when the rest does. */
  send(tx: Tx, name: QueueName, payload: object, delaySeconds?: number): Promise<void>;
  work(name: QueueName, handler: (payload: unknown, jobId: string) => Promise<void>): Promise<void>;
  /** Runs at the minutes of `cron`, in one process at a time. */
  repeat(name: QueueName, cron: string, handler: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** The owner makes the schema and the queues; the running product has no right to. */
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
  // While it stops, its connections may break before they have said goodbye: nobody waits for them any more.
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
