import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createMemoryOrderStore } from "@vriddhi/execution/memory/memory-order-store";
import type { DayWorld } from "../day/day-world.ts";
import { beginSession, bucketsOf, type WorkerSession } from "./worker.ts";

const NOTICED_MS = 2 * SECOND_MS;
const RESTART_MS = SECOND_MS;
/** A process that does not respond for this long is killed before its accounts pass on. */
const STANDS_STILL_MS = 5 * SECOND_MS;

/** Keeps one worker process running: kills a paused one, waits for its end and starts another. */
export class Supervisor {
  readonly #world: DayWorld;
  readonly #worker: number;
  #starts = 0;
  #current: WorkerSession;
  #isReplacing = false;

  constructor(world: DayWorld, worker: number) {
    this.#world = world;
    this.#worker = worker;
    this.#current = beginSession(world, worker, 0);
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

  #look(): void {
    const { time } = this.#world.clock;
    time.after(SECOND_MS, () => {
      if (this.#current.workerProcess.isPaused()) this.#notice();
      this.#look();
    });
  }

  #notice(): void {
    const { workerProcess } = this.#current;
    if (this.#isReplacing) return;
    this.#isReplacing = true;
    this.#world.clock.time.after(STANDS_STILL_MS, () => {
      this.#isReplacing = false;
      if (!workerProcess.isPaused()) return;
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
      void createMemoryOrderStore(this.#world.tables).declareDead(dead);
      this.#starts += 1;
      this.#current = beginSession(this.#world, this.#worker, this.#starts);
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
