import { randomUUID } from "node:crypto";
import { poolWidths } from "@vriddhi/core/schedule/concurrency-pool";
import { rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { type EpochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, type IstMinute, istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, nseCalendar, tradingDayFrom } from "@vriddhi/core/time/trading-calendar";
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import { logInByPage } from "@vriddhi/sandbox/broker/page-login";
import { isDeep } from "@vriddhi/testing/deep";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAudit } from "../platform/audit/audit.ts";
import { readConfig } from "../platform/config/config.ts";
import { createSecretBox } from "../platform/crypto/secret-box.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createDatabaseOutage } from "../platform/db/database-outage.ts";
import { strictWatch } from "../platform/db/transaction-watch.ts";
import { LEASE_MS } from "../platform/due-step/step-limits.ts";
import { createLimiter } from "../platform/limits/limiter.ts";
import { createLogger } from "../platform/log/logger.ts";
import { cheapHasher, TEST_MASTER_KEY } from "../testing/product.ts";
import { type FixtureBroker, openSimulatorsFixture, type SimulatorsFixture } from "../testing/simulators-fixture.ts";
import { runSql } from "../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { composeBrokers } from "./brokers.ts";
import { type Closing, createClosing } from "./closing.ts";
import { createMarketSchedule } from "./market-schedule.ts";
import { composeMorningSteps } from "./mornings.ts";
import type { Platform } from "./platform.ts";

const MORNINGS = isDeep ? 12 : 6;
const FIRST_DAY = istDate("2026-05-04");
const PUBLIC_URL = "http://localhost:3000";
const MINUTES = Array.from({ length: 39 }, (_, index) => istMinute(7, 56) + index * 2).filter(
  (minute) => minute < istMinute(8, 12) || minute > istMinute(8, 24),
);
const DULL_MINUTES = [istMinute(8, 0), istMinute(8, 30), istMinute(9, 0)];
const NINE = istMinute(9, 0);

const clock = createVirtualClock(istInstant(addDays(FIRST_DAY, -1), istMinute(12, 0)));
const random = createSeededRandom(20_260_504);
const log = createLogger("silent");
let scratch: TestDatabase;
let databases: readonly Database[];
let simulators: SimulatorsFixture;

interface Inhabitant {
  readonly userId: string;
  readonly linkId: string;
  readonly broker: FixtureBroker;
  readonly client: BrokerClient;
  readonly isSubscribed: boolean;
  readonly taps: boolean;
}

interface Tap {
  readonly who: Inhabitant;
  readonly token: string;
  readonly at: EpochMs;
}

const people: Inhabitant[] = [];
let taps: Tap[] = [];
interface SentNotice {
  readonly kind: string;
  readonly key: string;
  readonly clientId: string;
  readonly isSubscriber: boolean;
}
let sent: SentNotice[] = [];

