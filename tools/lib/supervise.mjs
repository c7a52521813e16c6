import os from "node:os";
import { createBeatWatch, LOOK_EVERY_MS, readMainThread } from "./beat-watch.mjs";

/** After this many heartbeats of one process, a second apart, earlier crashes are forgotten. */
const STEADY_BEATS = 300;
const RESTART_PAUSE_MS = 1_000;
const RESTART_PAUSE_MAX_MS = 4_000;
/** Retries of a killed first start: memory or a manual kill ended it, not a wrong setting. */
const KILLED_STARTS_MAX = 3;
const KILLED_CODE_MIN = 128;

/** @typedef {import("node:child_process").ChildProcess} Child */

/**
 * @typedef {object} Supervised
 * @property {string} name
 * @property {() => Child} start
 * @property {boolean} [holdsAccounts] no other process acts for its accounts before it is dead
 * @property {(line: string) => void} say
 * @property {(message: { address?: string }) => void} [onReady]
 */

/**
 * Kills a process that is stopped, hangs, or is busy for too long.
 * @param {Child} child
 * @param {() => number | null} beats
 * @param {ReturnType<typeof createBeatWatch>} watch
 * @param {(why: string) => void} onGivenUp
 */
function watchBeats(child, beats, watch, onGivenUp) {
  const timer = setInterval(() => {
    const why = watch(beats(), readMainThread(child.pid));
    if (why === null) return;
    clearInterval(timer);
    onGivenUp(why);
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * One process from start to end.
 * @param {Supervised} supervised
 * @param {number} ended how often it was killed in a row
 * @param {(child: Child) => void} onChild
 * @returns {Promise<{ code: number, wasReady: boolean, ended: number }>}
 */
function live({ name, start, holdsAccounts = true, say, onReady }, ended, onChild) {
  return new Promise((resolve) => {
    const child = start();
    onChild(child);
    let wasReady = false;
    /** @type {number | null} */
    let beats = null;
    let isGivenUp = false;
    const stopWatching = watchBeats(
      child,
      () => beats,
      createBeatWatch({ holdsAccounts, ended }),
      (why) => {
        isGivenUp = true;
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
    /** @param {number} code */
    const end = (code) => {
      stopWatching();
      const isSteady = beats !== null && beats >= STEADY_BEATS;
      resolve({ code, wasReady, ended: (isSteady ? 0 : ended) + (isGivenUp ? 1 : 0) });
    };
    child.on("error", (cause) => {
      say(`${name}: ${cause.message}`);
      // Without a pid the spawn failed, e.g. for lack of memory, and no exit event follows.
      if (child.pid === undefined) end(1);
    });
    child.on("exit", (code, signal) => end(code ?? 128 + (signal ? os.constants.signals[signal] : 0)));
  });
}

/** @param {number} code @param {boolean} hasBeenReady @param {number} failures in a row */
const isWorthAnother = (code, hasBeenReady, failures) =>
  code !== 0 && (hasBeenReady || (code > KILLED_CODE_MIN && failures <= KILLED_STARTS_MAX));

/**
 * Keeps a process running: a failed start is reported, and a process that was ready once, or was killed before, is
 * restarted until it exits with 0 or receives a stop signal.
 * @param {Supervised} supervised
 * @returns {{ ended: Promise<number>, stop: (signal: NodeJS.Signals) => void }}
 */
export function supervise(supervised) {
  /** @type {Child | null} */
  let child = null;
  let isStopping = false;
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
    let givenUp = 0;
    for (;;) {
      const { code, wasReady, ended } = await live(supervised, givenUp, (started) => {
        child = started;
      });
      givenUp = ended;
      hasBeenReady ||= wasReady;
      failures = wasReady ? 0 : failures + 1;
      if (isStopping || !isWorthAnother(code, hasBeenReady, failures)) return code;
      supervised.say(`${supervised.name} ended with ${code} and is started again`);
      await pause(Math.min(failures * RESTART_PAUSE_MS, RESTART_PAUSE_MAX_MS));
      if (isStopping) return 0;
    }
  }
  return {
    ended: run(),
    stop(signal) {
      isStopping = true;
      wake();
      child?.kill(signal);
    },
  };
}
