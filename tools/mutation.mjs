// Mutation testing of the rules of money and orders: changes one place at a time and counts undetected mutants.
import fs from "node:fs";
import { at, Refusal, readIfThere, runTool } from "./lib/checkout.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { runScript } from "./lib/suite.mjs";
import { printedUsage } from "./lib/usage.mjs";

/** Required percentage of detected mutants in every folder. */
const SCORE_MIN = 85;

const RESULTS = "node_modules/.cache/mutation";

/** Where the rules are, each folder with its tests. @type {Readonly<Record<string, string>>} */
const folders = {
  "core/allocation": "packages/core/src/allocation",
  "core/billing": "packages/core/src/billing",
  "core/charges": "packages/core/src/charges",
  "core/exit": "packages/core/src/exit",
  "core/ledger": "packages/core/src/ledger",
  "core/order": "packages/core/src/order",
  "core/risk": "packages/core/src/risk",
  "execution/decide": "packages/execution/src/decide",
};

await runTool(async () => {
  const names = process.argv.slice(2);
  if (printedUsage("mutation.mjs", names)) return 0;
  const unknown = names.find((name) => !(name in folders));
  if (unknown !== undefined) throw new Refusal(`${unknown} is none of ${Object.keys(folders).join(", ")}`);
  ensureInstalled({ forTests: true });
  const runtime = chooseRuntime();
  fs.mkdirSync(at(RESULTS), { recursive: true });
  const chosen = names.length === 0 ? Object.keys(folders) : names;
  const scores = chosen.map((name) => ({ name, ...mutate(runtime, name) }));
  for (const { name, score, found, all } of scores)
    console.log(`${score >= SCORE_MIN ? "✓" : "✗"} ${name}: ${score.toFixed(1)} % (${found} of ${all})`);
  return scores.every(({ score }) => score >= SCORE_MIN) ? 0 : 1;
});

/** @param {string} runtime @param {string} name */
function mutate(runtime, name) {
  const results = `${RESULTS}/${name.replace("/", "-")}.json`;
  console.log(`\n── ${name}`);
  const env = { TZ: "UTC", MUTATED: folders[name] ?? "", MUTATION_RESULTS: results };
  const isDone = runScript(
    { runtime, env: process.env },
    "node_modules/@stryker-mutator/core/bin/stryker.js",
    ["run", "tools/mutation/stryker.config.mjs"],
    { env },
  );
  if (!isDone) throw new Refusal(`The run over ${name} ended badly: the reason is above.`);
  return scoreOf(JSON.parse(readIfThere(at(results))));
}

/**
 * A change that ran into a limit of time was noticed; one that could not be made counts for nothing.
 * @param {{ files: Record<string, { mutants: readonly { status: string }[] }> }} report
 */
function scoreOf({ files }) {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const found = statuses.filter((status) => status === "Killed" || status === "Timeout").length;
  const all = found + statuses.filter((status) => status === "Survived" || status === "NoCoverage").length;
  return { found, all, score: all === 0 ? 100 : (100 * found) / all };
}
