import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { executable } from "./binaries.ts";
import { owner, type Place } from "./place.ts";

const POLL_MS = 20;
const SHUTDOWNS = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 1_000],
] as const;

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

const lockOf = (data: string): string => path.join(data, "postmaster.pid");

function readOrNull(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** The running process that serves `data`. Read-only: a lock file may belong to one that starts now. */
export function findPostmaster(data: string): Postmaster | null {
  const lines = readOrNull(lockOf(data))?.split("\n") ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return isPostmaster(pid, data) && Number.isInteger(port) && port > 0 ? { pid, port } : null;
}

/** Created and not written yet: its owner is about to write its id, unless it has just crashed. */
export const isLockEmpty = (data: string): boolean => readOrNull(lockOf(data)) === "";

/** Renames before deleting and checks again: a lock created meanwhile is put back. */
function removeUnchanged(file: string, seen: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return;
  }
  if (readOrNull(aside) === seen) fs.rmSync(aside, { force: true });
  else fs.renameSync(aside, file);
}

/** PostgreSQL refuses while a process of its user has the id in a stale lock. Empty ones go only if `isAbandoned`. */
export function clearLock(data: string, isAbandoned: boolean): void {
  const seen = readOrNull(lockOf(data));
  if (seen === null) return;
  const pid = Number(seen.split("\n")[0]);
  const isForeign = pid > 0 && signal(pid, 0) && !isPostmaster(pid, data);
  if (isForeign || (seen === "" && isAbandoned)) removeUnchanged(lockOf(data), seen);
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

interface Launch {
  readonly data: string;
  readonly port: number;
  readonly logFile: string;
  readonly settings: readonly string[];
}

export function spawnPostgres(place: Place, launch: Launch): ChildProcess {
  const out = fs.openSync(launch.logFile, "a", 0o600);
  // The product reports failed statements; in this file they would only grow, with users' ids in them.
  const quiet = ["log_min_error_statement=panic", "log_error_verbosity=terse"];
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "timezone=UTC",
    "log_timezone=UTC",
    ...quiet,
  ];
  const flags = [...settings, ...launch.settings].flatMap((setting) => ["-c", setting]);
  const child = spawn(executable(place.bin, "postgres"), ["-D", launch.data, "-p", String(launch.port), ...flags], {
    ...owner(),
    cwd: place.base,
    stdio: ["ignore", out, out],
    // Ctrl-C reaches the whole foreground group, but PostgreSQL must outlast the server's shutdown.
    detached: process.platform !== "win32",
    // Its user must not read our secrets in /proc. Windows needs its own variables.
    ...(process.platform === "win32" ? {} : { env: { LC_ALL: "C", TZ: "UTC" } }),
  });
  fs.closeSync(out);
  child.unref();
  return child;
}

/** A fast shutdown; an immediate one, which recovers at the next start, only after a timeout. */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  for (const [name, limitMs] of SHUTDOWNS) {
    if (!isPostmaster(pid, data)) return;
    signal(pid, name);
    if (await isGone(pid, data, limitMs)) return;
  }
}

async function isGone(pid: number, data: string, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += POLL_MS) {
    if (!isPostmaster(pid, data)) return true;
    await sleep(POLL_MS);
  }
  return false;
}

export function isPostmaster(pid: number, data: string): boolean {
  if (!(Number.isInteger(pid) && pid > 0 && signal(pid, 0))) return false;
  if (process.platform !== "linux") return true;
  try {
    // Empty for a zombie, foreign for a reused id.
    const words = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return words[words.indexOf("-D") + 1] === data;
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
