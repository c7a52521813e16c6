import { BACKTEST_LIMITS } from "@vriddhi/core/backtest/backtest-wish";
import { err, type Result } from "@vriddhi/core/shared/result";
import { istDate } from "@vriddhi/core/time/ist";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { expect, it } from "vitest";
import { createBacktestService } from "./backtest.service.ts";
import { openBarShelf } from "./bar-source.ts";

const wish = {
  strategy: "sma",
  symbols: ["SBIN"],
  from: istDate("2025-01-01"),
  to: istDate("2025-12-31"),
  capital: 100_000,
  fill: "close",
} as const;

/** Back-tests that end when the test says so. */
function open() {
  const running: { end(sentence: string): void; isCancelled: boolean }[] = [];
  const service = createBacktestService({
    clock: createVirtualClock(),
    openShelf: () => openBarShelf(null),
    run: () => {
      const { promise, resolve } = Promise.withResolvers<Result<never, string>>();
      const work = { end: (sentence: string) => resolve(err(sentence)), isCancelled: false };
      running.push(work);
      return { outcome: promise, cancel: () => void Object.assign(work, { isCancelled: true }) };
    },
  });
  const start = (): string => {
    const started = service.start(wish);
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    return started.value;
  };
  return { service, start, running };
}

it("runs one at a time, in the order in which they were asked for", async () => {
  const { service, start, running } = open();
  const [first, second] = [start(), start()];
  expect([running.length, service.find(second)?.state]).toEqual([1, "queued"]);
  running[0]?.end("no bars");
  await eventually("the second begins", async () => service.find(second)?.state === "running" || null);
  expect(service.find(first)).toMatchObject({ state: "failed", reason: "no bars" });
  expect(running).toHaveLength(2);
});

it("holds the next one back until a cancelled process is really gone", async () => {
  const { service, start, running } = open();
  const [first, second] = [start(), start()];
  service.cancel(first);
  expect([running[0]?.isCancelled, running.length, service.find(second)?.state]).toEqual([true, 1, "queued"]);
  running[0]?.end("killed");
  await eventually("the second begins", async () => running.length === 2 || null);
  expect(service.find(first)).toMatchObject({ state: "cancelled", reason: null });
});

it("remembers the last twenty and never forgets one that is not over", async () => {
  const { service, start, running } = open();
  const kept = start();
  for (let number = 0; number < 2 * BACKTEST_LIMITS.remembered; number += 1) service.cancel(start());
  expect(service.list()).toHaveLength(BACKTEST_LIMITS.remembered);
  expect(service.find(kept)?.state).toBe("running");
  expect(running).toHaveLength(1);
});

it("ends what runs with the process and begins nothing more", async () => {
  const { service, start, running } = open();
  const [first] = [start(), start()];
  service.close();
  expect(running[0]?.isCancelled).toBe(true);
  running[0]?.end("killed");
  await eventually("the first is over", async () => service.find(first)?.state === "failed" || null);
  expect(running).toHaveLength(1);
});
