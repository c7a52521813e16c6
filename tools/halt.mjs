// Runs on any Node: plain JavaScript without dependencies.
import { spawnSync } from "node:child_process";
import { at, Refusal, ROOT, runTool } from "./lib/checkout.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { printedUsage } from "./lib/usage.mjs";

await runTool(async () => {
  const words = process.argv.slice(2);
  if (printedUsage("halt.mjs", words)) return 0;
  const env = readEnvironment();
  // npm keeps a word before the two dashes for itself: without it the tool would halt instead of lifting.
  if (env["npm_config_lift"] !== undefined && !words.includes("--lift"))
    throw new Refusal("Nothing was changed. To lift the halt: npm run halt -- --lift");
  ensureInstalled();
  const args = [at("apps/server/src/main/halt.ts"), ...words];
  return spawnSync(chooseRuntime(), args, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
});
