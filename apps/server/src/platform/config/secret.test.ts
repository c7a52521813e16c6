import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createLogger } from "../log/logger.ts";
import { Secret } from "./secret.ts";

const secret = new Secret("hunter2");

describe("a secret", () => {
  it("is revealed only by an explicit call", () => {
    expect(secret.reveal()).toBe("hunter2");
  });

  it.each([
    ["in a sentence", () => `the key is ${secret}`],
    ["in JSON", () => JSON.stringify({ deep: { secret } })],
    ["in the debugger's view", () => inspect({ deep: { secret } }, { depth: 9, showHidden: true })],
    ["in a joined list", () => [secret, secret].join()],
    ["spread into an object", () => JSON.stringify({ ...secret })],
    ["as an object's entries", () => JSON.stringify(Object.entries(secret))],
    ["in an error's message", () => new Error(`bad ${secret}`).stack ?? ""],
  ])("stays hidden %s", (_where, print) => {
    expect(print()).not.toContain("hunter2");
  });

  it("stays hidden in the log under any field name", () => {
    const lines: string[] = [];
    createLogger("debug", (line) => void lines.push(line)).info({ secret, config: { smtpUrl: secret } }, "started");
    expect(lines.join("")).toContain('"smtpUrl":"[redacted]"');
    expect(lines.join("")).not.toContain("hunter2");
  });
});