function startProcess(database: Database) {
  const closing: Closing = createClosing(log);
  const platform: Platform = {
    config: readConfig({ MODE: "sandbox", PUBLIC_URL, MASTER_KEY: TEST_MASTER_KEY, DATABASE_URL: scratch.url }),
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
  const brokers = composeBrokers(platform, simulators.urls, closing, async () => false);
  const isStarted = async (linkId: string, day: IstDate): Promise<boolean> =>
    (await database.pool.query("SELECT FROM starts WHERE link_id = $1 AND day = $2", [linkId, day])).rowCount === 1;
  const { runner, steps } = composeMorningSteps({
    platform,
    brokers,
    closing,
    surroundings: { desks: { angelone: null, fyers: null }, schedule: createMarketSchedule() },
    isSubscribed: async (userId) => people.find((who) => who.userId === userId)?.isSubscribed ?? false,
    engine: {
      dayRequestFor: async ({ linkId }, day) => ((await isStarted(linkId, day)) ? "started" : "wanted"),
      isStarted,
      prepareStart:
        async ({ linkId }, day) =>
        async (tx) => {
          await tx.client.query("INSERT INTO starts VALUES ($1, $2)", [linkId, day]);
        },
    },
    notify: async (_tx, { userId, kind, key, data }) => {
      const who = people.find((one) => one.userId === userId);
      sent.push({ kind, key, clientId: who?.client.id ?? "?", isSubscriber: who?.isSubscribed ?? false });
      const token = "url" in data ? new URL(data.url).searchParams.get("link") : null;
      if (who?.taps && token !== null) taps.push({ who, token, at: later(clock.now(), 2 * MINUTE_MS) });
    },
  });
  return { brokers, runner, steps, stop: closing.closeAll };
}

type Process = ReturnType<typeof startProcess>;

const ip = "127.0.0.1";
const known = (client: BrokerClient) => ({ client, now: clock.now });

async function moveIn(
  { brokers }: Process,
  broker: FixtureBroker,
  options: { readonly isSubscribed?: boolean; readonly taps?: boolean; readonly storesCodes?: boolean } = {},
): Promise<void> {
  const { isSubscribed = true, taps: doesTap = true, storesCodes = true } = options;
  const id = `ST${String(people.length + 1).padStart(4, "0")}`;
  const client = simulators.clients[broker].open({ id, cashPaise: rupees(50_000) });
  const userId = randomUUID();
  await database().pool.query(
    "INSERT INTO users (id, email, name, dob, role, created_at) VALUES ($1, $2, 'Asha', '1990-05-01', 'user', now())",
    [userId, `${id}@example.com`],
  );
  const begun = await brokers.links.connect({ userId, ip }, broker, {
    clientId: id,
    appKey: client.app.key,
    appSecret: client.app.secret,
    ...(storesCodes ? { pin: client.pin, totp: client.totpSecret } : {}),
  });
  if (!begun.ok) throw new Error(`no first login: ${JSON.stringify(begun.error)}`);
  if (begun.value.kind === "open_page") await finishByPage(brokers, { broker, client }, begun.value);
  const link = await brokers.links.find(userId, broker);
  if (link === null) throw new Error("the first login left no link");
  people.push({ userId, linkId: link.id, broker, client, isSubscribed, taps: doesTap });
}

async function finishByPage(
  brokers: Process["brokers"],
  { broker, client }: Pick<Inhabitant, "broker" | "client">,
  { url, browser }: { readonly url: string; readonly browser: string },
): Promise<void> {
  const landed = new URL(await logInByPage(url, known(client)));
  const login = { grant: landed.href, state: landed.searchParams.get("state") ?? "", browser };
  const completed = await brokers.links.completeByState(broker, login, { ip });
  if (!completed.ok) throw new Error(`the login of ${client.id} failed: ${JSON.stringify(completed.error)}`);
}

async function tapLinks({ brokers }: Process): Promise<void> {
  const ready = taps.filter(({ at }) => at <= clock.now());
  taps = taps.filter((tap) => !ready.includes(tap));
  for (const { who, token } of ready) {
    if (await isConnected(brokers, who)) continue;
    const begun = await brokers.links.beginByLink(who.broker, token, ip);
    if (!begun.ok || begun.value.kind !== "open_page") continue;
    const finished = finishByPage(brokers, who, begun.value);
    // the broker's login page is down, so the user waits for the next link
    await finished.catch((cause: unknown) => {
      if (simulators.faults.list().length === 0) throw cause;
    });
  }
}

async function isConnected(brokers: Process["brokers"], { userId, broker }: Inhabitant): Promise<boolean> {
  const link = await brokers.links.find(userId, broker);
  return link !== null && brokers.links.isConnected(link);
}

function database(index = 0): Database {
  const found = databases[index];
  if (!found) throw new Error("no such database");
  return found;
}

beforeAll(async () => {
  scratch = await createTestDatabase();
  await runSql(scratch.url, `CREATE TABLE starts (link_id text, day date); GRANT ALL ON starts TO ${APP_ROLE}`);
  databases = [0, 1].map(() =>
    openDatabase(scratch.url, { max: 8, kept: { steps: 6 }, role: APP_ROLE, onError: () => {} }),
  );
  simulators = await openSimulatorsFixture(clock.now, (broker) => new URL(`/connect/${broker}`, PUBLIC_URL).href);
  const first = startProcess(database());
  await moveIn(first, "zerodha");
  await moveIn(first, "zerodha");
  await moveIn(first, "zerodha", { taps: false });
  await moveIn(first, "angelone");
  await moveIn(first, "angelone");
  await moveIn(first, "angelone", { isSubscribed: false });
  await moveIn(first, "fyers");
  await moveIn(first, "fyers", { storesCodes: false });
  await first.stop();
});
afterAll(async () => {
  await simulators.stop();
  for (const each of databases) await each.close();
  await scratch.drop();
});

/** The faults of one morning, in minutes of the day. */
interface MorningFault {
  readonly down: { readonly from: number; readonly to: number } | null;
  /** A process crashes while it holds steps. */
  readonly crashAt: number | null;
  readonly restartAt: number | null;
  /** A broker refuses all logins until the minute `to`. */
  readonly outage: { readonly broker: FixtureBroker; readonly to: number } | null;
  /** The broker drops this account's session between 8:30 and 8:45. */
  readonly forgotten: Inhabitant | null;
}

const minuteOf = (hour: number, minute: number): number => istMinute(hour, minute);

function drawFault(): MorningFault {
  const isUnlucky = () => random.int(0, 2) === 0;
  const from = random.int(minuteOf(7, 50), minuteOf(8, 50));
  return {
    down: isUnlucky() ? { from, to: Math.min(from + random.int(5, 60), minuteOf(8, 54)) } : null,
    crashAt: isUnlucky() ? random.int(minuteOf(8, 0), minuteOf(8, 50)) : null,
    restartAt: isUnlucky() ? random.int(minuteOf(8, 0), minuteOf(9, 4)) : null,
    outage: isUnlucky()
      ? { broker: random.pick(["angelone", "fyers"] as const), to: random.int(minuteOf(8, 32), minuteOf(8, 46)) }
      : null,
    forgotten: isUnlucky() ? random.pick(people) : null,
  };
}

async function applyFaults(fault: MorningFault, minute: number, process: Process): Promise<void> {
  const { outage, forgotten, crashAt } = fault;
  if (outage !== null) {
    simulators.faults.clear();
    if (minute >= minuteOf(8, 28) && minute < outage.to)
      simulators.faults.set(outage.broker, "http500", 1_000, { on: "login" });
  }
  if (forgotten !== null && minute === minuteOf(8, 42))
    simulators.cores[forgotten.broker].expireSessions(forgotten.client.id);
  if (isAt(minute, crashAt))
    await process.steps.claim({ market: clock.now(), human: clock.now() }, oneOfEachLane, LEASE_MS);
}

/** One slot of each concurrency pool, for a process that claims steps and crashes. */
const oneOfEachLane = new Map(Object.keys(poolWidths).map((lane) => [lane, 1]));

const isAt = (minute: number, from: number | null): boolean => from !== null && minute >= from && minute < from + 2;

async function liveMorning(day: IstDate, fault: MorningFault): Promise<readonly Inhabitant[]> {
  let one = startProcess(database(0));
  const other = startProcess(database(1));
  let connected: readonly Inhabitant[] = [];
  taps = [];
  sent = [];
  for (const minute of isTradingDay(nseCalendar, day) ? MINUTES : DULL_MINUTES) {
    clock.set(istInstant(day, minute as IstMinute));
    simulators.exchange.advance(clock.now());
    await applyFaults(fault, minute, one);
    if (isAt(minute, fault.restartAt)) {
      await one.stop();
      one = startProcess(database(0));
    }
    const { down } = fault;
    if (down !== null && minute >= down.from && minute < down.to) continue;
    await tapLinks(one);
    await Promise.all([one.runner.runDue(), other.runner.runDue()]);
    if (minute === NINE) connected = await whoIsConnected(one);
  }
  await one.stop();
  await other.stop();
  return connected;
}

async function whoIsConnected({ brokers }: Process): Promise<readonly Inhabitant[]> {
  const found: Inhabitant[] = [];
  for (const who of people) if (await isConnected(brokers, who)) found.push(who);
  return found;
}

const namesOf = (list: readonly Inhabitant[]) => list.map(({ client }) => client.id).sort();

async function startsOn(day: IstDate): Promise<string[]> {
  const { rows } = await database().pool.query<{ link_id: string }>("SELECT link_id FROM starts WHERE day = $1", [day]);
  return rows.map(({ link_id }) => people.find(({ linkId }) => linkId === link_id)?.client.id ?? "?").sort();
}

async function countsOn(day: IstDate): Promise<{ readonly late: number; readonly missed: number }> {
  const { rows } = await database().pool.query<{ late: number; missed: number }>(
    "SELECT count(*) FILTER (WHERE is_late)::int AS late, count(*) FILTER (WHERE state = 'missed')::int AS missed FROM due_steps WHERE trading_day = $1",
    [day],
  );
  return rows[0] ?? { late: 0, missed: 0 };
}

describe("weeks of morning steps with holidays, restarts, crashes, outages and lost sessions", () => {
  let day = FIRST_DAY;

  it("connect every paying account that can connect by 9:00, start it once, and leave the others alone", async () => {
    const canConnect = people.filter((who) => who.taps && who.isSubscribed);
    let [lived, late, missed] = [0, 0, 0];
    for (; lived < MORNINGS; day = addDays(day, 1)) {
      const fault = drawFault();
      const connected = await liveMorning(day, fault);
      const words = `${day} ${JSON.stringify({ ...fault, forgotten: fault.forgotten?.client.id })}`;
      if (!isTradingDay(nseCalendar, day)) {
        expect([words, await startsOn(day)]).toEqual([words, []]);
        continue;
      }
      lived++;
      expect([words, namesOf(connected)]).toEqual([words, namesOf(canConnect)]);
      expect([words, await startsOn(day)]).toEqual([words, namesOf(canConnect)]);
      expect([words, sent.filter(({ kind, isSubscriber }) => kind !== "session_lost" && !isSubscriber)]).toEqual([
        words,
        [],
      ]);
      expect([words, sent.filter(({ kind }) => kind === "morning_failed")]).toEqual([words, []]);
      const keys = sent.filter(({ kind }) => kind !== "readiness").map(({ key }) => key);
      expect([words, keys.length]).toEqual([words, new Set(keys).size]);
      const counts = await countsOn(day);
      late += counts.late;
      missed += counts.missed;
    }
    // the faults were real: some steps ran late, and some were missed
    expect(late).toBeGreaterThan(0);
    expect(missed).toBeGreaterThan(0);
  }, 1_800_000);

  it("notify each affected user once of an outage until 9:10, whichever process detects it", async () => {
    const outage = { broker: "angelone", to: minuteOf(9, 14) } as const;
    const fault = { down: null, crashAt: null, restartAt: null, outage, forgotten: null };
    await liveMorning(tradingDayFrom(nseCalendar, day), fault);
    simulators.faults.clear();
    const lost = people.filter(({ broker, isSubscribed }) => broker === "angelone" && isSubscribed);
    const failed = sent.filter(({ kind }) => kind === "morning_failed").map(({ clientId }) => clientId);
    expect(failed.sort()).toEqual(namesOf(lost));
  });
});
