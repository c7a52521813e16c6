import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const CONTRACT = path.join(ROOT, "packages/contract/src");
const FEATURES = path.join(ROOT, "apps/server/src/features");

/** Shared building blocks of the contract. */
const shared = new Set(["account-fields", "instant-field", "endpoint", "endpoints", "problem"]);

/** Several features, or the composition, serve the calls of these contract files. */
const answeredElsewhere: Readonly<Record<string, string>> = {
  sandbox: "compose/sandbox, the control of the simulators",
  "back-office": "admin-order, admin-users, broker-status and scheduled-order",
  "desk-calendar": "market-calendar",
  halt: "order-store",
  "support-thread": "support, and event-stream for its stream",
};

const contractFiles = fs
  .readdirSync(CONTRACT)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => name.slice(0, -".ts".length))
  .filter((name) => !shared.has(name));

describe("contract file names", () => {
  it("match the server feature that serves the file's calls", () => {
    const features = new Set(fs.readdirSync(FEATURES));
    expect(contractFiles.filter((name) => !features.has(name) && !(name in answeredElsewhere))).toEqual([]);
  });

  it("list no exception that is not needed", () => {
    expect(Object.keys(answeredElsewhere).filter((name) => !contractFiles.includes(name))).toEqual([]);
  });
});
