import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("a sandbox process", () => {
  it("needs no database", () => {
    expect(readConfig({ ROLE: "sandbox" })).toMatchObject({ role: "sandbox", databaseUrl: null, sandboxUrl: null });
  });

  it("is configured by its address in other processes", () => {
    expect(readConfig({ SANDBOX_URL: "http://127.0.0.1:3100" }).sandboxUrl).toBe("http://127.0.0.1:3100");
    expect(() => readConfig({ SANDBOX_URL: "3100" })).toThrow(/SANDBOX_URL/);
  });

  it("is refused in live mode", () => {
    for (const env of [{ ROLE: "sandbox" }, { SANDBOX_URL: "http://127.0.0.1:3100" }])
      expect(() => readConfig({ MODE: "live", ...env })).toThrow(/MODE=live knows no sandbox/);
  });
});
