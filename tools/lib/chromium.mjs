import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { at } from "./checkout.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * A browser for the journeys: the one the environment names, the machine's, or one installed now.
 * @param {import("./suite.mjs").Bench} bench
 * @returns {string | null} null when none could be had
 */
export function ensureChromium(bench) {
  const named = bench.env["CHROMIUM"];
  if (named && fs.existsSync(named)) return named;
  return findOnPath() ?? installFromDebian() ?? installFromPlaywright(bench);
}

function findOnPath() {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter(Boolean);
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return places.find((place) => fs.existsSync(place)) ?? null;
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !fs.existsSync("/etc/debian_version")) return null;
  console.log("installing Debian's Chromium…");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    spawnSync("apt-get", ["-q", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  }
  return findOnPath();
}

/** @param {import("./suite.mjs").Bench} bench */
function installFromPlaywright(bench) {
  console.log("installing Playwright's Chromium…");
  const cli = at("node_modules/playwright-core/cli.js");
  spawnSync(bench.runtime, [cli, "install", "chromium"], { env: bench.env, stdio: ["ignore", "ignore", "inherit"] });
  const ask = 'process.stdout.write(require("playwright-core").chromium.executablePath())';
  const { stdout } = spawnSync(bench.runtime, ["-e", ask], { cwd: at("."), env: bench.env, encoding: "utf8" });
  return stdout && fs.existsSync(stdout) ? stdout : null;
}
