// Runs on any Node: plain JavaScript without dependencies.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { at, Refusal, ROOT, runTool } from "./lib/checkout.mjs";
import { refuseUnusableFolder } from "./lib/data-folder.mjs";
import { develop } from "./lib/develop.mjs";
import { ENGINE_FLAGS } from "./lib/engine-flags.mjs";
import { envFileNames, readEnvironment } from "./lib/env-file.mjs";
import { refuseTakenPort } from "./lib/free-port.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { findRunningServer } from "./lib/running-server.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";
import { supervise } from "./lib/supervise.mjs";
import { printedUsage } from "./lib/usage.mjs";
import { ensureWebBuild, findWebBuild } from "./lib/web-build.mjs";
import { welcome } from "./lib/welcome.mjs";

const SERVER = "apps/server/src/main/server.ts";
const STAND_BY = "tools/lib/stand-by.mjs";
const SETTINGS_CHECK = "apps/server/src/main/check-settings.ts";
const FORWARDED = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

await runTool(async () => {
  if (printedUsage("start.mjs", process.argv.slice(2))) return 0;
  const isDev = process.argv.includes("--dev");
  const isOnlyPreparing = process.argv.includes("--prepare");
  const env = readEnvironment();
  if (!isOnlyPreparing) {
    refuseSecondServer(env);
    await refuseTakenPort(env);
    refuseUnusableFolder(dataDirOf(env));
  }
  const isPrepared = process.argv.includes("--prepared");
  if (!isPrepared) ensureInstalled();
  const runtime = chooseRuntime();
  if (!isOnlyPreparing) checkSettings(runtime, env);
  if (isDev) return serve(runtime, { ...env, NODE_ENV: "development", WEB_DEV: "1" });
  const build = isPrepared ? findWebBuild() : ensureWebBuild(runtime);
  if (isOnlyPreparing) return 0;
  return serve(runtime, { ...env, NODE_ENV: "production", WEB_BUILD_DIR: build });
});

/** @param {NodeJS.ProcessEnv} env */
function dataDirOf(env) {
  return path.resolve(ROOT, env["DATA_DIR"] || "data");
}

/** The server's own check, before any slow step. @param {string} runtime @param {NodeJS.ProcessEnv} env */
function checkSettings(runtime, env) {
  if (!fs.existsSync(at(SETTINGS_CHECK))) return;
  const { status, stderr } = spawnSync(runtime, [at(SETTINGS_CHECK), ...envFileNames()], {
    cwd: ROOT,
    env,
    encoding: "utf8",
    stdio: ["ignore", "inherit", "pipe"],
  });
  if (status !== 0) throw new Refusal(stderr.trim());
  if (stderr.trim() !== "") console.error(stderr.trim());
}

/** @param {NodeJS.ProcessEnv} env */
function refuseSecondServer(env) {
  const running = findRunningServer(dataDirOf(env));
  if (running === null) return;
  // The settings are the nearer reason, and a running product has everything that the check needs.
  checkSettings(chooseRuntime(), env);
  throw new Refusal(
    `Vriddhi already runs from this data folder, at http://localhost:${running.port} (process ${running.pid}). ` +
      "Stop it first, or choose another DATA_DIR and PORT.",
  );
}

function sourceFolders() {
  const packages = fs.readdirSync(at("packages")).map((name) => `packages/${name}/src`);
  return ["apps/server/src", ...packages].map(at).filter((folder) => fs.existsSync(folder));
}

/**
 * One process with every role, or the roles of PROCESSES, each restarted after a crash.
 * @param {string} runtime
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
async function serve(runtime, env) {
  /** @type {ReturnType<typeof supervise>[]} */
  const kept = [];
  let isStopping = false;
  for (const signal of FORWARDED)
    process.on(signal, () => {
      isStopping = true;
      for (const { stop } of kept) stop(signal);
    });
  for (const own of plan(env)) {
    const address = isStopping ? null : await keep(runtime, { ...env, ...own }, kept);
    if (address === null) break;
    if (own["ROLE"] === "sandbox") env["SANDBOX_URL"] = address;
  }
  greet(env);
  return endOf(kept);
}

/** Prints further help only on a terminal. @param {NodeJS.ProcessEnv} env */
function greet(env) {
  if (!process.stdout.isTTY) return;
  const logFile = path.join(path.relative(process.cwd(), dataDirOf(env)), "vriddhi.log");
  if (env["MODE"] === "live") console.log(`The log is written to ${logFile}; errors appear here too.`);
  else console.log(welcome(env["PUBLIC_URL"] || `http://localhost:${env["PORT"] || 3000}`, logFile));
}

/**
 * The settings of each process. Only the API has a public address; engines and workers may occur more than once: an
 * engine that is not the leader is on stand-by, workers share the accounts.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>[]}
 */
function plan(env) {
  const roles = (env["PROCESSES"] ?? "").split(",").map((role) => role.trim());
  const named = (/** @type {string} */ role) => roles.filter((each) => each === role);
  const single = ["sandbox", "api"].flatMap((role) => named(role).slice(0, 1));
  const known = [...single, ...named("engine"), ...named("worker")];
  if (known.length === 0) return [{}];
  const shared = { PUBLIC_URL: env["PUBLIC_URL"] || `http://localhost:${env["PORT"] || 3000}` };
  return known.map((role) => ({ ...shared, ROLE: role, ...(role === "api" ? {} : { PORT: "0" }) }));
}

/**
 * Always a separate process, so that its command line names the server. Returns its address when it is ready, and `null`
 * when it has ended before. The sandbox comes first: the others need its address.
 * @param {string} runtime
 * @param {NodeJS.ProcessEnv} env
 * @param {ReturnType<typeof supervise>[]} kept
 * @returns {Promise<string | null>}
 */
function keep(runtime, env, kept) {
  const isDev = env["WEB_DEV"] === "1";
  const flags = isDev ? ["--disable-warning=ExperimentalWarning", `--import=${pathToFileURL(at(STAND_BY))}`] : [];
  return new Promise((resolve) => {
    const supervised = {
      name: env["PROCESSES"] ? `the ${env["ROLE"]} process` : "the server",
      holdsAccounts: ["all", "worker"].includes(env["ROLE"] || "all"),
      start: () =>
        spawn(runtime, [...ENGINE_FLAGS, ...flags, at(SERVER)], {
          cwd: ROOT,
          env,
          stdio: ["ignore", "inherit", "inherit", "ipc"],
        }),
      say: (/** @type {string} */ line) => console.error(line),
      onReady: (/** @type {{ address?: string }} */ { address }) => resolve(address ?? ""),
    };
    const keeping = isDev ? develop({ ...supervised, folders: sourceFolders() }) : supervise(supervised);
    kept.push(keeping);
    void keeping.ended.finally(() => resolve(null)).catch(() => undefined);
  });
}

/** The first exit stops the others. @param {readonly ReturnType<typeof supervise>[]} kept */
async function endOf(kept) {
  const code = await Promise.race(kept.map(({ ended }) => ended));
  for (const { stop } of [...kept].reverse()) stop("SIGTERM");
  await Promise.allSettled(kept.map(({ ended }) => ended));
  return code;
}
