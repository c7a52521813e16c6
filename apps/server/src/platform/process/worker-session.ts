import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { SECOND_MS } from "@vriddhi/core/time/clock";

/** One run of a worker process, the owner of buckets. Its start time distinguishes processes with a reused id. */
export interface WorkerSession {
  readonly host: string;
  readonly pid: number;
  /** The kernel's start time of the process; empty where unknown. */
  readonly startedAt: string;
  /** The kernel's id of its own start; empty where unknown. */
  readonly bootId: string;
  /** The process ids of another namespace, such as another container's, cannot be looked up; empty where unknown. */
  readonly pidNamespace: string;
}

/** The running kernel of this process. Hostnames are unique among the hosts that share a database. */
export interface Kernel {
  readonly host: string;
  readonly bootId: string;
  readonly pidNamespace: string;
  readonly upMs: number;
}

const NONCE_BYTES = 4;
const PARTS = /^(?<host>[^/]+)\/(?<pid>\d+)\/(?<startedAt>\d*)\/[^/]*(\/(?<bootId>[^/]*))?(\/(?<pidNamespace>\d*))?$/;

/** New parts come last: earlier versions of the product read the parts before them. */
export const workerName = ({ host, pid, startedAt, bootId, pidNamespace }: WorkerSession, nonce: string): string =>
  `${host}/${pid}/${startedAt}/${nonce}/${bootId}/${pidNamespace}`;

export function workerSessionOf(name: string): WorkerSession | null {
  const { host, pid, startedAt, bootId = "", pidNamespace = "" } = PARTS.exec(name)?.groups ?? {};
  if (host === undefined || pid === undefined || startedAt === undefined) return null;
  return { host, pid: Number(pid), startedAt, bootId, pidNamespace };
}

/** Index of the start time among the fields after the process name, which may contain spaces and brackets. */
const START_FIELD = 19;

/** The kernel's start time; empty when the process has ended or the system has no `/proc`. */
export function startOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ["Z", "X"].includes(fields[0] ?? "") ? "" : (fields[START_FIELD] ?? "");
  } catch {
    return "";
  }
}

function bootIdOfKernel(): string {
  try {
    return fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

function ownPidNamespace(): string {
  try {
    return /\d+/.exec(fs.readlinkSync("/proc/self/ns/pid"))?.[0] ?? "";
  } catch {
    return "";
  }
}

const thisKernel = (): Kernel => ({
  host: os.hostname(),
  bootId: bootIdOfKernel(),
  pidNamespace: ownPidNamespace(),
  upMs: os.uptime() * SECOND_MS,
});

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/**
 * True only for a process of this host that has ended; a paused process has not. The end of a process of another kernel
 * with this hostname is proved when this kernel started after the process last showed itself, `silentMs` ago. A hostname
 * belongs to one container at a time, so a process of another one has ended when its lease has.
 */
export function isProvedDead(session: WorkerSession, kernel: Kernel, silentMs: number | null = null): boolean {
  const { host, pid, startedAt, bootId, pidNamespace } = session;
  if (host !== kernel.host) return false;
  const isSameKernel = bootId === "" || kernel.bootId === "" || bootId === kernel.bootId;
  if (!isSameKernel) return silentMs !== null && silentMs > kernel.upMs;
  if (pidNamespace !== "" && pidNamespace !== kernel.pidNamespace) return silentMs !== null;
  return startedAt === "" ? !answers(pid) : startOf(pid) !== startedAt;
}

export function ownName(): string {
  const { host, bootId, pidNamespace } = thisKernel();
  const nonce = randomBytes(NONCE_BYTES).toString("hex");
  return workerName({ host, pid: process.pid, startedAt: startOf(process.pid), bootId, pidNamespace }, nonce);
}

/** A name that cannot be parsed is never proved dead. */
export function isOwnerDead(name: string, silentMs: number | null = null): boolean {
  const session = workerSessionOf(name);
  return session !== null && isProvedDead(session, thisKernel(), silentMs);
}
