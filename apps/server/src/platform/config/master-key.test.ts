import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { settleMasterKey } from "./master-key.ts";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-key-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const settle = (env: Record<string, string> = {}) =>
  settleMasterKey(readConfig({ DATA_DIR: path.join(folder, "data"), ...env })).reveal();

describe("the master key", () => {
  it("is generated once and readable by its owner only", () => {
    const key = settle();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(settle()).toBe(key);
    expect(fs.statSync(path.join(folder, "data/master-key")).mode & 0o777).toBe(0o600);
  });

  it("differs between folders", () => {
    expect(settle({ DATA_DIR: path.join(folder, "one") })).not.toBe(settle({ DATA_DIR: path.join(folder, "two") }));
  });

  it("is the configured one if there is one, and no file is written", () => {
    expect(settle({ MASTER_KEY: "ab".repeat(32) })).toBe("ab".repeat(32));
    expect(fs.existsSync(path.join(folder, "data"))).toBe(false);
  });
});
