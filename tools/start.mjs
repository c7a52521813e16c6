// Runs on whatever Node the machine has: plain JavaScript, no dependency.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { at, Refusal, ROOT, runTool } from "./lib/checkout.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { findRunningServer } from "./lib/running-server.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { ensureWebBuild } from "./lib/web-build.mjs";

const SERVER = "apps/server/src/main/server.ts";
const FORWARDED = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

await runTool(async () => {
  const isDev = process.argv.includes("--dev");
  const isOnlyPreparing = process.argv.includes("--prepare");
  const env = readEnvironment();
  if (!isOnlyPreparing) refuseSecondServer(path.resolve(ROOT, env["DATA_DIR"] || "data"));
  ensureInstalled();
  const runtime = chooseRuntime();
  if (isDev) return serve(runtime, watchFlags(), { ...env, NODE_ENV: "development", WEB_DEV: "1" });
  const build = ensureWebBuild(runtime);
  if (isOnlyPreparing) return 0;
  return serve(runtime, [], { ...env, NODE_ENV: "production", WEB_BUILD_DIR: build });
});

/** @param {string} dataDir */
function refuseSecondServer(dataDir) {
  const running = findRunningServer(dataDir);
  if (running === null) return;
  throw new Refusal(
    `Vriddhi already runs from this data folder, at http://localhost:${running.port} (process ${running.pid}). ` +
      "Stop it first, or choose another DATA_DIR and PORT.",
  );
}

function watchFlags() {
  const packages = fs.readdirSync(at("packages")).map((name) => `packages/${name}/src`);
  const folders = ["apps/server/src", ...packages].filter((folder) => fs.existsSync(at(folder)));
  return ["--watch", "--watch-preserve-output", ...folders.map((folder) => `--watch-path=${folder}`)];
}

/**
 * Always a process of its own, so that its command line names the server.
 * @param {string} runtime
 * @param {readonly string[]} flags
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
function serve(runtime, flags, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(runtime, [...flags, at(SERVER)], { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
    for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? os.constants.signals[signal] : 0)));
  });
}
