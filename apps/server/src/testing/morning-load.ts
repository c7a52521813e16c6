// The morning steps of many linked accounts: real stores, steps and adapter, and slow simulated brokers in another
// process. Prints one JSON line per part. Arguments: database, number of links, and the brokers' reply time in
// milliseconds.
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { BrokerAddresses } from "@vriddhi/brokers/port/broker-address";
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
import { createDatabaseOutage } from "../platform/db/database-outage.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { strictWatch } from "../platform/db/transaction-watch.ts";
import { createLimiter } from "../platform/limits/limiter.ts";
import { createLogger } from "../platform/log/logger.ts";
import { cpuMsOf, parentOf } from "./process-cpu.ts";
import { cheapHasher, TEST_MASTER_KEY } from "./product.ts";
import type { SimulatorsClient, SimulatorsCommand } from "./simulators-process.ts";

const [DATABASE_URL = "", LINKS = "100", ANSWER_MS = "50"] = process.argv.slice(2);
const PUBLIC_URL = "http://localhost:3000";
const SUNDAY = istDate("2026-11-15");
const DAY = istDate("2026-11-16");
const MOVED_IN_AT_ONCE = 16;
/** What is due at each of these minutes, and the resulting state of each account. */
const MINUTES = [
  { name: "disconnect", at: istMinute(8, 0), outcome: "disconnected" },
  { name: "ask_early", at: istMinute(8, 5), outcome: "not_needed" },
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
    databaseOutage: createDatabaseOutage(clock),
    watch: strictWatch,
    box: createSecretBox(new Map([[1, Buffer.alloc(32, 7)]])),
    limiter: createLimiter(database, clock),
    audit: createAudit(database, clock),
    workWatch: {
      pollWhile: () => {
        throw new Error("nothing is polled here");
      },
      latest: async () => undefined,
      stop: async () => undefined,
    },
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
function composeMorning(database: Database, places: BrokerAddresses) {
  const closing = createClosing(log);
  const platform = platformOn(database);
  const brokers = composeBrokers(platform, places, closing, async () => false);
  const { runner } = composeMorningSteps({
    platform,
    brokers,
    closing,
    surroundings: { desks: { angelone: null, fyers: null }, schedule: createMarketSchedule() },
    isSubscribed: async () => true,
    engine: {
      dayRequestFor: async () => "wanted",
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

async function askSimulators<T>(simulators: ChildProcess, ask: SimulatorsCommand): Promise<T> {
  simulators.send(ask);
  const [answer] = await once(simulators, "message");
  return answer as T;
}

async function moveIn(database: Database, { brokers }: Morning, client: SimulatorsClient, n: number): Promise<void> {
  const { id } = client;
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

async function moveAllIn(database: Database, morning: Morning, clients: readonly SimulatorsClient[]): Promise<void> {
  const waiting = clients.entries();
  const work = async (): Promise<void> => {
    for (const [n, client] of waiting) await moveIn(database, morning, client, n);
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

async function live(database: Database, { runner }: Morning, simulators: ChildProcess, name: string, at: EpochMs) {
  clock.set(at);
  await askSimulators(simulators, { kind: "clock", at });
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
  onError: (error) => log.error({ err: error }, "database: idle connection lost"),
});
const owner = openDatabase(DATABASE_URL, { max: 1, onError: () => undefined });
await owner.pool.query(`CREATE TABLE starts (link_id text, day date); GRANT ALL ON starts TO ${APP_ROLE}`);
await owner.close();
const simulators = fork(new URL("./simulators-process.ts", import.meta.url), [String(clock.now()), PUBLIC_URL]);
const [places] = (await once(simulators, "message")) as [BrokerAddresses];
const morning = composeMorning(database, places);
const ids = Array.from({ length: Number(LINKS) }, (_, n) => `ML${String(n).padStart(6, "0")}`);
await moveAllIn(database, morning, await askSimulators<readonly SimulatorsClient[]>(simulators, { kind: "open", ids }));
await askSimulators(simulators, { kind: "pause", ms: Number(ANSWER_MS) });
for (const { name, at, outcome } of MINUTES) {
  const minute: IstMinute = at;
  const part = await live(database, morning, simulators, name, istInstant(DAY, minute));
  const came = outcome === null ? Number(LINKS) : (part.outcomes[outcome] ?? 0);
  if (came !== Number(LINKS)) throw new Error(`not everybody came through: ${JSON.stringify(part)}`);
  process.stdout.write(`${JSON.stringify(part)}\n`);
}
await morning.stop();
simulators.disconnect();
await database.close();
process.exit(0);
