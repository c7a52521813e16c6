import fs from "node:fs";

export const LOOK_EVERY_MS = 500;
/** A stopped process is killed soonest: no load explains it. */
const STOPPED_MAX_LOOKS = 4;
/** Without a heartbeat and without CPU use for this long a process hangs. */
const HUNG_MAX_MS = 15_000;
/** Bounds of missed heartbeats of a busy process, at first and at most; one with accounts blocks them for others. */
const BUSY_MS = { holder: { first: 15_000, most: 60_000 }, other: { first: 60_000, most: 480_000 } };

/**
 * The main thread of a process as the kernel reports it; `null` if unreadable.
 * @typedef {{ readonly state: string, readonly cpu: number }} MainThread
 */

/** @param {number | undefined} pid @returns {MainThread | null} */
export function readMainThread(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", cpu: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}

/** @param {MainThread | null} thread */
const isStopped = (thread) => thread?.state === "T" || thread?.state === "t";

/** It computes, waits for a core or for the disk: it is alive, however slow the machine is. @param {MainThread | null} now @param {MainThread | null} before */
const isWorking = (now, before) =>
  now !== null && (now.state === "R" || now.state === "D" || now.cpu !== (before?.cpu ?? now.cpu));

/**
 * The supervisor's watchdog: decides when a process is to be killed. It is called every LOOK_EVERY_MS and counts its
 * own calls: a machine that slept makes no process silent.
 * @param {{ readonly holdsAccounts: boolean, readonly ended: number }} process `ended`: how often it was killed in a row
 */
export function createBeatWatch({ holdsAccounts, ended }) {
  const { first, most } = holdsAccounts ? BUSY_MS.holder : BUSY_MS.other;
  const busyMaxMs = Math.max(HUNG_MAX_MS, Math.min(most, first * 2 ** ended));
  /** @type {number | null} */
  let beatSeen = null;
  /** @type {MainThread | null} */
  let before = null;
  let [stoppedLooks, silentMs, idleMs] = [0, 0, 0];

  const verdict = () => {
    if (stoppedLooks >= STOPPED_MAX_LOOKS) return "was stopped";
    if (idleMs >= HUNG_MAX_MS) return "is silent";
    return silentMs >= busyMaxMs ? "is busy and silent" : null;
  };

  /**
   * @param {number | null} beats so far; null: no heartbeat yet
   * @param {MainThread | null} thread
   * @returns {string | null} why it is given up
   */
  return (beats, thread) => {
    stoppedLooks = isStopped(thread) ? stoppedLooks + 1 : 0;
    const isSilent = beats !== null && beats === beatSeen;
    silentMs = isSilent ? silentMs + LOOK_EVERY_MS : 0;
    idleMs = isSilent && !isWorking(thread, before) ? idleMs + LOOK_EVERY_MS : 0;
    beatSeen = beats;
    before = thread;
    return verdict();
  };
}
