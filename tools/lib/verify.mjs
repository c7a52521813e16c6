import fs from "node:fs";
import path from "node:path";
import { at } from "./checkout.mjs";
import { countFromReport, runScript, sum } from "./suite.mjs";

/** @typedef {import("./suite.mjs").Bench} Bench */

const TSC_CACHE = "node_modules/.cache/tsc";
const CRUISED = ["packages", "apps", "e2e", "bench", "tools"];

/** @type {Record<string, (bench: Bench) => boolean>} */
const checks = {
  biome: (bench) => runScript(bench, "node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]),
  "types of packages, server and tools": (bench) => checkTypes(bench, "tsconfig.json"),
  "types of the web": (bench) => generateRouteTypes(bench) && checkTypes(bench, "apps/web/tsconfig.json"),
  "types of the journeys": (bench) => checkTypes(bench, "e2e/tsconfig.json"),
  walls: checkWalls,
  "unused code": (bench) => runScript(bench, "node_modules/knip/bin/knip.js", ["--treat-config-hints-as-errors"]),
};

/** Each check counts as one test. @param {Bench} bench */
export function verify(bench) {
  return sum(
    Object.entries(checks).map(([name, check]) => {
      const startedAt = performance.now();
      const isGood = check(bench);
      console.log(`${isGood ? "✓" : "✗"} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
      return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
    }),
  );
}

/** @param {Bench} bench @param {string} project */
function checkTypes(bench, project) {
  if (!fs.existsSync(at(project))) {
    console.log(`  there is no ${project} yet`);
    return true;
  }
  const cache = path.join(TSC_CACHE, `${project.replaceAll("/", "-")}.tsbuildinfo`);
  const args = ["-p", project, "--incremental", "--tsBuildInfoFile", cache];
  return runScript(bench, "node_modules/typescript-7/bin/tsc", args);
}

/** @param {Bench} bench */
function generateRouteTypes(bench) {
  if (!fs.existsSync(at("apps/web/react-router.config.ts"))) return true;
  return runScript(bench, "node_modules/@react-router/dev/bin.cjs", ["typegen"], { cwd: at("apps/web") });
}

/** dependency-cruiser passes silently when it cannot read TypeScript: count what it saw. @param {Bench} bench */
function checkWalls(bench) {
  const folders = CRUISED.filter((folder) => fs.existsSync(at(folder)));
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "--output-to"];
  const { failed } = countFromReport(
    (report) =>
      runScript(bench, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [...args, report, ...folders]),
    (/** @type {import("dependency-cruiser").ICruiseResult} */ { summary }) => {
      for (const { rule, from, to } of summary.violations) console.log(`  ${rule.name}: ${from} → ${to}`);
      if (summary.totalCruised === 0) console.log("  no module was read");
      return { passed: 0, failed: summary.violations.length + (summary.totalCruised === 0 ? 1 : 0), skipped: 0 };
    },
  );
  return failed === 0;
}
