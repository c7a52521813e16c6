import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, openCluster } from "./cluster.ts";
import { AlreadyRunning, type Ownership, tryToOwn } from "./ownership.ts";
import { choosePlace, type Place } from "./place.ts";
import {
  clearLock,
  findPostmaster,
  freePort,
  isLockEmpty,
  isPostmaster,
  type Postmaster,
  spawnPostgres,
  stopPostmaster,
} from "./postmaster.ts";

/** Generous: crash recovery reads the whole write-ahead log. */
const START_LIMIT_MS = 60_000;
const POLL_MS = 50;
const WATCH_MS = 250;
const RESTART_PAUSE_MS = 500;
const LOG_BYTES_MAX = 10_000_000;
/** Transient: a killed postmaster's children, a second process or a taken port. */
const PASSING_FAULT = /still in use|postmaster\.pid" (?:already exists|is empty)|could not bind|Address already in use/;
/** A lock file is written right after its creation: one that stays empty was left by a crash. */
const EMPTY_LOCK_MS = 5_000;

export interface PostgresOptions {
  readonly home: string;
  readonly log: (message: string) => void;
  readonly binaries?: string;
  readonly settings?: readonly string[];
}

export interface RunningPostgres {
  /** As the superuser, to the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

type Owned = Postmaster & { readonly ownership: Ownership };

/** Starts the data folder's PostgreSQL, or takes over the one that a killed server left running. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const home = path.resolve(options.home);
  const place = choosePlace(home, options.binaries);
  const cluster = openCluster(home, place, options.log);
  const deadline = performance.now() + START_LIMIT_MS;
  const clear = lockClearer(cluster.data);
  while (performance.now() < deadline) {
    clear();
    const found = findPostmaster(cluster.data);
    const owned = found
      ? await adopt(found, cluster, deadline)
      : await launch({ home, place, cluster, deadline, settings: options.settings ?? [], port: null });
    if (owned === null) {
      await sleep(POLL_MS);
      continue;
    }
    if (found) options.log(`goes on with the PostgreSQL that already runs (process ${found.pid})`);
    return keepRunning(owned, { home, place, cluster, settings: options.settings ?? [] }, options.log);
  }
  throw new Error(`PostgreSQL did not start within ${START_LIMIT_MS / 1000} s; see ${home}/postgres.log`);
}

function lockClearer(data: string): () => void {
  let emptySince: number | null = null;
  return () => {
    emptySince = isLockEmpty(data) ? (emptySince ?? performance.now()) : null;
    clearLock(data, emptySince !== null && performance.now() - emptySince > EMPTY_LOCK_MS);
  };
}

/** Restarts a crashed PostgreSQL at the same address, so that clients reconnect. */
function keepRunning(first: Owned, start: Omit<Start, "deadline" | "port">, log: (message: string) => void) {
  const { data } = start.cluster;
  let owned = first;
  let isStopping = false;
  let restart: Promise<void> | null = null;

  async function again(): Promise<void> {
    log(`PostgreSQL (process ${owned.pid}) has ended and is started again`);
    await owned.ownership.release();
    while (!isStopping) {
      clearLock(data, false);
      const deadline = performance.now() + START_LIMIT_MS;
      const launched = await launch({ ...start, deadline, port: first.port }).catch((error: unknown) => {
        log(`PostgreSQL did not come back and is tried again: ${error instanceof Error ? error.message : error}`);
        return null;
      });
      if (launched !== null) {
        owned = launched;
        return;
      }
      await sleep(RESTART_PAUSE_MS);
    }
  }

  const watch = setInterval(() => {
    if (isStopping || restart !== null || isPostmaster(owned.pid, data)) return;
    restart = again().finally(() => {
      restart = null;
    });
  }, WATCH_MS);
  watch.unref();
  return {
    url: urlOf(start.cluster, first.port),
    async stop() {
      isStopping = true;
      clearInterval(watch);
      await restart;
      await owned.ownership.release();
      await stopPostmaster(owned.pid, data);
    },
  };
}

export function findRunningPostgres(home: string, binaries?: string): string | null {
  const folder = path.resolve(home);
  if (!fs.existsSync(folder)) return null;
  const cluster = openCluster(folder, choosePlace(folder, binaries), () => {});
  const found = findPostmaster(cluster.data);
  return found === null ? null : urlOf(cluster, found.port);
}

/** `null` when it ended meanwhile: it was shutting down, and a new one can start. */
async function adopt(found: Postmaster, cluster: Cluster, deadline: number): Promise<Owned | null> {
  while (performance.now() < deadline && isPostmaster(found.pid, cluster.data)) {
    const ownership = await tryToOwn(urlOf(cluster, found.port));
    if (ownership !== null) return { ...found, ownership };
    await sleep(POLL_MS);
  }
  return null;
}

interface Start {
  readonly home: string;
  readonly place: Place;
  readonly cluster: Cluster;
  readonly deadline: number;
  readonly settings: readonly string[];
  readonly port: number | null;
}

/** `null` after a transient fault. A failure leaves no process behind. */
async function launch({ home, place, cluster, deadline, settings, port: wanted }: Start): Promise<Owned | null> {
  const logFile = path.join(home, "postgres.log");
  const port = wanted ?? (await freePort());
  const logStart = shortenLog(logFile);
  const child = spawnPostgres(place, { data: cluster.data, port, logFile, settings });
  try {
    const ownership = await ownWhenReady(child, urlOf(cluster, port), deadline);
    if (ownership !== null && child.pid !== undefined) return { pid: child.pid, port, ownership };
  } catch (error) {
    // A second process may have taken over our PostgreSQL first: then it is theirs.
    if (!(error instanceof AlreadyRunning)) await end(child, cluster.data);
    throw error;
  }
  await end(child, cluster.data);
  const newLog = fs.readFileSync(logFile).subarray(logStart).toString();
  if (PASSING_FAULT.test(newLog)) return null;
  const reason = /FATAL: {2}(.+)/.exec(newLog)?.[1] ?? "it said no reason";
  throw new Error(`PostgreSQL did not start: ${reason}; see ${logFile}`);
}

/** `null` when the process ended or the time is up. */
async function ownWhenReady(child: ChildProcess, url: string, deadline: number): Promise<Ownership | null> {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  while (performance.now() < deadline) {
    await sleep(POLL_MS);
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) return null;
    const ownership = await tryToOwn(url);
    if (ownership !== null) return ownership;
  }
  return null;
}

async function end(child: ChildProcess, data: string): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null) await stopPostmaster(child.pid, data);
}

/** The offset of the next message. */
function shortenLog(file: string): number {
  const bytes = fs.existsSync(file) ? fs.statSync(file).size : 0;
  if (bytes <= LOG_BYTES_MAX) return bytes;
  fs.truncateSync(file);
  return 0;
}

const urlOf = ({ password }: Cluster, port: number): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
