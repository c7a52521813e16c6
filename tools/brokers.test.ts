import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { brokerNames, brokerTraits } from "@vriddhi/core/broker/broker-name";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");

/** A new broker may require changes in at most this many files outside its own folders. */
const PLACES_MAX = 12;

/** They name every broker and change for a new one. */
const places: Readonly<Record<string, string>> = {
  "packages/core/src/broker/broker-name.ts": "the name, its place in the orders and what the product must know of it",
  "packages/core/src/charges/tariff.ts": "what an order costs",
  "packages/contract/src/broker-link.ts": "the calls of its connection",
  "packages/brokers/src/adapters.ts": "the adapter",
  "packages/sandbox/src/exchange/members.ts": "the member of the simulated exchange",
  "packages/sandbox/src/simulators.ts": "the simulator",
  "apps/server/src/compose/brokers.ts": "the handlers of those calls",
  "apps/web/src/ui/broker-marks.tsx": "the lettering",
  "apps/web/src/features/broker-selection/broker-option.ts": "the card of the choice",
  "apps/web/src/features/broker-link/scripts.ts": "the script of the connection wizard",
  "apps/web/src/features/sandbox/sandbox.texts.ts": "what its form calls the fields",
  "apps/web/scripts/guide-text.ts": "the guide",
};

/** They name the three brokers for facts about these three; a new broker does not change them. */
const asTheyAre: readonly RegExp[] = [
  /^apps\/research\/src\/articles\//,
  /^apps\/web\/src\/features\/trading\/trading\.texts\.ts$/,
];

const OWN = new RegExp(
  `^(packages/(brokers|sandbox)/src|apps/web/src/features/broker-link)/(${brokerNames.join("|")})/|/broker-link/(${brokerNames.join("|")})\\.routes\\.ts$`,
);
/** The simulation's oracle has its own figures, as a test does. */
const FOR_TESTS = /\.(test|spec)\.tsx?$|[.-]fixture\.ts$|\/testing\/|^(e2e|bench|tools|apps\/simulate)\//;
const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;

const spellings = brokerNames.map(
  (broker) => new RegExp(`${broker}|${brokerTraits[broker].title.replace(" ", "[ _-]?")}`, "i"),
);

function namesEveryBroker(text: string): boolean {
  const code = text.replace(COMMENT, "");
  return spellings.every((spelling) => spelling.test(code));
}

function sourceFiles(): readonly string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "packages", "apps"];
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1e8 })
    .split("\n")
    .filter((name) => /\.tsx?$/.test(name) && !OWN.test(name) && !FOR_TESTS.test(name))
    .filter((name) => fs.existsSync(path.join(ROOT, name)));
}

describe("one list of brokers", () => {
  const found = sourceFiles().filter((name) => namesEveryBroker(fs.readFileSync(path.join(ROOT, name), "utf8")));

  it("only the named files list the brokers: every other file derives them from core", () => {
    const others = found.filter((name) => !(name in places) && !asTheyAre.some((pattern) => pattern.test(name)));
    expect(others).toEqual([]);
  });

  it("another broker needs at most a dozen edits outside its own folders", () => {
    expect(Object.keys(places).length).toBeLessThanOrEqual(PLACES_MAX);
    expect(Object.keys(places).filter((name) => !found.includes(name))).toEqual([]);
  });

  it("detects a list in any spelling, and not in comments", () => {
    expect(namesEveryBroker('const all = ["fyers", "zerodha", "angelone"];')).toBe(true);
    expect(namesEveryBroker("type Tab = FyersTab | AngelOneTab | ZerodhaTab;")).toBe(true);
    expect(namesEveryBroker('const text = "Fyers, Angel One or Zerodha";')).toBe(true);
    expect(namesEveryBroker('// fyers, zerodha\nconst one = "angelone";')).toBe(false);
  });
});
