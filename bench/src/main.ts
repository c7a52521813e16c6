// npm run bench [name …]: measures the real product from outside and says whether it keeps its promises.
import { benchBacktest } from "./backtest/bench-backtest.ts";
import { benchDecode } from "./brokers/decode.ts";
import { benchInstruments } from "./brokers/instruments.ts";
import { benchPlace } from "./brokers/place.ts";
import { benchExchange } from "./exchange.ts";
import { benchFanOut } from "./fan-out/bench-fan-out.ts";
import { benchHttp } from "./http/bench-http.ts";
import { benchLoginFlood } from "./login-flood.ts";
import { benchLogins } from "./logins.ts";
import { benchMornings } from "./mornings/bench-mornings.ts";
import type { Row } from "./report.ts";
import { printTable } from "./report.ts";
import { benchShell } from "./shell/bench-shell.ts";
import { benchStart } from "./start/bench-start.ts";
import { benchSteps } from "./steps/bench-steps.ts";
import { benchWeb } from "./web/bench-web.ts";

const benchmarks: Record<string, () => Promise<readonly Row[]>> = {
  backtest: benchBacktest,
  decode: benchDecode,
  exchange: benchExchange,
  "fan-out": benchFanOut,
  http: benchHttp,
  instruments: benchInstruments,
  "login-flood": benchLoginFlood,
  logins: benchLogins,
  mornings: benchMornings,
  place: benchPlace,
  shell: benchShell,
  start: benchStart,
  steps: benchSteps,
  web: benchWeb,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await run()));
}
printTable(rows);
process.exitCode = rows.some((row) => row.verdict === "FAIL") ? 1 : 0;
