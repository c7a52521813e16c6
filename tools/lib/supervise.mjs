import fs from "node:fs";
import os from "node:os";

/** Without a beat for so long a server is given up: it may hold accounts that nobody else can act for. */
const SILENT_MAX_MS = 15_000;
/** A process that somebody has stopped is given up sooner: no load explains it. */
const STOPPED_MAX_LOOKS = 4;
const LOOK_EVERY_MS = 500;
const RESTART_PAUSE_MS = 1_000;
const RESTART_PAUSE_MAX_MS = 4_000;
/** A first start that somebody kills is repeated so often: the machine's memory or a hand ended it, not a wrong setting. */
const KILLED_STARTS_MAX = 3;
const KILLED_CODE_MIN = 128;

/** @typedef {import("node:child_process").ChildProcess} Child */

/**
 * @typedef {object} Supervised
 * @property {string} name
 * @property {() => Child} start
 * @property {(line: string) => void} say
 * @property {(message: { address?: string }) => void} [onReady]
 */

/**
 * Paused as a debugger or SIGSTOP does it.
 * @param {number | undefined} pid
 */
function isStopped(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
  } catch {
    return false;
  }
}

/**
 * Ends a life that neither beats nor moves. A clock that jumped because this process slept too says nothing.
 * @param {Child} child
 * @param {() => number | null} lastBeat
 * @param {(why: string) => void} onGivenUp
 */
function watchBeats(child, lastBeat, onGivenUp) {
  let stoppedLooks = 0;
  let silentMs = 0;
  let beatSeen = lastBeat();
  const timer = setInterval(() => {
    stoppedLooks = isStopped(child.pid) ? stoppedLooks + 1 : 0;
    silentMs = lastBeat() === beatSeen ? silentMs + LOOK_EVERY_MS : 0;
    beatSeen = lastBeat();
    const why =
      stoppedLooks >= STOPPED_MAX_LOOKS
        ? "was stopped"
        : beatSeen !== null && silentMs >= SILENT_MAX_MS
          ? "is silent"
          : "";
    if (why === "") return;
    clearInterval(timer);
    onGivenUp(why);
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * One life of a process, from its start to its end.
 * @param {Supervised} supervised
 * @param {(child: Child) => void} onChild
 * @returns {Promise<{ code: number, wasReady: boolean }>}
 */
function live({ name, start, say, onReady }, onChild) {
  return new Promise((resolve, reject) => {
    const child = start();
    onChild(child);
    let wasReady = false;
    /** @type {number | null} */
    let beats = null;
    const stopWatching = watchBeats(
      child,
      () => beats,
      (why) => {
        say(`${name} ${why} and is ended`);
        child.kill("SIGKILL");
      },
    );
    child.on("message", (said) => {
      const message = /** @type {{ kind?: string, address?: string }} */ (said);
      if (message.kind === "ready") {
        wasReady = true;
        onReady?.(message);
      }
      beats = (beats ?? 0) + 1;
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      stopWatching();
      resolve({ code: code ?? 128 + (signal ? os.constants.signals[signal] : 0), wasReady });
    });
  });
}

/** @param {number} code @param {boolean} hasBeenReady @param {number} failures in a row */
const isWorthAnother = (code, hasBeenReady, failures) =>
  code !== 0 && (hasBeenReady || (code > KILLED_CODE_MIN && failures <= KILLED_STARTS_MAX));

/**
 * Keeps a process running: a start that fails is told as it is, and whatever was ready once, or was killed on its way there,
 * is started again until it ends by itself with 0 or is told to stop.
 * @param {Supervised} supervised
 * @returns {{ ended: Promise<number>, stop: (signal: NodeJS.Signals) => void }}
 */
export function supervise(supervised) {
  /** @type {Child | null} */
  let child = null;
  let isToldToStop = false;
  /** @type {() => void} */
  let wake = () => undefined;

  /** @param {number} pauseMs */
  const pause = (pauseMs) =>
    new Promise((resolve) => {
      wake = () => resolve(undefined);
      setTimeout(wake, pauseMs);
    });

  async function run() {
    let hasBeenReady = false;
    let failures = 0;
    for (;;) {
      const { code, wasReady } = await live(supervised, (started) => {
        child = started;
      });
      hasBeenReady ||= wasReady;
      failures = wasReady ? 0 : failures + 1;
      if (isToldToStop || !isWorthAnother(code, hasBeenReady, failures)) return code;
      supervised.say(`${supervised.name} ended with ${code} and is started again`);
      await pause(Math.min(failures * RESTART_PAUSE_MS, RESTART_PAUSE_MAX_MS));
      if (isToldToStop) return 0;
    }
  }
  return {
    ended: run(),
    stop(signal) {
      isToldToStop = true;
      wake();
      child?.kill(signal);
    },
  };
}
