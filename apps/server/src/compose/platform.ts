import { type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { type Audit, createAudit } from "../platform/audit/audit.ts";
import type { Config } from "../platform/config/config.ts";
import { settleMasterKey } from "../platform/config/master-key.ts";
import { createPasswordHasher, type PasswordHasher } from "../platform/crypto/password-hasher.ts";
import { KEY_LEASE_MS, openSecretBox, type SecretBox } from "../platform/crypto/secret-box.ts";
import type { Database } from "../platform/db/database.ts";
import { poll } from "../platform/due-step/poll.ts";
import { createLimiter, type Limiter } from "../platform/limits/limiter.ts";
import type { Logger } from "../platform/log/logger.ts";
import { createMailTransport, createPostMail, type PostMail, workMail } from "../platform/mail/mail.ts";
import { type JobQueue, type QueueName, startQueue } from "../platform/queue/queue.ts";
import type { Closing } from "./closing.ts";
import type { OpenedDatabase } from "./open-database.ts";
import type { Surroundings } from "./surroundings.ts";
import { sweep } from "./sweep.ts";

const HOURLY = "17 * * * *";
const KEYS_EVERY_MS = SECOND_MS;

/** What every feature may be given. */
export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly database: Database;
  readonly box: SecretBox;
  readonly hasher: PasswordHasher;
  readonly limiter: Limiter;
  readonly audit: Audit;
  readonly postMail: PostMail;
  /** Queues a job in the caller's transaction. */
  readonly send: JobQueue["send"];
  /** Does the jobs of a queue; a process that is no worker does nothing. */
  readonly work: JobQueue["work"];
  readonly isWorker: boolean;
  /** Runs at the minutes of `cron`, in one worker at a time; a process that is no worker does nothing. */
  repeat(name: QueueName, cron: string, handler: () => Promise<void>): Promise<void>;
  /** A key of its own for each purpose. */
  keyFor(purpose: string): Buffer;
}

export interface PlatformDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly closing: Closing;
  readonly opened: OpenedDatabase;
  readonly humanClock: HumanClock;
  readonly surroundings: Surroundings;
  readonly hasher?: PasswordHasher | undefined;
}

export async function openPlatform(deps: PlatformDeps): Promise<Platform> {
  const { config, log, closing, opened, humanClock, surroundings } = deps;
  const { database, ownerUrl } = opened;
  const masterKey = settleMasterKey(config);
  const box = await openSecretBox(database, masterKey, { ms: KEY_LEASE_MS, now: () => performance.now() });
  closing.add("data keys", poll(box.refresh, KEYS_EVERY_MS, log));
  const isWorker = config.role === "all" || config.role === "worker";
  const queue = await startQueue(ownerUrl, { isWorker, log });
  closing.add("job queue", queue.stop);
  if (isWorker) {
    const transport = createMailTransport(surroundings.smtpUrl);
    closing.add("mail transport", transport.close);
    await workMail(queue, box, transport);
    await queue.repeat("sweep", HOURLY, () => sweep(database, humanClock.now()));
  }
  return {
    config,
    log,
    humanClock,
    marketClock: surroundings.marketClock,
    database,
    box,
    hasher: deps.hasher ?? (await createPasswordHasher()),
    limiter: createLimiter(database, humanClock),
    audit: createAudit(database, humanClock),
    postMail: createPostMail(queue, box),
    send: queue.send,
    work: async (name, handler) => (isWorker ? queue.work(name, handler) : undefined),
    isWorker,
    repeat: async (name, cron, handler) => (isWorker ? queue.repeat(name, cron, handler) : undefined),
    keyFor: box.keyFor,
  };
}
