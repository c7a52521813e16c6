import { setTimeout as sleep } from "node:timers/promises";
import { err, ok } from "@vriddhi/core/shared/result";
import { expect, it } from "vitest";
import { createPace } from "./pace.ts";

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

it("imitates the calls it saw, and a guess before the first", async () => {
  const pace = createPace(1);
  expect(await durationOf(pace.imitate)).toBeLessThan(150);

  await pace.observe(() => sleep(200, ok("sent")));
  expect(await durationOf(pace.imitate)).toBeGreaterThanOrEqual(190);
});

it("passes outcomes on and learns nothing from failures", async () => {
  const pace = createPace(1);
  expect(await pace.observe(() => sleep(200, err("unavailable")))).toEqual(err("unavailable"));
  expect(await durationOf(pace.imitate)).toBeLessThan(150);
});
