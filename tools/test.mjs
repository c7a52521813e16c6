// Runs on any Node: plain JavaScript without dependencies. The checks themselves run on the pinned one.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { startBusyLoops } from "./lib/busy.mjs";
import { at, Refusal, ROOT, runTool } from "./lib/checkout.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { strayFileOf } from "./lib/stray-errors.mjs";
import {
  childCpuSeconds,
  countFromReport,
  countPlaywright,
  countVitest,
  NOTHING,
  runScript,
  sum,
  withSecondTry,
} from "./lib/suite.mjs";
import { findSystemPostgres } from "./lib/system-postgres.mjs";
import { printedUsage } from "./lib/usage.mjs";
import { verify } from "./lib/verify.mjs";

/** Many of these tests wait for processes and databases that they start: a third one computes meanwhile. */
const STORE_WORKERS = ["--maxWorkers", "3"];

/** Maximum second tries of failed files or journeys in CI, where the machine may be busy; more are a defect. */
const SECOND_TRIES_MAX = 6;
/** More failed files are not rerun: a fault and not a busy machine. */
const RERUN_FILES_MAX = 20;

/**
 * @typedef {import("./lib/suite.mjs").Bench} Bench
 * @typedef {import("./lib/suite.mjs").Counts} Counts
 * @typedef {{ readonly budgetSeconds: number, run(bench: Bench): Counts }} Suite
 */

/** In this order: what fails soonest comes first. All budgets together are 15 minutes on two quiet cores. @type {Record<string, Suite>} */
const suites = {
  verify: { budgetSeconds: 60, run: verify },
  small: { budgetSeconds: 180, run: (bench) => runVitest(bench, ["small", "web-logic", "web"]) },
  store: { budgetSeconds: 330, run: runStore },
  conformance: { budgetSeconds: 30, run: (bench) => runVitest(bench, ["conformance"]) },
  journeys: { budgetSeconds: 300, run: runJourneys },
};

/** What `--deep` runs, in full and beside busy loops; the other suites have nothing that an ordinary run leaves out. */
const DEEP_SUITES = ["small", "store"];

await runTool(async () => {
  const [first, second, ...rest] = process.argv.slice(2);
  const isFile = first === "--run" && second !== undefined;
  if (isFile ? printedUsage(second, rest) : printedUsage("test.mjs", process.argv.slice(2))) return 0;
  if (isFile) return runFile(second, rest);
  const isDeep = process.argv.includes("--deep");
  const isBusy = isDeep || process.argv.includes("--busy");
  const [flag, value] = process.argv.slice(2).filter((argument) => !["--busy", "--deep"].includes(argument));
  const names = flag === undefined && isDeep ? DEEP_SUITES : chooseSuites(flag, value);
  const bench = prepare(isDeep);
  return report(isBusy ? beside(bench, () => runSuites(names, bench)) : runSuites(names, bench));
});

