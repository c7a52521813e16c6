// npm run bench [-- --quick] [NAME …]: measures the real product from outside, each figure against something bare in the same run.
import { readCommandArguments } from "@vriddhi/testing/command-arguments";
import { benchBacktest } from "./backtest/bench-backtest.ts";
import type { Benchmark } from "./benchmark.ts";
import { benchFanOut } from "./fan-out/bench-fan-out.ts";
import { benchHttp } from "./http/bench-http.ts";
import { benchIdle } from "./idle/bench-idle.ts";
import { benchJump } from "./jump/bench-jump.ts";
import { benchMornings } from "./mornings/bench-mornings.ts";
import { printTable, type Row, summaryOf } from "./report.ts";
import { benchStart } from "./start/bench-start.ts";
import { benchWeb } from "./web/bench-web.ts";

const benchmarks: Readonly<Record<string, Benchmark>> = {
  "fan-out": benchFanOut,
  http: benchHttp,
  mornings: benchMornings,
  backtest: benchBacktest,
  web: benchWeb,
  idle: benchIdle,
  jump: benchJump,
  start: benchStart,
};

const options = { quick: { type: "boolean", default: false } } as const;
const { values, positionals } = readCommandArguments({ options, allowPositionals: true });
const unknown = positionals.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, measure] of Object.entries(benchmarks)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const startedAt = performance.now();
  const measured = await measure(values.quick);
  rows.push(...measured);
  console.log(`${name}, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s: ${summaryOf(measured)}`);
}
printTable(rows);
console.log(`\n${summaryOf(rows)}`);
process.exitCode = rows.some(({ verdict }) => verdict === "FAIL") ? 1 : 0;
