// Draws the line of a slow step until it is ended, or until whoever started it is gone.
import fs from "node:fs";
import { progressLine } from "./progress.mjs";

const EVERY_MS = 1_000;

/** @type {import("./progress.mjs").SlowStep} */
const step = JSON.parse(process.argv[2] ?? "{}");
const startedAt = Date.now();

function countEntries() {
  try {
    return step.folder === undefined ? 0 : fs.readdirSync(step.folder).length;
  } catch {
    return 0;
  }
}

const draw = () => {
  const line = progressLine(step, Math.round((Date.now() - startedAt) / 1000), countEntries());
  process.stdout.write(`\r\u001b[K${line}`);
};
process.stdin.on("end", () => process.exit(0)).resume();
draw();
setInterval(draw, EVERY_MS);
