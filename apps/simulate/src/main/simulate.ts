import { planDay } from "../plan/day-plan.ts";
import { runDay } from "../day/run-day.ts";

const seeds = Number(process.argv[2] ?? 1);
const from = Number(process.argv[3] ?? 1);
const verbose = process.argv[4] === "v";
let bad = 0;
const started = performance.now();
for (let seed = from; seed < from + seeds; seed++) {
  const outcome = await runDay(planDay(seed), {}, verbose ? (line) => console.log(line) : null);
  if (outcome.violations.length > 0) {
    bad++;
    const v = outcome.violations[0]!;
    console.log(seed, v.invariant, v.account, v.tag, v.detail, "at", v.atMs);
    if (verbose) console.log(v.trace.slice(-20).join("\n"));
  } else if (seeds < 20) console.log(seed, outcome.hash, outcome.orders, [...outcome.cells.keys()].join(", "));
}
console.log(`${seeds} days, ${bad} violations, ${((performance.now() - started) / seeds).toFixed(0)} ms a day`);
