import { randomUUID } from "node:crypto";
import os from "node:os";
import type { InstrumentListThread } from "@vriddhi/brokers/transport/instrument-list-thread";
import type { SendingThread } from "@vriddhi/brokers/transport/sending-thread";
import { type HumanClock, type MarketClock, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import { openMarketCalendar } from "../features/market-calendar/calendar.service.ts";
import { createCalendarStore } from "../features/market-calendar/calendar.store.pg.ts";
import { recordOutage } from "../features/service-status/record-outage.ts";
import { type Audit, createAudit } from "../platform/audit/audit.ts";
import { poll } from "../platform/clock/poll.ts";
import type { Config } from "../platform/config/config.ts";
import { settleMasterKey } from "../platform/config/master-key.ts";
import { DATA_KEYS_NOW } from "../platform/crypto/data-keys.ts";
import { createPasswordHasher, type PasswordHasher } from "../platform/crypto/password-hasher.ts";
import { KEY_LEASE_MS, openSecretBox, type SecretBox } from "../platform/crypto/secret-box.ts";
import { type Database, openDatabase } from "../platform/db/database.ts";
import { createDatabaseOutage, type DatabaseOutage } from "../platform/db/database-outage.ts";
import { watchDatabase } from "../platform/db/database-watch.ts";
import { type TransactionWatch, watchCalls } from "../platform/db/transaction-watch.ts";
import { createWorkWatch, type WorkWatch } from "../platform/events/work-watch.ts";
import { createLimiter, type Limiter } from "../platform/limits/limiter.ts";
import type { Logger } from "../platform/log/logger.ts";
import { createMailTransport, createPostMail, type PostMail, workMail } from "../platform/mail/mail.ts";
import { operatorMail } from "../platform/mail/operator-mail.ts";
import { type JobQueue, type QueueName, startQueue } from "../platform/queue/queue.ts";
import type { Closing } from "./closing.ts";
import { mailAttachments } from "./mail-attachments.ts";
import type { OpenedDatabase } from "./open-database.ts";
import type { Surroundings } from "./surroundings.ts";
import { sweep } from "./sweep.ts";

const HOURLY = "17 * * * *";
/** Half of `KEY_LEASE_MS`; a rotation is known at once. */
const KEYS_EVERY_MS = 10 * SECOND_MS;
const DATABASE_EVERY_MS = SECOND_MS;
const CALENDAR_EVERY_MS = MINUTE_MS;

export interface Platform {
  readonly config: Config;
  readonly log: Logger;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  /** The exchange's trading days; live mode knows only listed years. */
  readonly calendar: TradingCalendar;
  readonly database: Database;
  /** The outage state that requests saw last. */
  readonly databaseOutage: DatabaseOutage;
  /** Opens a further pool under another role; it closes with the product. */
  openAs(role: string, max: number): Database;
  readonly watch: TransactionWatch;
  readonly box: SecretBox;
  readonly hasher: PasswordHasher;
  /** Both are shared between products of one process; left out: each has its own. */
  readonly listThread?: InstrumentListThread | undefined;
  readonly sendingThread?: SendingThread | undefined;
  readonly limiter: Limiter;
  readonly audit: Audit;
  readonly postMail: PostMail;
  /** Asks in one statement which pollers of this process have work. */
  readonly workWatch: WorkWatch;
  readonly send: JobQueue["send"];
  readonly work: JobQueue["work"];
  readonly isWorker: boolean;
  /** Runs at the minutes of `cron` in one worker at a time; a process that is no worker does nothing. */
  repeat(name: QueueName, cron: string, handler: () => Promise<void>): Promise<void>;
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
  readonly listThread?: InstrumentListThread | undefined;
  readonly sendingThread?: SendingThread | undefined;
  readonly askedEveryMs?: number | undefined;
}

async function openCalendar({ config, log, closing, opened, surroundings }: PlatformDeps): Promise<TradingCalendar> {
  const { calendar, refresh } = await openMarketCalendar({
    store: createCalendarStore(opened.database),
    marketClock: surroundings.marketClock,
    log,
    isInventing: config.mode === "sandbox",
  });
  closing.add("market calendar", poll("market calendar", refresh, CALENDAR_EVERY_MS, log));
  return calendar;
}

export async function openPlatform(deps: PlatformDeps): Promise<Platform> {
  const { config, log, closing, opened, humanClock, surroundings } = deps;
  const { database, watch, appUrl } = opened;
  const { marketClock } = surroundings;
  const workWatch = createWorkWatch({ database, humanClock, marketClock, log, everyMs: deps.askedEveryMs });
  closing.add("work watch", workWatch.stop);
  const masterKey = settleMasterKey(config);
  const box = await openSecretBox(database, masterKey, { ms: KEY_LEASE_MS, now: () => performance.now() });
  const keys = { everyMs: KEYS_EVERY_MS, changes: DATA_KEYS_NOW, atLeastEveryMs: KEYS_EVERY_MS };
  closing.add("data keys", workWatch.pollWhile("data keys", box.refresh, keys).stop);
  const isWorker = config.role === "all" || config.role === "worker";
  const queue = await startQueue(appUrl, { workWatch: isWorker ? workWatch : null, log });
  closing.add("job queue", queue.stop);
  if (isWorker) {
    const transport = createMailTransport(surroundings.smtpUrl);
    closing.add("mail transport", transport.close);
    const watched = watchCalls(transport, ["send"], watch, "a mail was sent");
    await workMail(queue, box, watched, mailAttachments({ database, config, humanClock, surroundings }));
    const watchTurn = watchDatabase({
      ask: workWatch.latest,
      // Past the queue, which is in the database that it reports on.
      sendAlert: (news) => transport.send(operatorMail(news, config.operatorEmail, os.hostname()), randomUUID()),
      recordOutage: (lengthMs) => recordOutage(database, surroundings.marketClock, lengthMs),
      log,
      nowMs: () => performance.now(),
    });
    closing.add("database watch", poll("database watch", watchTurn, DATABASE_EVERY_MS, log));
    await queue.repeat("sweep", HOURLY, () => sweep(database, humanClock.now()));
  }
  return {
    config,
    log,
    humanClock,
    marketClock,
    calendar: await openCalendar(deps),
    database,
    databaseOutage: createDatabaseOutage(humanClock),
    openAs(role, max) {
      const onError = (error: Error) => log.warn({ err: error, role }, "database: idle connection lost");
      const opened = openDatabase(appUrl, { max, watch, role, onError });
      closing.add(`database pool of ${role}`, opened.close);
      return opened;
    },
    watch,
    box,
    hasher: deps.hasher ?? (await createPasswordHasher()),
    listThread: deps.listThread,
    sendingThread: deps.sendingThread,
    limiter: createLimiter(database, humanClock),
    audit: createAudit(database, humanClock),
    postMail: createPostMail(queue, box, config.publicUrl),
    workWatch,
    send: queue.send,
    work: async (name, handler) => (isWorker ? queue.work(name, handler) : undefined),
    isWorker,
    repeat: async (name, cron, handler) => (isWorker ? queue.repeat(name, cron, handler) : undefined),
    keyFor: box.keyFor,
  };
}
