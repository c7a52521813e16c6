import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createMemoryOrderStore } from "@vriddhi/execution/memory/memory-order-store";
import type { LeaseStore } from "@vriddhi/execution/ports/ownership";
import { TAKE_OVER_AFTER_MS } from "@vriddhi/execution/settings";
import type { DayWorld } from "../day/day-world.ts";
import { workerOfBucket } from "../day/sim-account.ts";
import { beginSession, bucketsOf, type WorkerSession } from "./worker.ts";

const NOTICED_MS = 2 * SECOND_MS;
const RESTART_MS = SECOND_MS;
/** A process that does not respond for this long is killed before its accounts pass on. */
const STANDS_STILL_MS = 5 * SECOND_MS;

/**
 * The host of one worker process: kills a paused one, waits for its end and starts another. It also covers the accounts
 * of workers whose host is lost, as the owner watch of the product does.
 */
export class Supervisor {
  readonly #world: DayWorld;
  readonly #worker: number;
  #starts = 0;
  #current: WorkerSession;
  #isReplacing = false;
  #isHostLost = false;
  #hostAwayUntil = 0;
  /** Workers of other hosts, and whether this one acts for their accounts yet. */
  readonly #covered = new Map<number, boolean>();

  constructor(world: DayWorld, worker: number) {
    this.#world = world;
    this.#worker = worker;
    this.#current = this.#begin();
    void this.#start();
    this.#look();
  }

  current(): WorkerSession {
    return this.#current;
  }

  kill(): void {
    const { workerProcess } = this.#current;
    if (!workerProcess.isAlive()) return;
    workerProcess.kill();
    this.#world.note(`${workerProcess.name} is killed`);
    this.#replaceAfter(NOTICED_MS);
  }

  loseHost(): void {
    if (this.#isHostAway()) return;
    this.#isHostLost = true;
    this.#current.workerProcess.kill();
    this.#world.workerGone(this.#worker);
  }

  /** The process wakes again: nothing on its host has killed it. */
  pauseHost(durationMs: number): void {
    const { workerProcess } = this.#current;
    if (this.#isHostAway() || this.#isReplacing || !workerProcess.isAlive()) return;
    this.#hostAwayUntil = this.#world.clock.time.now() + durationMs;
    workerProcess.pause(durationMs);
    this.#world.workerGone(this.#worker);
  }

  #isHostAway(): boolean {
    return this.#isHostLost || this.#hostAwayUntil > this.#world.clock.time.now();
  }

  #begin(): WorkerSession {
    const covered = () => [...this.#covered.keys()].flatMap(bucketsOf);
    return beginSession(this.#world, this.#worker, this.#starts, covered);
  }

  #look(): void {
    const { time } = this.#world.clock;
    time.after(SECOND_MS, () => {
      if (!this.#isHostAway() && this.#current.workerProcess.isPaused()) this.#notice();
      if (!this.#isHostAway() && this.#current.workerProcess.isAlive()) this.#coverLost();
      this.#look();
    });
  }

  #coverLost(): void {
    const { tables } = this.#world;
    const store: LeaseStore = createMemoryOrderStore(tables);
    const late = [...tables.owners].filter(
      ([, { worker, leaseUntilMs }]) => worker !== null && tables.nowMs() - leaseUntilMs > TAKE_OVER_AFTER_MS,
    );
    const { name } = this.#current.workerProcess;
    for (const [bucket] of late) this.#covered.set(workerOfBucket(bucket), false);
    for (const worker of new Set(late.map(([, owner]) => owner.worker))) {
      if (worker === null || worker === name) continue;
      void store.releaseOverdue(worker, TAKE_OVER_AFTER_MS);
      this.#world.note(`${worker} is lost, and ${name} covers its accounts`);
    }
    const own = this.#current.executor.buckets();
    for (const [worker, isReady] of this.#covered) {
      if (isReady || !bucketsOf(worker).every((bucket) => own.includes(bucket))) continue;
      this.#covered.set(worker, true);
      this.#world.takenOver(worker, this.#worker);
    }
  }

  #notice(): void {
    const { workerProcess } = this.#current;
    if (this.#isReplacing) return;
    this.#isReplacing = true;
    this.#world.clock.time.after(STANDS_STILL_MS, () => {
      this.#isReplacing = false;
      if (!workerProcess.isPaused() || this.#isHostAway()) return;
      if (this.#world.mutant.takesOverWithoutKill !== true) workerProcess.kill();
      this.#world.note(`${workerProcess.name} was paused and is replaced`);
      this.#replaceAfter(RESTART_MS);
    });
  }

  #replaceAfter(durationMs: number): void {
    const dead = this.#current.workerProcess.name;
    this.#world.workerGone(this.#worker);
    this.#isReplacing = true;
    this.#world.clock.time.after(durationMs, () => {
      this.#isReplacing = false;
      if (this.#isHostLost) return;
      void createMemoryOrderStore(this.#world.tables).declareDead(dead);
      this.#starts += 1;
      this.#current = this.#begin();
      this.#world.note(`${this.#current.workerProcess.name} begins`);
      void this.#start();
    });
  }

  async #start(): Promise<void> {
    const { executor, workerProcess } = this.#current;
    await executor.start(bucketsOf(this.#worker));
    if (workerProcess.isAlive()) this.#world.workerReady(this.#worker);
  }
}
