import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { createLogger } from "./logger.ts";
import { toReadableLine } from "./readable-line.ts";

const read = (line: string): string => stripVTControlCharacters(toReadableLine(line));

describe("a log line on a terminal", () => {
  it("shows the time, the message and the fields", () => {
    const line = '{"level":30,"time":1794732793303,"desk":"fyers","line":"open","msg":"the desk hears another feed"}\n';
    expect(read(line)).toMatch(/^\d\d:\d\d:\d\d {2}the desk hears another feed {2}desk=fyers {2}line=open\n$/);
  });

  it("marks warnings and errors, and shows an error's message without its stack", () => {
    const lines: string[] = [];
    const log = createLogger("info", (line) => lines.push(line));
    log.warn("a step ran late");
    log.error({ err: new Error("the disk is full") }, "the backup failed");
    expect(read(lines[0] ?? "")).toContain("warning  a step ran late");
    expect(read(lines[1] ?? "")).toContain("error  the backup failed  the disk is full");
    expect(read(lines[1] ?? "")).not.toContain(" at ");
  });

  it("hides secrets as the log does", () => {
    const lines: string[] = [];
    createLogger("info", (line) => lines.push(line)).info({ password: "monsoon" }, "a user signed in");
    expect(read(lines[0] ?? "")).not.toContain("monsoon");
  });

  it("is unchanged when another program wrote it", () => {
    expect(toReadableLine("plain words\n")).toBe("plain words\n");
  });
});
