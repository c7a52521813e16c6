import type { BacktestResult } from "@vriddhi/contract/backtest";
import type { Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { runFor } from "../../platform/db/async-context.ts";
import { failures } from "./backtest.messages.ts";
import type { BacktestStore } from "./backtest.store.ts";
import { type BacktestJob, isOver } from "./backtest-job.ts";
import type { RunBacktest, RunningBacktest } from "./backtest-runner.ts";
import type { BarSource } from "./bar-source.ts";

export interface QueueDeps {
  readonly store: BacktestStore;
  readonly run: RunBacktest;
  readonly clock: HumanClock;
}

type Ending = Pick<BacktestJob, "state"> & Partial<BacktestJob>;
const doneWith = (result: BacktestResult): Ending => ({ state: "done", progress: 1, result });
export const failedFor = (reason: string): Ending => ({ state: "failed", reason });

interface OwnJob {
  job: BacktestJob;
  readonly source: BarSource;
  work: RunningBacktest | null;
}

/** This process's back-tests, one at a time; they fail if the process dies. */
export class BacktestQueue {
  readonly #deps: QueueDeps;
  /** In order of arrival, until they are over and their child process has exited. */
  readonly #own: OwnJob[] = [];
  #isClosed = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  get waiting(): number {
    return this.#own.filter(({ job }) => job.state === "queued").length;
  }

  /** Its current state; `null` for a job of another process. */
  jobOf(id: string): BacktestJob | null {
    return this.#own.find(({ job }) => job.id === id)?.job ?? null;
  }

  async add(job: BacktestJob, source: BarSource): Promise<void> {
    this.#own.push({ job, source, work: null });
    await this.write((store) => store.insert(job));
    this.#startNext();
  }

  /** Writes are stored in the order in which they happen. */
  write<T>(work: (store: BacktestStore) => Promise<T>): Promise<T> {
    const written = this.#writing.then(() => work(this.#deps.store));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  cancel(id: string): void {
    const mine = this.#own.find(({ job }) => job.id === id);
    if (mine !== undefined && !isOver(mine.job)) this.#stop(mine);
  }

  async beat(): Promise<void> {
    for (const mine of [...this.#own]) {
      this.#change(mine, {});
      await this.#save(mine);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const mine of [...this.#own]) {
      mine.work?.cancel();
      if (isOver(mine.job)) continue;
      this.#change(mine, failedFor(failures.restarted));
      await this.#save(mine);
    }
  }

  #change(mine: OwnJob, change: Partial<BacktestJob>): void {
    mine.job = Object.assign({}, mine.job, change, { beatAt: this.#deps.clock.now() });
  }

  async #save(mine: OwnJob): Promise<void> {
    const isKept = await this.write((store) => store.save(mine.job));
    if (!isKept) this.#stop(mine);
  }

  #stop(mine: OwnJob): void {
    if (!isOver(mine.job)) this.#change(mine, { state: "cancelled" });
    if (mine.work !== null) mine.work.cancel();
    else this.#drop(mine);
  }

  #drop(mine: OwnJob): void {
    const place = this.#own.indexOf(mine);
    if (place >= 0) this.#own.splice(place, 1);
  }

  async #settle(mine: OwnJob, outcome: Result<BacktestResult, string>): Promise<void> {
    // A cancelled job stays cancelled, whatever its progress.
    if (!isOver(mine.job)) this.#change(mine, outcome.ok ? doneWith(outcome.value) : failedFor(outcome.error));
    await this.#save(mine).finally(() => this.#drop(mine));
    this.#startNext();
  }

  #startNext(): void {
    if (this.#isClosed || this.#own.some(({ work }) => work !== null)) return;
    const mine = this.#own.find(({ job }) => job.state === "queued");
    if (mine === undefined) return;
    this.#change(mine, { state: "running" });
    const work = this.#deps.run(mine.job.request, mine.source, (share) =>
      this.#change(mine, { progress: Math.max(mine.job.progress, share) }),
    );
    mine.work = work;
    // The job outlives its request, and the process may be stopping.
    runFor("api", () => void work.outcome.then((outcome) => this.#settle(mine, outcome)).catch(() => undefined));
  }
}
