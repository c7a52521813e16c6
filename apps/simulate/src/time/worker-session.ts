import { epochMs, type HumanClock, type MarketClock } from "@vriddhi/core/time/clock";
import type { DayClock } from "./day-clock.ts";

/** One process from start to end. A dead process receives and sends nothing. */
export class WorkerProcess {
  readonly name: string;
  readonly human: HumanClock;
  readonly market: MarketClock;
  readonly monotonic: { nowMs(): number };
  readonly timers = { after: (durationMs: number, run: () => void) => this.#after(durationMs, run) };
  readonly #clock: DayClock;
  #isAlive = true;
  #pausedSince = 0;
  #pausedUntil = 0;

  constructor(name: string, clock: DayClock, skewMs: number) {
    this.name = name;
    this.#clock = clock;
    this.human = { now: () => epochMs(clock.human() + skewMs) };
    this.market = { now: () => epochMs(clock.market() + skewMs) };
    this.monotonic = { nowMs: () => clock.time.now() };
  }

  isAlive(): boolean {
    return this.#isAlive;
  }

  isPaused(): boolean {
    return this.#isAlive && this.#pausedUntil > this.#clock.time.now();
  }

  kill(): void {
    this.#isAlive = false;
  }

  /** Pending events arrive afterwards. A paused process is not woken by a shorter pause. */
  pause(durationMs: number): void {
    if (!this.isPaused()) this.#pausedSince = this.#clock.time.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.time.now() + durationMs);
  }

  /** How long it was recently paused since then. */
  stoodStillMs(sinceMs: number): number {
    const until = Math.min(this.#pausedUntil, this.#clock.time.now());
    return Math.max(0, until - Math.max(this.#pausedSince, sinceMs));
  }

  /** An event from outside: delivered now, after the pause, or never. */
  receive(run: () => void): void {
    if (!this.#isAlive) return;
    const waitMs = this.#pausedUntil - this.#clock.time.now();
    if (waitMs > 0) this.#clock.time.after(waitMs, () => this.receive(run));
    else run();
  }

  #after(durationMs: number, run: () => void): () => void {
    let isWanted = true;
    const cancel = this.#clock.time.after(durationMs, () =>
      this.receive(() => {
        if (isWanted) run();
      }),
    );
    return () => {
      isWanted = false;
      cancel();
    };
  }
}
