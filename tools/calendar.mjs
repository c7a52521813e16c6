// Runs on any Node: plain JavaScript without dependencies.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { at, ROOT, runTool } from "./lib/checkout.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { printedUsage } from "./lib/usage.mjs";

/** The product runs in its own folder, so file arguments are resolved here. @param {readonly string[]} args */
const withWholePaths = (args) =>
  args.map((arg, index) =>
    args[index - 1] === "--file" ? path.resolve(process.env["INIT_CWD"] ?? process.cwd(), arg) : arg,
  );

await runTool(async () => {
  if (printedUsage("calendar.mjs", process.argv.slice(2))) return 0;
  const env = readEnvironment();
  ensureInstalled();
  const script = at("apps/server/src/main/list-calendar.ts");
  const args = withWholePaths(process.argv.slice(2));
  return spawnSync(chooseRuntime(), [script, ...args], { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
});
