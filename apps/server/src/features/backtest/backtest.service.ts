import { randomUUID } from "node:crypto";
import { BACKTEST_LIMITS, findRequestFault } from "@vriddhi/core/backtest/backtest-request";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { failures, noBarsOf, requestFaults, unknownFolder } from "./backtest.messages.ts";
import { type BacktestJob, type BacktestRequest, isOver } from "./backtest-job.ts";
import { BacktestQueue, failedFor, type QueueDeps } from "./backtest-queue.ts";
import type { BarShelf, BarSource, NoSource, OpenBarShelf } from "./bar-source.ts";

export type StartRefusal = "backtests_full" | { readonly code: "invalid_input"; readonly detail: string };

/** Interval of the heartbeat, and the silence after which a process counts as dead. */
export const BEAT_EVERY_MS = 3 * SECOND_MS;
export const GONE_AFTER_MS = 20 * SECOND_MS;

export interface BacktestService {
  start(request: BacktestRequest): Promise<Result<string, StartRefusal>>;
  list(): Promise<readonly BacktestJob[]>;
  find(id: string): Promise<BacktestJob | null>;
  cancel(id: string): Promise<BacktestJob | null>;
  shelf(): BarShelf;
  beat(): Promise<void>;
  close(): Promise<void>;
}

interface ServiceDeps extends QueueDeps {
  readonly openShelf: OpenBarShelf;
}

const invalid = (detail: string): Result<never, StartRefusal> => err({ code: "invalid_input", detail });

const isFound = (found: BarSource | NoSource): found is BarSource => "kind" in found;
const detailOf = (found: NoSource): string =>
  "missing" in found ? noBarsOf(found.missing) : unknownFolder(found.unknownFolder);

const newJob = (request: BacktestRequest, source: BarSource, now: EpochMs): BacktestJob => ({
  id: randomUUID(),
  request,
  source: source.kind,
  folder: source.kind === "files" ? source.name : null,
  createdAt: now,
  state: "queued",
  progress: 0,
  reason: null,
  result: null,
  beatAt: now,
});

/** Back-tests that every process can read and cancel; they survive the process that runs them. */
export function createBacktestService({ store, run, openShelf, clock }: ServiceDeps): BacktestService {
  const queue = new BacktestQueue({ store, run, clock });

  /** A job without a living owner has failed. */
  function asSeen(stored: BacktestJob): BacktestJob {
    const mine = stored.state === "cancelled" ? null : queue.jobOf(stored.id);
    if (mine !== null) return mine;
    const isGone = !isOver(stored) && clock.now() - stored.beatAt > GONE_AFTER_MS;
    return isGone ? Object.assign({}, stored, failedFor(failures.restarted)) : stored;
  }

  async function find(id: string): Promise<BacktestJob | null> {
    const stored = await store.find(id);
    return stored === null ? null : asSeen(stored);
  }

  return {
    async start(request) {
      const fault = findRequestFault(request);
      if (fault !== null) return invalid(requestFaults[fault]);
      const source = openShelf().find(request.symbols, request.data);
      if (!isFound(source)) return invalid(detailOf(source));
      if (queue.waiting >= BACKTEST_LIMITS.waiting) return err("backtests_full");
      const job = newJob(request, source, clock.now());
      await queue.add(job, source);
      await queue.write(() => store.forget(BACKTEST_LIMITS.remembered));
      return ok(job.id);
    },
    list: async () => (await store.list(BACKTEST_LIMITS.remembered)).map(asSeen),
    find,
    async cancel(id) {
      await queue.write(() => store.cancel(id, clock.now()));
      queue.cancel(id);
      return find(id);
    },
    shelf: openShelf,
    beat: () => queue.beat(),
    close: () => queue.close(),
  };
}
