// A morning of many linked accounts: real stores, steps and adapter, simulated brokers that take their time. Prints a line
// of JSON for each part. Arguments: database, how many links, after how many milliseconds the brokers answer.
import { randomUUID } from "node:crypto";
import { rupees } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type IstMinute, istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { composeBrokers } from "../compose/brokers.ts";
import { createClosing } from "../compose/closing.ts";
import { createMarketSchedule } from "../compose/market-schedule.ts";
import { composeMorningSteps } from "../compose/mornings.ts";
import type { Platform } from "../compose/platform.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { readConfig } from "../platform/config/config.ts";
import { createSecretBox } from "../platform/crypto/secret-box.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createDatabaseTrouble } from "../platform/db/database-trouble.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { strictWatch } from "../platform/db/transaction-watch.ts";
import { createLimiter } from "../platform/limits/limiter.ts";
import { createLogger } from "../platform/log/logger.ts";
import { type BrokerStreet, openBrokerStreet } from "./broker-street.ts";
import { cpuMsOf, parentOf } from "./process-cpu.ts";
import { cheapHasher, TEST_MASTER_KEY } from "./product.ts";

const [DATABASE_URL = "", LINKS = "100", ANSWER_MS = "50"] = process.argv.slice(2);
const PUBLIC_URL = "http://localhost:3000";
const SUNDAY = istDate("2026-11-15");
const DAY = istDate("2026-11-16");
const MOVED_IN_AT_ONCE = 16;
/** What each of these minutes brings, and how each account has come through it. */
const MINUTES = [
  { name: "disconnect", at: istMinute(8, 0), outcome: "disconnected" },
  { name: "reconnect", at: istMinute(8, 30), outcome: "connected" },
  { name: "readiness_early", at: istMinute(8, 45), outcome: null },
  { name: "start", at: istMinute(9, 0), outcome: "started" },
] as const;

const clock = createVirtualClock(istInstant(SUNDAY, istMinute(12, 0)));
const log = createLogger("error");

function platformOn(database: Database): Platform {
  return {
    config: readConfig({ MODE: "sandbox", PUBLIC_URL, MASTER_KEY: TEST_MASTER_KEY, DATABASE_URL }),
    log,
    database,
    humanClock: clock,
    marketClock: clock,
    hasher: cheapHasher,
    isWorker: true,
    calendar: nseCalendar,
    databaseTrouble: createDatabaseTrouble(clock),
    watch: strictWatch,
    box: createSecretBox(new Map([[1, Buffer.alloc(32, 7)]])),
    limiter: createLimiter(database, clock),
    audit: createAudit(database, clock),
    postMail: async () => undefined,
    send: async () => undefined,
    work: async () => undefined,
    repeat: async () => undefined,
    openAs: () => {
      throw new Error("no further role is asked for here");
    },
    keyFor: () => Buffer.alloc(32, 9),
  };
}

/** Everything between the database and the brokers is real; a start is a row. */
function composeMorning(database: Database, street: BrokerStreet) {
  const closing = createClosing(log);
  const platform = platformOn(database);
  const brokers = composeBrokers(platform, street.urls, closing, async () => false);
  const { runner } = composeMorningSteps({
    platform,
    brokers,
    closing,
    surroundings: { desks: { angelone: null, fyers: null }, schedule: createMarketSchedule() },
    isSubscribed: async () => true,
    engine: {
      wishFor: async () => "wanted",
      isStarted: async () => false,
      prepareStart:
        async ({ linkId }, day) =>
        async (tx) => {
          await tx.client.query("INSERT INTO starts VALUES ($1, $2)", [linkId, day]);
        },
    },
    notify: async () => undefined,
  });
  return { brokers, runner, stop: closing.closeAll };
}

type Morning = ReturnType<typeof composeMorning>;

/** Opens an account at the broker, links it here and connects it for the first time. */
async function moveIn(database: Database, { brokers }: Morning, street: BrokerStreet, n: number): Promise<void> {
  const id = `ML${String(n).padStart(6, "0")}`;
  const client = street.clients.angelone.open({ id, cashPaise: rupees(50_000) });
  const userId = randomUUID();
  await database.pool.query(
    "INSERT INTO users (id, email, name, dob, role, created_at) VALUES ($1, $2, 'Asha', '1990-05-01', 'user', now())",
    [userId, `${id}@example.com`],
  );
  const codes = { pin: client.pin, totp: client.totpSecret };
  const app = { clientId: id, appKey: client.app.key, appSecret: client.app.secret };
  const begun = await brokers.links.connect({ userId, ip: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }, "angelone", {
    ...app,
    ...codes,
  });
  if (!begun.ok) throw new Error(`no first login: ${JSON.stringify(begun.error)}`);
}

async function moveAllIn(database: Database, morning: Morning, street: BrokerStreet): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < Number(LINKS)) await moveIn(database, morning, street, next++);
  };
  await Promise.all(Array.from({ length: MOVED_IN_AT_ONCE }, work));
}

async function readCosts(database: Database) {
  const { rows } = await database.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const { user, system } = process.cpuUsage();
  return {
    atMs: performance.now(),
    ownMs: (user + system) / 1_000,
    databaseMs: cpuMsOf(parentOf(rows[0]?.pid ?? 0)),
  };
}

/** From the minute until nothing of it is left. */
async function live(database: Database, { runner }: Morning, name: string, at: EpochMs) {
  clock.set(at);
  const before = await readCosts(database);
  await runner.runDue();
  const after = await readCosts(database);
  const { rows } = await database.pool.query<{ outcome: string; n: number }>(
    "SELECT outcome, count(*)::int AS n FROM due_steps WHERE kind = $1 AND subject <> '*' GROUP BY outcome",
    [name],
  );
  return {
    name,
    tookMs: after.atMs - before.atMs,
    ownMs: after.ownMs - before.ownMs,
    databaseMs: after.databaseMs - before.databaseMs,
    outcomes: Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n])),
  };
}

await migrateDatabase(DATABASE_URL);
const database = openDatabase(DATABASE_URL, {
  max: 8,
  kept: { steps: 6 },
  role: APP_ROLE,
  onError: (error) => log.error({ err: error }, "an idle database connection broke"),
});
const owner = openDatabase(DATABASE_URL, { max: 1, onError: () => undefined });
await owner.pool.query(`CREATE TABLE starts (link_id text, day date); GRANT ALL ON starts TO ${APP_ROLE}`);
await owner.close();
const street = await openBrokerStreet(clock.now, (broker) => new URL(`/connect/${broker}`, PUBLIC_URL).href);
const morning = composeMorning(database, street);
await moveAllIn(database, morning, street);
street.faults.set("angelone", "pause", Number.MAX_SAFE_INTEGER, { on: "any", seconds: Number(ANSWER_MS) / 1_000 });
for (const { name, at, outcome } of MINUTES) {
  const minute: IstMinute = at;
  const part = await live(database, morning, name, istInstant(DAY, minute));
  const came = outcome === null ? Number(LINKS) : (part.outcomes[outcome] ?? 0);
  if (came !== Number(LINKS)) throw new Error(`not everybody came through: ${JSON.stringify(part)}`);
  process.stdout.write(`${JSON.stringify(part)}\n`);
}
await morning.stop();
await street.stop();
await database.close();
process.exit(0);
