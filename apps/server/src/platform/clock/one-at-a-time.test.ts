import { expect, it } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

it("oneAtATime never overlaps runs, and calls during a run share the next one", async () => {
  const begun: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = oneAtATime(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => begun.push(resolve));
    running -= 1;
  });
  const first = work();
  const later = [work(), work(), work()];
  expect(begun).toHaveLength(1);
  begun[0]?.();
  await first;
  await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(2);
  begun[1]?.();
  await Promise.all(later);
  expect(begun).toHaveLength(2);
  expect(most).toBe(1);
});

it("oneAtATime runs again after a failed run", async () => {
  let runs = 0;
  const work = oneAtATime(async () => {
    runs += 1;
    if (runs === 1) throw new Error("the first one fails");
  });
  const [first, second] = await Promise.allSettled([work(), work()]);
  expect([first?.status, second?.status]).toEqual(["rejected", "fulfilled"]);
});
