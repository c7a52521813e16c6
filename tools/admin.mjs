// Runs on any Node: plain JavaScript without dependencies.
import { spawnSync } from "node:child_process";
import { at, ROOT, runTool } from "./lib/checkout.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { printedUsage } from "./lib/usage.mjs";

await runTool(async () => {
  if (printedUsage("admin.mjs", process.argv.slice(2))) return 0;
  const env = readEnvironment();
  ensureInstalled();
  const args = [at("apps/server/src/main/admin.ts"), ...process.argv.slice(2)];
  return spawnSync(chooseRuntime(), args, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
});
