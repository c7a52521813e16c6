import { BACKTEST_LIMITS } from "@vriddhi/core/backtest/backtest-request";
import { err, type Result } from "@vriddhi/core/shared/result";
import { later } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { expect, it } from "vitest";
import { createBacktestService, GONE_AFTER_MS } from "./backtest.service.ts";
import type { BacktestStore } from "./backtest.store.ts";
import { type BacktestJob, isOver } from "./backtest-job.ts";
import { openBarShelf } from "./bar-source.ts";

const request = {
  strategy: "sma",
  symbols: ["SBIN"],
  from: istDate("2025-01-01"),
  to: istDate("2025-12-31"),
  capital: 100_000,
  fill: "close",
  data: null,
} as const;

function openStore(): BacktestStore {
  const rows = new Map<string, BacktestJob>();
  const newest = () => [...rows.values()].toReversed();
  return {
    insert: async (job) => void rows.set(job.id, job),
    async save(job) {
      const isKept = rows.get(job.id)?.state !== "cancelled";
      if (isKept) rows.set(job.id, job);
      return isKept;
    },
    find: async (id) => rows.get(id) ?? null,
    list: async (count) => newest().slice(0, count),
    async cancel(id, beatAt) {
      const job = rows.get(id);
      if (job !== undefined && !isOver(job)) rows.set(id, { ...job, state: "cancelled", beatAt });
    },
    async forget(kept) {
      for (const job of newest().slice(kept)) if (isOver(job)) rows.delete(job.id);
    },
  };
}

function open(store = openStore(), clock = createVirtualClock()) {
  const running: { end(sentence: string): void; isCancelled: boolean }[] = [];
  const service = createBacktestService({
    store,
    clock,
    openShelf: () => openBarShelf(null),
    run: () => {
      const { promise, resolve } = Promise.withResolvers<Result<never, string>>();
      const work = { end: (sentence: string) => resolve(err(sentence)), isCancelled: false };
      running.push(work);
      return { outcome: promise, cancel: () => void Object.assign(work, { isCancelled: true }) };
    },
  });
  const start = async (): Promise<string> => {
    const started = await service.start(request);
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    return started.value;
  };
  const stateOf = async (id: string) => (await service.find(id))?.state;
  return { service, start, running, stateOf, store, clock };
}

it("runs one back-test at a time, in the requested order", async () => {
  const { service, start, running, stateOf } = open();
  const [first, second] = [await start(), await start()];
  expect([running.length, await stateOf(second)]).toEqual([1, "queued"]);
  running[0]?.end("no bars");
  await eventually("the second begins", async () => (await stateOf(second)) === "running" || null);
  expect(await service.find(first)).toMatchObject({ state: "failed", reason: "no bars" });
  expect(running).toHaveLength(2);
});

it("starts the next back-test only after a cancelled process has exited", async () => {
  const { service, start, running, stateOf } = open();
  const [first, second] = [await start(), await start()];
  await service.cancel(first);
  expect([running[0]?.isCancelled, running.length, await stateOf(second)]).toEqual([true, 1, "queued"]);
  running[0]?.end("killed");
  await eventually("the second begins", async () => running.length === 2 || null);
  expect(await service.find(first)).toMatchObject({ state: "cancelled", reason: null });
});

it("keeps the last twenty back-tests, and all that are not over", async () => {
  const { service, start, running, stateOf } = open();
  const kept = await start();
  for (let number = 0; number < 2 * BACKTEST_LIMITS.remembered; number += 1) await service.cancel(await start());
  expect(await service.list()).toHaveLength(BACKTEST_LIMITS.remembered);
  expect(await stateOf(kept)).toBe("running");
  expect(running).toHaveLength(1);
});

it("fails running back-tests when the process stops, and starts no more", async () => {
  const { service, start, running } = open();
  const [first, second] = [await start(), await start()];
  await service.close();
  expect(running[0]?.isCancelled).toBe(true);
  running[0]?.end("killed");
  for (const id of [first, second])
    expect(await service.find(id)).toMatchObject({ state: "failed", reason: expect.stringContaining("restarted") });
  expect(running).toHaveLength(1);
});

it("another process answers for a back-test, and reports a failure once the owner is silent", async () => {
  const { start, store, clock, service } = open();
  const id = await start();
  await service.beat();
  const other = open(store, clock);
  expect(await other.stateOf(id)).toBe("running");
  clock.set(later(clock.now(), GONE_AFTER_MS));
  expect(await other.stateOf(id)).toBe("running");
  clock.set(later(clock.now(), 1));
  expect(await other.service.find(id)).toMatchObject({ state: "failed", reason: expect.stringContaining("restarted") });
  expect((await other.service.list()).map(({ state }) => state)).toEqual(["failed"]);
});

it("another process cancels a back-test at the owner's next heartbeat", async () => {
  const { start, store, clock, service, running } = open();
  const id = await start();
  expect(await open(store, clock).service.cancel(id)).toMatchObject({ state: "cancelled" });
  expect(running[0]?.isCancelled).toBe(false);
  await service.beat();
  expect(running[0]?.isCancelled).toBe(true);
  expect(await service.find(id)).toMatchObject({ state: "cancelled" });
});
