import { randomUUID } from "node:crypto";
import type { BacktestResult } from "@vriddhi/contract/backtest";
import { BACKTEST_LIMITS, findWishFault } from "@vriddhi/core/backtest/backtest-wish";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { noBarsOf, wishFaults } from "./backtest.messages.ts";
import type { BacktestJob, BacktestWish } from "./backtest-job.ts";
import type { RunBacktest, RunningBacktest } from "./backtest-runner.ts";
import type { BarShelf, OpenBarShelf } from "./bar-source.ts";

type MutableJob = { -readonly [Key in keyof BacktestJob]: BacktestJob[Key] };

export type StartRefusal = "backtests_full" | { readonly code: "invalid_input"; readonly detail: string };

export interface BacktestService {
  start(wish: BacktestWish): Result<string, StartRefusal>;
  /** Newest first. */
  list(): readonly BacktestJob[];
  find(id: string): BacktestJob | null;
  cancel(id: string): BacktestJob | null;
  shelf(): BarShelf;
  /** Ends what runs, with the process. */
  close(): void;
}

interface ServiceDeps {
  readonly run: RunBacktest;
  readonly openShelf: OpenBarShelf;
  readonly clock: HumanClock;
}

const invalid = (detail: string): Result<never, StartRefusal> => err({ code: "invalid_input", detail });

type Ending = Pick<BacktestJob, "state"> & Partial<BacktestJob>;
const doneWith = (result: BacktestResult): Ending => ({ state: "done", progress: 1, result });
const failedFor = (reason: string): Ending => ({ state: "failed", reason });

/** The back-tests of this process, one at a time, in its memory: what was running ends with the process. */
export function createBacktestService({ run, openShelf, clock }: ServiceDeps): BacktestService {
  const jobs: MutableJob[] = [];
  let current: { readonly job: MutableJob; readonly work: RunningBacktest } | null = null;
  let isClosed = false;

  function settle(job: MutableJob, outcome: Result<BacktestResult, string>): void {
    current = null;
    // What was cancelled stays so, however far it came.
    if (job.state === "running") Object.assign(job, outcome.ok ? doneWith(outcome.value) : failedFor(outcome.error));
    startNext();
  }

  function startNext(): void {
    const job = jobs.find(({ state }) => state === "queued");
    if (current !== null || job === undefined || isClosed) return;
    job.state = "running";
    const work = run(job.wish, job.source, (share) => {
      job.progress = Math.max(job.progress, share);
    });
    current = { job, work };
    void work.outcome.then((outcome) => settle(job, outcome));
  }

  /** What is over makes room for what is new. */
  function forgetOldest(): void {
    const isOver = ({ state }: BacktestJob): boolean => state !== "queued" && state !== "running";
    while (jobs.length > BACKTEST_LIMITS.remembered) {
      const oldest = jobs.findIndex(isOver);
      if (oldest < 0) return;
      jobs.splice(oldest, 1);
    }
  }

  const find = (id: string): MutableJob | null => jobs.find((job) => job.id === id) ?? null;

  return {
    start(wish) {
      const fault = findWishFault(wish);
      if (fault !== null) return invalid(wishFaults[fault]);
      const source = openShelf().find(wish.symbols);
      if ("missing" in source) return invalid(noBarsOf(source.missing));
      if (jobs.filter(({ state }) => state === "queued").length >= BACKTEST_LIMITS.waiting)
        return err("backtests_full");
      const base = { id: randomUUID(), wish, source, createdAt: clock.now() };
      jobs.push({ ...base, state: "queued", progress: 0, reason: null, result: null });
      forgetOldest();
      startNext();
      return ok(base.id);
    },
    list: () => jobs.toReversed(),
    find,
    cancel(id) {
      const job = find(id);
      if (job === null || (job.state !== "queued" && job.state !== "running")) return job;
      job.state = "cancelled";
      if (current?.job === job) current.work.cancel();
      return job;
    },
    shelf: openShelf,
    close() {
      isClosed = true;
      current?.work.cancel();
    },
  };
}
