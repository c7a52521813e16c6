import { describe, expect, it } from "vitest";
import { createLogger } from "../platform/log/logger.ts";
import { createClosing } from "./closing.ts";

describe("started components", () => {
  it("stop in reverse order, each after the one before has stopped", async () => {
    const ended: string[] = [];
    const closing = createClosing(createLogger("silent"));
    const slowly = (name: string, turns: number) => async () => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      ended.push(name);
    };
    closing.add("database", slowly("database", 0));
    closing.add("queue", slowly("queue", 5));
    closing.add("server", slowly("server", 9));
    await closing.closeAll();
    expect(ended).toEqual(["server", "queue", "database"]);
  });

  it("all stop although one fails to stop, and the failure is logged", async () => {
    const lines: string[] = [];
    const ended: string[] = [];
    const closing = createClosing(createLogger("warn", (line) => void lines.push(line)));
    closing.add("database", () => ended.push("database"));
    closing.add("queue", () => Promise.reject(new Error("stuck")));
    closing.add("server", () => {
      throw new Error("broken");
    });
    await closing.closeAll();
    expect(ended).toEqual(["database"]);
    expect(lines.map((line) => JSON.parse(line).part)).toEqual(["server", "queue"]);
  });

  it("stop once when a stop is requested several times", async () => {
    let times = 0;
    const closing = createClosing(createLogger("silent"));
    closing.add("server", () => {
      times += 1;
    });
    await Promise.all([closing.closeAll(), closing.closeAll()]);
    await closing.closeAll();
    expect(times).toBe(1);
  });
});
