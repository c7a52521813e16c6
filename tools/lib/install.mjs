import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { at, Refusal, ROOT, readIfThere, sha256 } from "./checkout.mjs";
import { withProgress } from "./progress.mjs";

const OLDEST_NODE = 20;
const NPM_CI = [
  "ci",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
  "--include=dev",
  "--include=optional",
];

const INSTALLING = { what: "installing the dependencies", usually: "2 to 4 minutes, once" };

/** Changes when what must be installed changes. */
export const lockStamp = () => sha256([readIfThere(at("package-lock.json")), process.platform, process.arch]);

/** Installs what the lock file asks for, unless it is there already. */
export function ensureInstalled() {
  if (nodeMajor() < OLDEST_NODE)
    throw new Refusal(`Node ${OLDEST_NODE} or newer is needed, this is ${process.version}.`);
  const stampFile = at("node_modules/.start-stamp");
  const stamp = lockStamp();
  if (readIfThere(stampFile) === stamp) return;
  if (!matchesLock(readJson("node_modules/.package-lock.json"), readJson("package-lock.json"))) {
    withProgress(INSTALLING, installFromLock);
  }
  // It lies inside node_modules, which npm ci empties first: a half install has no stamp.
  fs.writeFileSync(stampFile, stamp);
}

export const nodeMajor = () => Number(process.versions.node.split(".")[0]);

function installFromLock() {
  const env = { ...process.env };
  delete env["NODE_ENV"]; // production would leave out what the build needs
  const npm = env["npm_execpath"]; // set by `npm start`
  /** @type {import("node:child_process").SpawnSyncOptions} */
  const options = { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] };
  const result = npm?.endsWith("js")
    ? spawnSync(env["npm_node_execpath"] ?? process.execPath, [npm, ...NPM_CI], options)
    : spawnSync("npm", NPM_CI, { ...options, shell: process.platform === "win32" });
  if (result.status !== 0) throw new Refusal("The dependencies could not be installed: npm's reason is above.");
}

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} LockFile
 */

/**
 * Whether a hand-made `npm install` already left exactly what the lock file asks for.
 * npm writes its own record last, so a half install has none.
 * @param {LockFile} installed
 * @param {LockFile} wanted
 */
export function matchesLock(installed, wanted) {
  const present = installed.packages;
  if (present === undefined) return false;
  return Object.entries(wanted.packages ?? {})
    .filter(([place]) => place.includes("node_modules/"))
    .every(([place, entry]) => {
      const found = present[place];
      return found === undefined ? mayBeAbsent(entry) : found.version === entry.version;
    });
}

/**
 * Optional packages stay away on machines they are not for, together with what only they need.
 * @param {LockedPackage} entry
 */
function mayBeAbsent(entry) {
  if (entry.optional !== true) return false;
  const isMeantForThisMachine = entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch);
  return !isMeantForThisMachine || entry.libc !== undefined;
}

/**
 * @param {string} relative
 * @returns {LockFile}
 */
function readJson(relative) {
  return JSON.parse(readIfThere(at(relative)) || "{}");
}
