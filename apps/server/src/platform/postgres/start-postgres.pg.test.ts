import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { clearLock, findPostmaster, isPostmaster } from "./postmaster.ts";
import { type RunningPostgres, startPostgres } from "./start-postgres.ts";

const OWNER = path.resolve(import.meta.dirname, "../../testing/postgres-owner.ts");

let home: string;
let lines: string[];
const cleanUps: (() => unknown)[] = [];

let stopped: string | null = null;

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-launcher-"));
  fs.chmodSync(folder, 0o755);
  return folder;
}

beforeEach(() => {
  home = newFolder();
  lines = [];
});
afterAll(() => {
  if (stopped !== null) fs.rmSync(stopped, { recursive: true, force: true, maxRetries: 20 });
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  const left = findPostmaster(dataOf(home));
  if (left !== null) process.kill(left.pid, "SIGKILL");
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  expect(left, "a PostgreSQL was left running").toBeNull();
});

const dataOf = (folder: string) => path.join(folder, "postgres");

async function start(settings: readonly string[] = []): Promise<RunningPostgres> {
  const running = await startPostgres({ home, settings, log: (message) => lines.push(message) });
  cleanUps.push(() => running.stop());
  return running;
}

/** A ready data folder for tests of other steps, because creating one takes longer than they do. */
async function useCreated(): Promise<void> {
  if (stopped === null) {
    const folder = newFolder();
    await (await startPostgres({ home: folder, log: () => {} })).stop();
    stopped = folder;
  }
  // The copy keeps its owner, because a test run by root starts PostgreSQL as another user.
  expect(spawnSync("cp", ["-a", `${stopped}/.`, home]).status).toBe(0);
}

async function startOwnerProcess(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [OWNER, home], { stdio: ["pipe", "pipe", "inherit"] });
  cleanUps.push(() => child.kill("SIGKILL"));
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, url };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

function runningPid(): number {
  const found = findPostmaster(dataOf(home));
  if (found === null) throw new Error("no PostgreSQL runs");
  return found.pid;
}