/** @param {ReturnType<typeof sum> & { lines: readonly string[] }} total */
function report({ passed, failed, skipped, names, again, lines }) {
  console.log(`\n${lines.join("\n")}`);
  for (const name of names) console.log(`failed: ${name}`);
  for (const name of again) console.log(`second try: ${name}`);
  const isFlaky = again.length > SECOND_TRIES_MAX;
  if (again.length > 0) console.log(`${again.length} needed a second try, at most ${SECOND_TRIES_MAX} may`);
  const failures = failed + (isFlaky ? 1 : 0);
  console.log(`\n${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  return failures > 0 ? 1 : 0;
}

/** @param {readonly string[]} names @param {Bench} bench */
function runSuites(names, bench) {
  const results = [];
  const lines = [];
  for (const name of names) {
    const { counts, line } = runSuite(name, bench);
    results.push(counts);
    lines.push(line);
    if (name === "verify" && counts.failed > 0) break;
  }
  return { ...sum(results), lines };
}

/**
 * Does the work while every core is kept busy by something else.
 * @template T
 * @param {Bench} bench
 * @param {() => T} work
 */
function beside(bench, work) {
  const loops = startBusyLoops(bench.runtime);
  console.log(`${loops.count} busy loops run beside the tests`);
  try {
    return work();
  } finally {
    loops.stop();
  }
}

/** @param {boolean} [isDeep] @returns {Bench} */
function prepare(isDeep = false) {
  ensureInstalled({ forTests: true });
  return { runtime: chooseRuntime(), env: { ...process.env, TZ: "UTC", ...(isDeep ? { TEST_DEEP: "1" } : {}) } };
}

/** @param {string | undefined} flag @param {string | undefined} value */
function chooseSuites(flag, value) {
  const all = Object.keys(suites);
  if (flag === undefined) return all;
  if (flag === "--only" && value !== undefined && all.includes(value)) return [value];
  throw new Refusal(`Usage: node tools/test.mjs [--busy] [--deep] [--only ${all.join("|")}] [--run FILE [argument …]]`);
}

/** @param {string} file @param {readonly string[]} args */
function runFile(file, args) {
  const { runtime, env } = prepare();
  return spawnSync(runtime, [at(file), ...args], { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
}

/** @param {string} name @param {Bench} bench */
function runSuite(name, bench) {
  const suite = suites[name];
  if (suite === undefined) throw new Refusal(`${name} is no suite`);
  console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
  const startedAt = performance.now();
  const cpuBefore = childCpuSeconds();
  const counts = suite.run(bench);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuAfter = childCpuSeconds();
  const verdict = seconds > suite.budgetSeconds ? "over its budget" : "of its budget";
  const cpu = cpuBefore === null || cpuAfter === null ? "" : `, ${(cpuAfter - cpuBefore).toFixed(0)} s of CPU`;
  const line = `${name}: ${seconds.toFixed(1)} s ${verdict} of ${suite.budgetSeconds} s${cpu}`;
  console.log(line);
  return { counts, line };
}

/** @param {Bench} bench @param {readonly string[]} projects @param {readonly string[]} [options] */
function runVitest(bench, projects, options = []) {
  const first = runVitestOnce(bench, projects, options);
  const files = [...new Set(first.files?.map(({ file }) => file))];
  if (bench.env["CI"] === undefined || files.length === 0 || files.length > RERUN_FILES_MAX) return first;
  console.log("\nOne more try, one file after the other, of what failed beside everything else:");
  for (const name of first.names ?? []) console.log(`  first try failed: ${name}`);
  return withSecondTry(first, runVitestOnce(bench, projects, [...files, "--maxWorkers", "1"]));
}

/** @param {Bench} bench @param {readonly string[]} projects @param {readonly string[]} options */
function runVitestOnce(bench, projects, options) {
  const chosen = [...projects.flatMap((project) => ["--project", project]), ...options];
  return countFromReport((report) => {
    const kept = [`--reporter=${at("tools/lib/stray-errors.mjs")}`, "--reporter=json", `--outputFile.json=${report}`];
    const args = ["run", ...chosen, "--reporter=default", ...kept];
    return runScript(bench, "node_modules/vitest/vitest.mjs", args, {
      env: { STRAY_ERRORS_FILE: strayFileOf(report) },
    });
  }, countVitest);
}

/** @param {Bench} bench */
function runStore(bench) {
  if (bench.env["TEST_DEEP"] === undefined) return runVitest(bench, ["store-embedded"], STORE_WORKERS);
  if (findSystemPostgres() !== null) return runVitest(bench, ["store-embedded", "store-system"], STORE_WORKERS);
  console.log("skipped for a PostgreSQL of this machine: there is none (TEST_DATABASE_URL names one)");
  return runVitest(bench, ["store-embedded"], STORE_WORKERS);
}

/** @param {Bench} bench */
function runJourneys(bench) {
  if (!fs.existsSync(at("e2e/playwright.config.ts"))) {
    console.log("skipped: there are no journeys yet");
    return NOTHING;
  }
  const chromium = ensureChromium(bench);
  if (chromium === null) {
    console.log("no Chromium could be found or installed: install one, or name it in CHROMIUM");
    return { ...NOTHING, failed: 1 };
  }
  if (!runScript(bench, "tools/start.mjs", ["--prepare"])) return { ...NOTHING, failed: 1 };
  return countFromReport((report) => {
    const args = ["test", "-c", "e2e/playwright.config.ts", "--reporter=list,json"];
    const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    return runScript(bench, "node_modules/@playwright/test/cli.js", args, { env });
  }, countPlaywright);
}
