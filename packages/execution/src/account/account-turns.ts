import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { ActorDeps } from "./actor-model.ts";

type TurnDeps = Pick<ActorDeps, "humanClock" | "timers" | "inTurn" | "isCalm">;

/** So much later, once, where a crowd is judged when it is due. */
const CALM_MS = SECOND_MS;

/** Until when an account sleeps that hears nothing. */
export interface Sleep {
  readonly until: EpochMs;
  /** Everything that is open is covered at the broker: who has to be written down comes first. */
  readonly canWait: boolean;
}

/** Null: nothing is due. */
export const sleepOf = (until: EpochMs | null, canWait = false): Sleep | null =>
  until === null ? null : { until, canWait };

/** When an account has its turns: one after the other, each in a place that is given, and in between it sleeps. */
export class AccountTurns {
  readonly #deps: TurnDeps;
  /** Tells when the next one is wanted although nothing was heard. */
  readonly #turn: () => Promise<Sleep | null>;
  #isRunning = false;
  #isWoken = false;
  #isStopped = false;
  #timer: (() => void) | null = null;
  #onTurn: readonly (() => void)[] = [];

  constructor(deps: TurnDeps, turn: () => Promise<Sleep | null>) {
    this.#deps = deps;
    this.#turn = turn;
  }

  isRunning(): boolean {
    return this.#isRunning;
  }

  /** Nothing runs, and it wakes up by itself. */
  isSleeping(): boolean {
    return this.#timer !== null;
  }

  wake(): void {
    this.#isWoken = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#timer?.();
    this.#timer = null;
    void this.#runInPlace();
  }

  /** Resolves when a turn that begins from now on has ended, or none will. */
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

  /** Whoever is told several things at once decides once: nothing begins before the place is given. */
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
