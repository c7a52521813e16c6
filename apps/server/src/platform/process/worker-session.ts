import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";

/** One run of a worker process, the owner of buckets. Its start time distinguishes processes with a reused id. */
export interface WorkerSession {
  readonly host: string;
  readonly pid: number;
  /** The kernel's start time of the process; empty where unknown. */
  readonly startedAt: string;
}

const NONCE_BYTES = 4;
const PARTS = /^(?<host>[^/]+)\/(?<pid>\d+)\/(?<startedAt>\d*)\//;

export const workerName = ({ host, pid, startedAt }: WorkerSession, nonce: string): string =>
  `${host}/${pid}/${startedAt}/${nonce}`;

export function workerSessionOf(name: string): WorkerSession | null {
  const { host, pid, startedAt } = PARTS.exec(name)?.groups ?? {};
  if (host === undefined || pid === undefined || startedAt === undefined) return null;
  return { host, pid: Number(pid), startedAt };
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

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** True only for a process of this machine that has ended; a paused process has not. */
export function isProvedDead(session: WorkerSession, host: string): boolean {
  if (session.host !== host) return false;
  return session.startedAt === "" ? !answers(session.pid) : startOf(session.pid) !== session.startedAt;
}

export const ownName = (): string =>
  workerName(
    { host: os.hostname(), pid: process.pid, startedAt: startOf(process.pid) },
    randomBytes(NONCE_BYTES).toString("hex"),
  );

/** A name that cannot be parsed is never proved dead. */
export function isOwnerDead(name: string): boolean {
  const session = workerSessionOf(name);
  return session !== null && isProvedDead(session, os.hostname());
}
