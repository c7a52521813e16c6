// Draws a slow step's line until it ends or its parent has gone.
import { progressLine } from "./progress.mjs";

const EVERY_MS = 1_000;

/** @type {import("./progress.mjs").SlowStep} */
const step = JSON.parse(process.argv[2] ?? "{}");
const startedAt = Date.now();

const draw = () => {
  const line = progressLine(step, Math.round((Date.now() - startedAt) / 1000));
  process.stdout.write(`\r\u001b[K${line}`);
};
process.stdin.on("end", () => process.exit(0)).resume();
draw();
setInterval(draw, EVERY_MS);
