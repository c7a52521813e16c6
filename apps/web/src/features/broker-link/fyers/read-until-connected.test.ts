import { describe, expect, it } from "vitest";
import { readUntilConnected } from "./read-until-connected.ts";

/** Answers in order; the log shows reads and pauses as they happened. */
function watch(answers: readonly (boolean | Error)[]) {
  const log: string[] = [];
  let place = 0;
  return {
    log,
    run: () =>
      readUntilConnected(
        async () => {
          const answer = answers[place];
          place += 1;
          log.push("read");
          if (answer instanceof Error) throw answer;
          return answer ?? false;
        },
        async (durationMs) => void log.push(`${durationMs} ms`),
      ),
  };
}

describe("reading the status after a login", () => {
  it("stops at the first connected answer", async () => {
    const { log, run } = watch([true]);
    expect(await run()).toBe(true);
    expect(log).toEqual(["read"]);
  });

  it("[B4.8] reads up to 3 times, 1 s apart, and then gives up", async () => {
    const { log, run } = watch([false, false, false, true]);
    expect(await run()).toBe(false);
    expect(log).toEqual(["read", "1000 ms", "read", "1000 ms", "read"]);
  });

  it("counts a failed read as not connected", async () => {
    const { log, run } = watch([new Error("no answer"), true]);
    expect(await run()).toBe(true);
    expect(log).toEqual(["read", "1000 ms", "read"]);
  });
});
