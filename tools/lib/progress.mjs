import { spawn } from "node:child_process";
import { at } from "./checkout.mjs";

/**
 * @typedef {object} SlowStep
 * @property {string} what names the step, as "installing the dependencies"
 * @property {string} usually about how long it takes, as "2 to 4 minutes"
 */

/**
 * Shows the progress of a slow step, which blocks this process: a small process beside it updates the line. Without a
 * terminal it is one line.
 * @template T
 * @param {SlowStep} step
 * @param {() => T} run
 * @returns {T}
 */
export function withProgress(step, run) {
  if (!process.stdout.isTTY) {
    console.log(`${step.what}…`);
    return run();
  }
  const startedAt = Date.now();
  const beside = spawn(process.execPath, [at("tools/lib/progress-line.mjs"), JSON.stringify(step)], {
    stdio: ["pipe", "inherit", "ignore"],
  });
  let isDone = false;
  try {
    const result = run();
    isDone = true;
    return result;
  } finally {
    beside.kill();
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    process.stdout.write(`\r\u001b[K${isDone ? "✓" : "✗"} ${step.what} (${toWords(seconds)})\n`);
  }
}

/** @param {number} seconds */
export const toWords = (seconds) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;

/** The progress is unknown: shows the usual time. @param {SlowStep} step @param {number} seconds since it began */
export const progressLine = ({ what, usually }, seconds) => `${what}… ${toWords(seconds)} (usually ${usually})`;
