// npm run bench [-- --keep FILE] [name …]: measures the real product from outside and says whether it keeps its promises.
// With a file, each part is written down when it is measured, and not measured again by a later run with the same file.
import { readWords } from "@vriddhi/testing/command-words";
import { benchArticles } from "./articles/bench-articles.ts";
import { benchBacktest } from "./backtest/bench-backtest.ts";
import { benchTicks } from "./backtest/bench-ticks.ts";
import { benchDecode } from "./brokers/decode.ts";
import { benchInstruments } from "./brokers/instruments.ts";
import { benchPlace } from "./brokers/place.ts";
import { demoDayParts } from "./demo-day/bench-demo-day.ts";
import { deskParts } from "./desk/bench-desk.ts";
import { benchEnumeration } from "./enumeration.ts";
import { benchExchange } from "./exchange.ts";
import { fanOutParts } from "./fan-out/bench-fan-out.ts";
import { benchHttp } from "./http/bench-http.ts";
import { benchIdle } from "./idle/bench-idle.ts";
import { benchLoginFlood } from "./login-flood.ts";
import { benchLogins } from "./logins.ts";
import { benchMornings } from "./mornings/bench-mornings.ts";
import { benchNewsletter } from "./newsletter/bench-newsletter.ts";
import { chooseParts, type Part, type Parts, runParts, summaryOf } from "./parts.ts";
import type { Row } from "./report.ts";
import { printTable } from "./report.ts";
import { benchShell } from "./shell/bench-shell.ts";
import { benchStart } from "./start/bench-start.ts";
import { benchSteps } from "./steps/bench-steps.ts";
import { benchWeb } from "./web/bench-web.ts";

const benchmarks: Record<string, (() => Promise<readonly Row[]>) | Parts> = {
  articles: benchArticles,
  backtest: benchBacktest,
  decode: benchDecode,
  "demo-day": demoDayParts,
  desk: deskParts,
  enumeration: benchEnumeration,
  exchange: benchExchange,
  "fan-out": fanOutParts,
  http: benchHttp,
  idle: benchIdle,
  instruments: benchInstruments,
  "login-flood": benchLoginFlood,
  logins: benchLogins,
  mornings: benchMornings,
  newsletter: benchNewsletter,
  place: benchPlace,
  shell: benchShell,
  start: benchStart,
  steps: benchSteps,
  ticks: benchTicks,
  web: benchWeb,
};

const all = Object.entries(benchmarks).flatMap(([name, work]): readonly Part[] =>
  typeof work === "function"
    ? [{ name, run: work }]
    : Object.entries(work).map(([part, run]) => ({ name: `${name}/${part}`, run })),
);
const { values, positionals } = readWords({ options: { keep: { type: "string" } }, allowPositionals: true });
const { parts, unknown } = chooseParts(all, positionals);
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${all.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}

const rows = await runParts(parts, values.keep ?? null);
printTable(rows);
console.log(`\n${summaryOf(rows)}`);
process.exitCode = rows.some((row) => row.verdict === "FAIL") ? 1 : 0;
