// Runs on any Node: plain JavaScript without dependencies.
import { spawnSync } from "node:child_process";
import { at, ROOT, runTool } from "./lib/checkout.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { printedUsage } from "./lib/usage.mjs";

await runTool(async () => {
  const words = process.argv.slice(2);
  if (printedUsage("declare-dead.mjs", words)) return 0;
  const env = readEnvironment();
  ensureInstalled();
  const args = [at("apps/server/src/main/declare-dead.ts"), ...words];
  return spawnSync(chooseRuntime(), args, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
});
