import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { at, Refusal, ROOT, sha256 } from "./checkout.mjs";
import { readEnvironment } from "./env-file.mjs";
import { lockStamp } from "./install.mjs";
import { withProgress } from "./progress.mjs";

const BUILDS_KEPT = 3;
/** Only what can change the result; .dependency-cruiser.cjs limits the web to these. */
const SOURCES = ["apps/web", "packages/core", "packages/contract"];
const NOT_SOURCES = /^(node_modules|build|\.react-router|.*\.test\.tsx?)$/;
const UNFINISHED = ".unfinished-";

/** Each state of the sources has its own folder: a running server never loses its build. @param {string} runtime */
export function ensureWebBuild(runtime) {
  const builds = at("apps/web/build");
  const settings = buildSettings();
  const target = path.join(builds, webStamp(settings).slice(0, 16));
  if (!fs.existsSync(target)) {
    const unfinished = path.join(builds, `${UNFINISHED}${process.pid}`);
    fs.rmSync(unfinished, { recursive: true, force: true });
    withProgress({ what: "building the web", usually: "a minute, after each change" }, () =>
      build(runtime, unfinished, settings),
    );
    publish(unfinished, target);
  }
  const now = new Date();
  fs.utimesSync(target, now, now); // used builds are the newest
  deleteOldBuilds(builds, target);
  return target;
}

/** The newest build of an installation that was prepared before and may be read-only. */
export function findWebBuild() {
  const builds = at("apps/web/build");
  const [newest] = fs.existsSync(builds) ? listBuilds(builds).filter((entry) => !entry.isUnfinished) : [];
  if (newest === undefined) throw new Refusal("Nothing is prepared here: run `npm start -- --prepare` first.");
  return newest.folder;
}

const FACTS = ["SELLER_ADDRESS", "SELLER_GSTIN", "COMPANY_CIN", "COMPANY_REGISTRATION", "COMPANY_GRIEVANCE"];

/** The operator's settings that are built into pages. */
function buildSettings() {
  const environment = readEnvironment();
  const facts = Object.fromEntries(FACTS.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  return { SITE_CLAIMS: environment["SITE_CLAIMS"] || "on", COMPANY_FACTS: JSON.stringify(facts) };
}

/** @param {Record<string, string>} settings */
function webStamp(settings) {
  const files = SOURCES.flatMap((folder) => listFiles(at(folder))).sort();
  const contents = files.flatMap((file) => [path.relative(ROOT, file), fs.readFileSync(file)]);
  return sha256([lockStamp(), ...Object.values(settings), fs.readFileSync(at("tsconfig.base.json")), ...contents]);
}

/** @param {string} folder @returns {string[]} */
function listFiles(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.test(entry.name))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(file);
      return entry.isFile() ? [file] : [];
    });
}

/** @param {string} runtime @param {string} folder @param {Record<string, string>} settings */
function build(runtime, folder, settings) {
  const env = { ...process.env, NODE_ENV: "production", WEB_BUILD_DIR: folder, ...settings };
  for (const step of [[at("node_modules/@react-router/dev/bin.cjs"), "build"], ["csp-hashes.ts"]]) {
    const result = spawnSync(runtime, step, { cwd: at("apps/web"), env, encoding: "utf8", stdio: "pipe" });
    if (result.status === 0) continue;
    fs.rmSync(folder, { recursive: true, force: true });
    const reason = `${result.stdout ?? ""}${result.stderr ?? ""}`.replaceAll(ROOT, ".");
    throw new Refusal(`${reason}\nThe web could not be built: the reason is above.`);
  }
}

/** Renamed when complete: no half build counts as a whole one. @param {string} unfinished @param {string} target */
function publish(unfinished, target) {
  try {
    fs.renameSync(unfinished, target);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(target)) throw error; // otherwise another start was faster with the same build
  }
}

/** The newest first. @param {string} builds */
function listBuilds(builds) {
  return fs
    .readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => ({ folder: path.join(builds, entry.name), isUnfinished: entry.name.startsWith(UNFINISHED) }))
    .map((entry) => ({ ...entry, usedAt: fs.statSync(entry.folder).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
}

/** @param {string} builds @param {string} used */
function deleteOldBuilds(builds, used) {
  const folders = listBuilds(builds);
  const finished = folders.filter((entry) => !entry.isUnfinished).slice(BUILDS_KEPT);
  const hourAgo = Date.now() - 3_600_000;
  const abandoned = folders.filter((entry) => entry.isUnfinished && entry.usedAt < hourAgo);
  for (const { folder } of [...finished, ...abandoned]) {
    if (folder !== used) fs.rmSync(folder, { recursive: true, force: true });
  }
}
