// Runs on whatever Node the machine has: plain JavaScript, no dependency.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { at, ROOT, runTool } from "./lib/checkout.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { tellUsage } from "./lib/usage.mjs";

/**
 * A file is named from where one stands, the product runs in its own folder.
 * @param {readonly string[]} args
 */
const withWholePaths = (args) =>
  args.map((arg, index) =>
    args[index - 1] === "--file" ? path.resolve(process.env["INIT_CWD"] ?? process.cwd(), arg) : arg,
  );

await runTool(async () => {
  if (tellUsage("calendar.mjs", process.argv.slice(2))) return 0;
  const env = readEnvironment();
  ensureInstalled();
  const script = at("apps/server/src/main/list-calendar.ts");
  const args = withWholePaths(process.argv.slice(2));
  return spawnSync(chooseRuntime(), [script, ...args], { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
});
