import { type EpochMs, epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { ActorDeps } from "./actor-model.ts";

type TurnDeps = Pick<ActorDeps, "humanClock" | "marketClock" | "timers" | "inTurn" | "isCalm">;

/** Delay, once, of a turn that falls due during a price broadcast. */
const CALM_MS = SECOND_MS;

export interface Sleep {
  readonly until: EpochMs;
  /** Everything open is covered at the broker, so writing a daily stop has priority. */
  readonly canWait: boolean;
}

export const sleepOf = (until: EpochMs | null, canWait = false): Sleep | null =>
  until === null ? null : { until, canWait };

/** Schedules an account's turns: serial, each with a slot of the gate, sleeping in between. */
export class AccountTurns {
  readonly #deps: TurnDeps;
  readonly #turn: () => Promise<Sleep | null>;
  #isRunning = false;
  #isWoken = false;
  #isStopped = false;
  #timer: (() => void) | null = null;
  #turnedAt = epochMs(0);
  #onTurn: readonly (() => void)[] = [];

  constructor(deps: TurnDeps, turn: () => Promise<Sleep | null>) {
    this.#deps = deps;
    this.#turn = turn;
  }

  isRunning(): boolean {
    return this.#isRunning;
  }

  isSleeping(): boolean {
    return this.#timer !== null;
  }

  /** How long the market has moved since the last turn began. */
  sinceMs(): number {
    return this.#deps.marketClock.now() - this.#turnedAt;
  }

  wake(): void {
    this.#isWoken = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#timer?.();
    this.#timer = null;
    void this.#runInPlace();
  }

  /** Resolves when a turn that starts after this call has ended, or none will. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#onTurn = [...this.#onTurn, resolve];
      this.wake();
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.();
    for (const resolve of this.#onTurn) resolve();
  }

  /** Messages that arrive together are decided once: nothing begins before the slot is granted. */
  async #runInPlace(): Promise<void> {
    const place = this.#deps.inTurn();
    await place.begun;
    try {
      await this.#run();
    } finally {
      place.done();
    }
  }

  async #run(): Promise<void> {
    let sleep: Sleep | null = null;
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false;
      this.#turnedAt = this.#deps.marketClock.now();
      const waiters = this.#onTurn;
      this.#onTurn = [];
      sleep = await this.#turn();
      for (const resolve of waiters) resolve();
    }
    this.#isRunning = false;
    if (sleep !== null) this.#sleep(sleep);
  }

  #sleep({ until, canWait }: Sleep): void {
    const { humanClock, timers, isCalm } = this.#deps;
    if (this.#isStopped) return;
    this.#timer = timers.after(Math.max(1, until - humanClock.now()), () => {
      const now = humanClock.now();
      if (now < until) this.#sleep({ until, canWait });
      else if (canWait && isCalm()) this.#sleep({ until: later(now, CALM_MS), canWait: false });
      else this.wake();
    });
  }
}
