import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { createLogger } from "../log/logger.ts";
import { createWorkWatch, type WorkWatch } from "./work-watch.ts";

const clock = createVirtualClock();
const log: string[] = [];
let scratch: TestDatabase;
let database: Database;
let watch: WorkWatch;
let questions = 0;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 1, onError: () => {} });
  await database.pool.query(
    "CREATE TABLE job (id int); CREATE TABLE setting (value int); INSERT INTO setting VALUES (1)",
  );
  database.pool.on("acquire", () => {
    questions += 1;
  });
});
beforeEach(() => {
  log.length = 0;
  const logger = createLogger("debug", (line) => void log.push(line));
  watch = createWorkWatch({ database, humanClock: clock, marketClock: clock, log: logger });
});
afterEach(async () => {
  await watch.stop();
  await database.pool.query("TRUNCATE job");
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

const JOBS = "EXISTS (SELECT FROM job)";
const until = (what: string, isSo: () => boolean) => eventually(what, () => (isSo() ? true : null));
async function askedAgain(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const before = questions;
    await until("another question", () => questions > before);
  }
}

describe("the work watch", () => {
  it("runs one query for all pollers, and no poller without work", async () => {
    const runs: string[] = [];
    const stops = ["one", "two", "three"].map((name) => {
      const work = async () => void runs.push(name);
      return watch.pollWhile(name, work, { everyMs: 1, waits: JOBS }).stop;
    });
    await until("the first run of each", () => new Set(runs).size === 3);
    await askedAgain(2);
    const before = runs.length;
    const asked = questions;
    await askedAgain(2);
    expect(questions - asked).toBe(2);
    expect(runs).toHaveLength(before);
    for (const stop of stops) await stop();
  });

  it("finds work without a notification, and polls until once after it is done", async () => {
    const seen: number[] = [];
    const work = async () => {
      const { rows } = await database.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM job");
      seen.push(rows[0]?.count ?? 0);
    };
    const { stop } = watch.pollWhile("jobs", work, { everyMs: 1, waits: JOBS });
    await until("the first run", () => seen.length > 0);
    await database.pool.query("INSERT INTO job VALUES (1)");
    await until("many runs while the job waits", () => seen.filter((count) => count === 1).length > 5);
    await database.pool.query("DELETE FROM job");
    await until("a run that finds nothing", () => seen.at(-1) === 0);
    await stop();
  });

  it("runs a woken poller at once, before the next query", async () => {
    const asked: number[] = [];
    const work = async () => void asked.push(questions);
    const { wake, stop } = watch.pollWhile("woken", work, { everyMs: 60_000, waits: JOBS });
    const before = questions;
    wake();
    await until("the run", () => asked.length > 0);
    expect(asked[0]).toBe(before);
    await stop();
  });

  it("runs a poller once when its watched value changes", async () => {
    const runs: number[] = [];
    const work = async () => void runs.push(questions);
    const { stop } = watch.pollWhile("settings", work, { everyMs: 1, changes: "SELECT value FROM setting" });
    await until("the first run", () => runs.length > 0);
    await askedAgain(2);
    const before = runs.length;
    await database.pool.query("UPDATE setting SET value = value + 1");
    await until("the run after the change", () => runs.length > before);
    await askedAgain(2);
    expect(runs).toHaveLength(before + 1);
    await stop();
  });

  it("runs a poller as often as it needs although no query comes", async () => {
    await watch.stop();
    let runs = 0;
    const count = async () => void runs++;
    const { stop } = watch.pollWhile("renewal", count, { everyMs: 60_000, atLeastEveryMs: 1 });
    await until("several runs", () => runs > 2);
    await stop();
  });

  it("runs every poller although the query stays without an answer", async () => {
    let runs = 0;
    const count = async () => void runs++;
    const { stop } = watch.pollWhile("hung question", count, { everyMs: 1, waits: "pg_sleep(60) IS NULL" });
    await until("the run after the first", () => runs > 1);
    await expect(watch.latest()).rejects.toThrow(/timeout/);
    await stop();
  });

  it("runs every poller while the query fails, and repeats a failed run", async () => {
    let runs = 0;
    const fail = async () => {
      runs++;
      throw new Error("the work fails");
    };
    const { stop } = watch.pollWhile("broken question", fail, { everyMs: 1, waits: "no_such_column" });
    await until("several runs", () => runs > 2);
    await expect(watch.latest()).rejects.toThrow(/no_such_column/);
    expect(log.filter((line) => line.includes('"polled":"broken question"'))).toHaveLength(1);
    await stop();
  });
});
