import { PgBoss } from "pg-boss";
import { APP_ROLE, asRole, type Tx } from "../db/database.ts";
import type { Logger } from "../log/logger.ts";

export const QUEUE_SCHEMA = "pgboss";

/** Human-time side effects. Every one may run twice, so each must bear it. */
const queues = {
  mail: {
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 60,
    deleteAfterSeconds: 3_600,
    notify: true,
  },
} as const;

export type QueueName = keyof typeof queues;

export interface JobQueue {
  /** Stores the job in the caller's transaction: it exists exactly when the rest does. */
  send(tx: Tx, name: QueueName, payload: object): Promise<void>;
  work(name: QueueName, handler: (payload: unknown, jobId: string) => Promise<void>): Promise<void>;
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
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, options);
  }
  await boss.stop({ graceful: false });
}

export async function startQueue(url: string, options: { isWorker: boolean; log: Logger }): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: asRole(url, APP_ROLE),
    schema: QUEUE_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: options.isWorker,
    schedule: false,
    useListenNotify: options.isWorker,
    max: 4,
  });
  boss.on("error", (error) => options.log.warn({ err: error }, "job queue error"));
  await boss.start();
  return {
    async send(tx, name, payload) {
      await boss.send(name, payload, { db: { executeSql: (text, values) => tx.client.query(text, values) } });
    },
    async work(name, handler) {
      await boss.work<object>(name, { localConcurrency: 3, pollingIntervalSeconds: 2 }, async (jobs) => {
        for (const job of jobs) await handler(job.data, job.id);
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
