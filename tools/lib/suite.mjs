import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { at, ROOT } from "./checkout.mjs";
import { strayFileOf } from "./stray-errors.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, names?: readonly string[], files?: readonly FileCounts[],
 *   again?: readonly string[] }} Counts `again`: what passed or failed only by its second try
 * @typedef {{ file: string, passed: number, failed: number, skipped: number }} FileCounts what a file with a failure counted
 * @typedef {{ readonly runtime: string, readonly env: NodeJS.ProcessEnv }} Bench
 */

/** Index of `cutime` among the fields after the process's name; `cstime` follows. */
const CHILD_USER = 13;
/** Linux reports times in 1/100 s on every platform that Node runs on. */
const TICKS_PER_SECOND = 100;

/** @type {Counts} */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/** The names of failed tests, for the last lines of a long run. @param {readonly Counts[]} all */
export function sum(all) {
  /** @type {{ passed: number, failed: number, skipped: number, names: string[], again: string[] }} */
  const total = { ...NOTHING, names: [], again: [] };
  for (const { passed, failed, skipped, names = [], again = [] } of all) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.names.push(...names);
    total.again.push(...again);
  }
  return total;
}

/**
 * Runs a script of a dependency under the pinned Node, its output shown.
 * @param {Bench} bench
 * @param {string} script
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 */
export function runScript(bench, script, args, options = {}) {
  const { status } = spawnSync(bench.runtime, [at(script), ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...bench.env, ...options.env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return status === 0;
}

/**
 * Runs a test runner that writes a JSON report, and counts from it. A runner that ends badly without a failed
 * test (a crash, a broken set-up, no report) counts as one failure, or as one for each error outside of the tests.
 * @template Report
 * @param {(reportFile: string) => boolean} run
 * @param {(report: Report) => Counts} count
 */
export function countFromReport(run, count) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-report-"));
  const reportFile = path.join(folder, "report.json");
  try {
    const isGood = run(reportFile);
    const counts = fs.existsSync(reportFile) ? count(JSON.parse(fs.readFileSync(reportFile, "utf8"))) : NOTHING;
    if (isGood || counts.failed > 0) return counts;
    const stray = strayErrorsOf(reportFile);
    const names = stray.length > 0 ? stray : ["a runner that ended badly without a failed test"];
    return { ...counts, failed: names.length, names };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} reportFile @returns {string[]} */
function strayErrorsOf(reportFile) {
  const file = strayFileOf(reportFile);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : [];
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: readonly { name: string, status: string,
 *   assertionResults: readonly { status: string, fullName: string }[] }[] }} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const unreadable = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unreadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: report.testResults.flatMap((file) => failuresOf(file)),
    files: report.testResults.filter((file) => file.status === "failed").map(countFile),
  };
}

/** @param {{ name: string, assertionResults: readonly { status: string }[] }} file @returns {FileCounts} */
function countFile({ name, assertionResults }) {
  const of = (/** @type {string} */ wanted) => assertionResults.filter(({ status }) => status === wanted).length;
  const [passed, failed] = [of("passed"), of("failed")];
  const isUnreadable = assertionResults.length === 0;
  return {
    file: path.relative(ROOT, name),
    passed,
    failed: isUnreadable ? 1 : failed,
    skipped: assertionResults.length - passed - failed,
  };
}

/**
 * What counts when the files with a failure were run once more: their second counts in place of their first.
 * @param {Counts} first
 * @param {Counts} second
 * @returns {Counts}
 */
export function withSecondTry(first, second) {
  const before = sum(first.files ?? []);
  return {
    passed: first.passed - before.passed + second.passed,
    failed: first.failed - before.failed + second.failed,
    skipped: first.skipped - before.skipped + second.skipped,
    names: second.names ?? [],
    again: (first.files ?? []).map(({ file }) => file),
  };
}

/** @param {{ name: string, status: string, assertionResults: readonly { status: string, fullName: string }[] }} file */
function failuresOf({ name, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return status === "failed" ? [path.relative(ROOT, name)] : [];
  return failed.map((test) => `${path.relative(ROOT, name)} › ${test.fullName}`);
}

/**
 * @typedef {{ title: string, file: string, tests: readonly { projectName: string, status: string }[] }} JourneySpec
 * @typedef {{ specs?: readonly JourneySpec[], suites?: readonly JourneySuite[] }} JourneySuite
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, errors: readonly unknown[],
 *   suites?: readonly JourneySuite[] }} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors, suites = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
    names: suites.flatMap((suite) => journeysWith("unexpected", suite)),
    again: suites.flatMap((suite) => journeysWith("flaky", suite)),
  };
}

/** @param {string} wanted @param {JourneySuite} suite @returns {string[]} */
function journeysWith(wanted, { specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.filter(({ status }) => status === wanted).map(({ projectName }) => `${file} › ${title} (${projectName})`),
  );
  return [...own, ...suites.flatMap((suite) => journeysWith(wanted, suite))];
}

/** CPU seconds of all child processes that have ended so far; `null` where the system does not report them. */
export function childCpuSeconds() {
  try {
    const stat = fs.readFileSync("/proc/self/stat", "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[CHILD_USER]) + Number(fields[CHILD_USER + 1])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
