import { statSync } from "node:fs";
import type { ProcessKill } from "@vriddhi/sandbox/broker/wire";

/** Whether this user may signal the process: started by the same user. */
export function isOwnProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || statSync(`/proc/${pid}`).uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Sends SIGKILL or SIGSTOP, also to itself; ignores ESRCH. */
export function killProcess({ pid, signal }: ProcessKill): void {
  if (isOwnProcess(pid)) process.kill(pid, signal);
}
