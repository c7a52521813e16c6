import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { expect, it } from "vitest";
import { createPace, FIRST_GUESS_MS } from "./pace.ts";

/** A clock that advances only when the code sleeps. */
function createTime() {
  let nowMs = 0;
  return {
    now: () => nowMs,
    async sleep(durationMs: number) {
      nowMs += durationMs;
    },
  };
}

async function durationOf(time: ReturnType<typeof createTime>, work: () => Promise<unknown>): Promise<number> {
  const begun = time.now();
  await work();
  return time.now() - begun;
}

const takes =
  <T, E>(time: ReturnType<typeof createTime>, durationMs: number, outcome: Result<T, E>) =>
  async (): Promise<Result<T, E>> => {
    await time.sleep(durationMs);
    return outcome;
  };

it("the SMS pace waits as long as the observed calls, and a default before the first", async () => {
  const time = createTime();
  const pace = createPace(time);
  expect(await durationOf(time, pace.imitate)).toBe(FIRST_GUESS_MS);

  await pace.observe(takes(time, 730, ok("sent")));
  expect(await durationOf(time, pace.imitate)).toBe(730);
});

it("the SMS pace passes outcomes on and ignores the duration of failures", async () => {
  const time = createTime();
  const pace = createPace(time);
  expect(await pace.observe(takes(time, 730, err("unavailable")))).toEqual(err("unavailable"));
  expect(await durationOf(time, pace.imitate)).toBe(FIRST_GUESS_MS);
});
