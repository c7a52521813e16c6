import { statSync } from "node:fs";
import type { ProcessKill } from "@vriddhi/sandbox/broker/wire";

/** A process that this user started; nobody else's is ever touched. */
export function isOwnProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || statSync(`/proc/${pid}`).uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Kills or stops a process, this one included. Whoever is gone already has nothing to fear. */
export function killProcess({ pid, signal }: ProcessKill): void {
  if (isOwnProcess(pid)) process.kill(pid, signal);
}