describe("startPostgres", () => {
  it("creates the database once and keeps what was written", async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE kept AS SELECT 7 AS n");
    await first.stop();
    expect(findPostmaster(dataOf(home))).toBeNull();

    const second = await start();
    expect(await query(second.url, "SELECT n FROM kept")).toEqual([7]);
    expect(lines).toEqual(["creating the database"]);
  });

  it("uses UTC, listens on the loopback only and asks for the password", async () => {
    await useCreated();
    const { url } = await start();
    expect(await query(url, "SHOW timezone")).toEqual(["UTC"]);
    expect(await query(url, "SHOW listen_addresses")).toEqual(["127.0.0.1"]);
    const address = new URL(url);
    address.password = "guess";
    await expect(query(address.href, "SELECT 1")).rejects.toThrow("password authentication failed");
    expect(fs.statSync(path.join(home, "postgres-password")).mode & 0o077).toBe(0);
  });

  it("takes over the PostgreSQL of a server that was killed", async () => {
    await useCreated();
    const owner = await startOwnerProcess();
    await query(owner.url, "CREATE TABLE kept AS SELECT 7 AS n");
    const pid = runningPid();
    owner.child.kill("SIGKILL");
    await once(owner.child, "exit");

    const { url } = await start();
    expect(runningPid()).toBe(pid);
    expect(await query(url, "SELECT n FROM kept")).toEqual([7]);
    expect(lines).toEqual([`goes on with the PostgreSQL that already runs (process ${pid})`]);
  });

  it("refuses a second server on the same data folder, and leaves the first alone", async () => {
    await useCreated();
    const owner = await startOwnerProcess();
    await expect(start()).rejects.toThrow("another server already runs from this data folder");
    expect(await query(owner.url, "SELECT 1")).toEqual([1]);

    owner.child.kill("SIGTERM");
    await once(owner.child, "exit");
  });

  it("lets exactly one of two concurrent starts win", async () => {
    const starters = await Promise.allSettled([start(), start()]);
    const winners = starters.filter((starter) => starter.status === "fulfilled");
    expect(winners).toHaveLength(1);
    expect(await query(winners[0]?.value.url ?? "", "SELECT 1")).toEqual([1]);
  });

  it("loses no acknowledged row when PostgreSQL is killed", async () => {
    await useCreated();
    const first = await start();
    await query(first.url, "CREATE TABLE acknowledged (n int)");
    const written = writeUntilItBreaks(first.url);
    await expect.poll(() => written.count).toBeGreaterThan(50);
    process.kill(runningPid(), "SIGKILL");
    await written.end;

    const rowsNow = () => query(first.url, "SELECT count(*)::int FROM acknowledged").catch(() => null);
    await expect.poll(rowsNow, { timeout: 120_000 }).not.toBeNull();
    const [rows] = (await rowsNow()) ?? [];
    expect(rows).toBeGreaterThanOrEqual(written.count);
  });

  it("restarts a killed PostgreSQL at the same address, with every row", async () => {
    await useCreated();
    const { url } = await start();
    await query(url, "CREATE TABLE kept AS SELECT 7 AS n");
    const killed = runningPid();
    process.kill(killed, "SIGKILL");
    await expect.poll(() => query(url, "SELECT n FROM kept").catch(() => null), { timeout: 120_000 }).toEqual([7]);
    expect(runningPid()).not.toBe(killed);
    expect(lines).toContain(`PostgreSQL (process ${killed}) has ended and is started again`);
  });

  it("starts although a stale postmaster.pid names a running foreign process", async () => {
    await useCreated();
    fs.writeFileSync(
      path.join(dataOf(home), "postmaster.pid"),
      `${process.pid}\n${dataOf(home)}\n0\n5432\n\n127.0.0.1\n`,
    );
    const { url } = await start();
    expect(await query(url, "SELECT 1")).toEqual([1]);
  });

  it("leaves the lock file of a starting PostgreSQL alone before its id is written", async () => {
    await useCreated();
    const lock = path.join(dataOf(home), "postmaster.pid");
    fs.writeFileSync(lock, "");
    expect(findPostmaster(dataOf(home))).toBeNull();
    clearLock(dataOf(home), false);
    expect(fs.readFileSync(lock, "utf8")).toBe("");
    fs.writeFileSync(lock, `${process.pid}\n`);
    expect(findPostmaster(dataOf(home))).toBeNull();
    expect(fs.readFileSync(lock, "utf8"), "asking changes nothing").toBe(`${process.pid}\n`);
    clearLock(dataOf(home), false);
    expect(fs.existsSync(lock), "a starter ends what names a foreign process").toBe(false);
  });

  it("starts although a crash left an empty lock file", async () => {
    await useCreated();
    const lock = path.join(dataOf(home), "postmaster.pid");
    fs.writeFileSync(lock, "");
    const { url } = await start();
    expect(await query(url, "SELECT 1")).toEqual([1]);
  });

  it("reports in a sentence that the data folder cannot be written to", async () => {
    fs.writeFileSync(path.join(home, "file"), "");
    const options = { home: path.join(home, "file/data"), log: () => {} };
    await expect(startPostgres(options)).rejects.toThrow("cannot write to the data folder");
  });

  it("reports PostgreSQL's own reason when it does not start, and leaves no process", async () => {
    await useCreated();
    await expect(start(["shared_buffers=nonsense"])).rejects.toThrow(/PostgreSQL did not start: .*shared_buffers/);
  });

  it("reports that the stored password does not match, and leaves no process", async () => {
    await useCreated();
    fs.writeFileSync(path.join(home, "postgres-password"), "another");
    await expect(start()).rejects.toThrow("does not match its database");
  });

  it("stops only its own process, however often it is called", async () => {
    await useCreated();
    const running = await start();
    const pid = runningPid();
    await running.stop();
    expect(isPostmaster(pid, dataOf(home))).toBe(false);
    await running.stop();
  });
});

function writeUntilItBreaks(url: string): { readonly count: number; readonly end: Promise<void> } {
  const progress = { count: 0, end: Promise.resolve() };
  progress.end = (async () => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    try {
      for (;;) {
        await client.query("INSERT INTO acknowledged VALUES ($1)", [progress.count]);
        progress.count += 1;
      }
    } catch {
      // the kill is the expected end
    }
  })();
  return progress;
}
