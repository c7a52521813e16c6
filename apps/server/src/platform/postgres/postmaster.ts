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

/** A running PostgreSQL, ours or one that a killed server left behind. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/** The live process that serves `data`. A stale postmaster.pid is removed when it names a foreign process. */
export function findPostmaster(data: string): Postmaster | null {
  const pidFile = path.join(data, "postmaster.pid");
  let lines: string[];
  try {
    lines = fs.readFileSync(pidFile, "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (isPostmaster(pid, data)) return Number.isInteger(port) && port > 0 ? { pid, port } : null;
  // PostgreSQL would refuse to start while any process of its user carries the id that is written there.
  fs.rmSync(pidFile, { force: true });
  return null;
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
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "timezone=UTC", "log_timezone=UTC"];
  const flags = [...settings, ...launch.settings].flatMap((setting) => ["-c", setting]);
  const child = spawn(executable(place.bin, "postgres"), ["-D", launch.data, "-p", String(launch.port), ...flags], {
    ...owner(),
    cwd: place.base,
    stdio: ["ignore", out, out],
    // Ctrl-C reaches the whole foreground group, but PostgreSQL must outlive the server's own shutdown.
    detached: process.platform !== "win32",
    // Its user must not read our secrets in /proc. Windows needs its own variables.
    ...(process.platform === "win32" ? {} : { env: { LC_ALL: "C", TZ: "UTC" } }),
  });
  fs.closeSync(out);
  child.unref();
  return child;
}

/** A fast shutdown; one that recovers at the next start only when that takes too long. */
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
    // Empty for a zombie that nobody collects, foreign for an id that was given out again.
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
