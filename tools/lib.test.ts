import fs from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { at } from "./lib/checkout.mjs";
import { parseEnvFile } from "./lib/env-file.mjs";
import { matchesLock } from "./lib/install.mjs";
import StrayErrors, { strayFileOf } from "./lib/stray-errors.mjs";
import { countFromReport, countPlaywright, countVitest, withSecondTry } from "./lib/suite.mjs";

describe("parseEnvFile", () => {
  it("reads names, quotes, comments and empty values", () => {
    const file = `# settings
PORT=3100
export MODE = sandbox # a note
QUOTED="a # b"
SINGLE='x y'
EMPTY=
URL=postgres://u:p=1@localhost/db
not a line`;
    expect(parseEnvFile(file)).toEqual({
      PORT: "3100",
      MODE: "sandbox",
      QUOTED: "a # b",
      SINGLE: "x y",
      EMPTY: "",
      URL: "postgres://u:p=1@localhost/db",
    });
  });
});

describe("matchesLock", () => {
  const here = { os: [process.platform], cpu: [process.arch] };
  const wanted = {
    packages: {
      "": { version: "0" },
      "packages/core": {},
      "node_modules/a": { version: "1.0.0" },
      "node_modules/tests": { version: "4.0.0", dev: true },
      "node_modules/native": { version: "2.0.0", optional: true, ...here },
      "node_modules/foreign": { version: "2.0.0", optional: true, os: ["plan9"], cpu: ["z80"] },
      "node_modules/of-foreign": { version: "3.0.0", optional: true },
    },
  };
  const tests = { "node_modules/tests": { version: "4.0.0" } };
  const installed = (extra: Record<string, { version: string }>) => ({
    packages: { "node_modules/a": { version: "1.0.0" }, "node_modules/native": { version: "2.0.0" }, ...extra },
  });

  it("accepts an install that lacks only packages for other platforms", () => {
    expect(matchesLock(installed(tests), wanted, true)).toBe(true);
  });
  it("accepts an install without development dependencies for running, and not for tests", () => {
    expect(matchesLock(installed({}), wanted, false)).toBe(true);
    expect(matchesLock(installed(tests), wanted, false)).toBe(true);
    expect(matchesLock(installed({}), wanted, true)).toBe(false);
    expect(matchesLock(installed({ "node_modules/tests": { version: "3.0.0" } }), wanted, true)).toBe(false);
  });
  it("refuses another version, a missing package and a partial install", () => {
    for (const forTests of [false, true]) {
      const matches = (found: Parameters<typeof matchesLock>[0]) => matchesLock(found, wanted, forTests);
      expect(matches(installed({ ...tests, "node_modules/a": { version: "1.0.1" } }))).toBe(false);
      expect(matches(installed({ ...tests, "node_modules/of-foreign": { version: "9.0.0" } }))).toBe(false);
      expect(matches({ packages: { ...tests, "node_modules/a": { version: "1.0.0" } } })).toBe(false);
      expect(matches({})).toBe(false);
    }
  });
  it("includes the web build's packages in every install, and test-only packages in no install for running", () => {
    const { packages } = JSON.parse(fs.readFileSync(at("package-lock.json"), "utf8"));
    const isDev = (name: string) => packages[`node_modules/${name}`].dev === true;
    expect(["vite", "@react-router/dev", "@tailwindcss/vite", "tailwindcss", "lucide-react"].filter(isDev)).toEqual([]);
    const onlyTests = ["@biomejs/biome", "@playwright/test", "lighthouse", "@sentry/node", "vitest", "typescript-7"];
    expect(onlyTests.filter(isDev)).toEqual(onlyTests);
  });
});

describe("the counts of npm test", () => {
  const noTests = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

  it("counts an unreadable file as a failure", () => {
    const testResults = [{ name: at("broken.test.ts"), status: "failed", assertionResults: [] }];
    const names = ["broken.test.ts"];
    const files = [{ file: "broken.test.ts", passed: 0, failed: 1, skipped: 0 }];
    const counts = { passed: 2, failed: 1, skipped: 0, names, files };
    expect(countVitest({ ...noTests, numPassedTests: 2, testResults })).toEqual(counts);
  });
  it("counts a retried file by its second run alone", () => {
    const tests = (...statuses: string[]) => statuses.map((status, place) => ({ status, fullName: `${place}` }));
    const first = countVitest({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: [
        { name: at("good.test.ts"), status: "passed", assertionResults: tests("passed", "passed", "passed", "passed") },
        { name: at("x.test.ts"), status: "failed", assertionResults: tests("passed", "failed", "pending") },
        { name: at("broken.test.ts"), status: "failed", assertionResults: [] },
      ],
    });
    expect(first.failed).toBe(2);
    const second = { passed: 3, failed: 1, skipped: 1, names: ["broken.test.ts › still"] };
    const again = ["x.test.ts", "broken.test.ts"];
    expect(withSecondTry(first, second)).toEqual({ passed: 7, failed: 1, skipped: 1, names: second.names, again });
    expect(withSecondTry(first, { ...second, passed: 4, failed: 0, names: [] }).failed).toBe(0);
  });
  it("names every failed test at the end of a long run", () => {
    const assertionResults = [
      { status: "passed", fullName: "a" },
      { status: "failed", fullName: "b c" },
    ];
    const testResults = [{ name: at("x.test.ts"), status: "failed", assertionResults }];
    expect(countVitest({ ...noTests, numFailedTests: 1, testResults }).names).toEqual(["x.test.ts › b c"]);
  });
  it("counts a runner that crashes without a failed test or a report as a failure", () => {
    expect(countFromReport(() => false, countVitest)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });
  it("reports errors outside of any test with their place", () => {
    const stack = "ReferenceError: window is not defined\n    at late (timer.js:1:2)";
    const run = (report: string) => {
      vi.stubEnv("STRAY_ERRORS_FILE", strayFileOf(report));
      const error = { name: "ReferenceError", message: "window is not defined", stack, VITEST_TEST_PATH: "x.test.ts" };
      new StrayErrors().onTestRunEnd([], [error]);
      vi.unstubAllEnvs();
      return false;
    };
    const name = "outside of any test in x.test.ts: ReferenceError: window is not defined | at late (timer.js:1:2)";
    expect(countFromReport(run, countVitest)).toMatchObject({ failed: 1, names: [name] });
  });
  it("counts end-to-end tests and errors outside of them, and names failures and retries", () => {
    const stats = { expected: 3, flaky: 1, unexpected: 0, skipped: 2 };
    const spec = (title: string, status: string) => ({
      title,
      file: "x.spec.ts",
      tests: [{ projectName: "phone", status }],
    });
    const suites = [{ specs: [spec("a", "expected")], suites: [{ specs: [spec("b", "flaky")] }] }];
    const counts = { passed: 4, failed: 0, skipped: 2, names: [], again: ["x.spec.ts › b (phone)"] };
    expect(countPlaywright({ stats, errors: [], suites })).toEqual(counts);
    expect(countPlaywright({ stats, errors: [{}], suites })).toEqual({ ...counts, failed: 1 });
    const failed = { stats: { ...stats, unexpected: 1 }, errors: [], suites: [{ specs: [spec("c", "unexpected")] }] };
    expect(countPlaywright(failed).names).toEqual(["x.spec.ts › c (phone)"]);
  });
});
