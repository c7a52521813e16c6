import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { RateShape } from "../port/rate-shape.ts";
import { createRateRoom, type PastCall, type RateCall, type RateRoom } from "./rate-room.ts";
import type { Timers } from "./timers.ts";

export interface Throttled {
  readonly kind: "throttled";
  readonly retryAfterMs: number;
}

export interface TakeOptions {
  /** Refused if it would wait longer: at once where that is known, else when the time is over. */
  readonly waitMaxMs?: number;
  readonly signal?: AbortSignal;
}

/** One per account, in the process that makes the account's calls. */
export interface RateLimiter {
  /** Ok when the call may leave now; it counts from the returned instant. */
  take(call: RateCall, options?: TakeOptions): Promise<Result<EpochMs, Throttled>>;
  /** The call that counts from that instant is answered or abandoned. */
  answered(call: RateCall, takenAt: EpochMs): void;
  /** After a throttled answer: nothing of this account leaves until then. */
  penalise(retryAfterMs: number): void;
  seed(calls: readonly PastCall[]): void;
  /** Nothing waits or counts, so the limiter may be dropped. */
  isIdle(): boolean;
}

export interface RateLimiterDeps {
  readonly shape: RateShape;
  readonly clock: HumanClock;
  readonly timers: Timers;
  readonly queueMax?: number;
}

const QUEUE_LENGTH_MAX = 200;
/** Fallback of the reported wait. */
const RETRY_AFTER_MS = 1_000;

interface Waiting {
  readonly call: RateCall;
  readonly settle: (result: Result<EpochMs, Throttled>) => void;
}

const refused = (retryAfterMs: number): Result<never, Throttled> =>
  err({ kind: "throttled", retryAfterMs: Math.max(1, Math.ceil(retryAfterMs)) });

const inOrder = (queue: readonly Waiting[]): readonly Waiting[] => [
  ...queue.filter(({ call }) => call.priority === "exit"),
  ...queue.filter(({ call }) => call.priority !== "exit"),
];

/** One per active account, so it is small. */
class Limiter implements RateLimiter {
  readonly #deps: RateLimiterDeps;
  readonly #room: RateRoom;
  #queue: readonly Waiting[] = [];
  #blockedUntil = epochMs(0);
  #cancelAlarm: (() => void) | null = null;

  constructor(deps: RateLimiterDeps) {
    this.#deps = deps;
    this.#room = createRateRoom(deps.shape);
  }

  take(call: RateCall, options: TakeOptions = {}): Promise<Result<EpochMs, Throttled>> {
    const now = this.#deps.clock.now();
    const at = this.#freeAt(call, now);
    if (at === null || options.signal?.aborted === true) return Promise.resolve(refused(RETRY_AFTER_MS));
    if (this.#queue.length === 0 && at <= now) {
      this.#room.spend(call, now);
      return Promise.resolve(ok(now));
    }
    const waitMs = at - now;
    if (waitMs > (options.waitMaxMs ?? Number.POSITIVE_INFINITY)) return Promise.resolve(refused(waitMs));
    if (this.#queue.length >= this.#placesFor(call)) return Promise.resolve(refused(Math.max(waitMs, RETRY_AFTER_MS)));
    return this.#wait(call, options);
  }

  answered(call: RateCall, takenAt: EpochMs): void {
    this.#room.answered(call, takenAt, this.#deps.clock.now());
  }

  penalise(retryAfterMs: number): void {
    this.#blockedUntil = epochMs(Math.max(this.#blockedUntil, this.#deps.clock.now() + retryAfterMs));
  }

  seed(calls: readonly PastCall[]): void {
    this.#room.seed(calls);
  }

  isIdle(): boolean {
    const now = this.#deps.clock.now();
    return this.#queue.length === 0 && this.#blockedUntil <= now && this.#room.isEmpty(now);
  }

  #freeAt(call: RateCall, now: EpochMs): EpochMs | null {
    const at = this.#room.freeAt(call, now);
    return at === null ? null : epochMs(Math.max(at, this.#blockedUntil));
  }

  /** A third of the queue is reserved for exits, as in the budgets. */
  #placesFor({ priority }: RateCall): number {
    const { queueMax = QUEUE_LENGTH_MAX } = this.#deps;
    return priority === "exit" ? queueMax : queueMax - Math.ceil(queueMax / 3);
  }

  #setAlarm(at: number | null, now: EpochMs): void {
    this.#cancelAlarm?.();
    this.#cancelAlarm = at === null ? null : this.#deps.timers.after(Math.max(1, at - now), () => this.#pump());
  }

  /** Passes the calls that fit and schedules the next. A blocked call holds back no call of another budget. */
  #pump(): void {
    const now = this.#deps.clock.now();
    let next: number | null = null;
    for (const waiting of inOrder(this.#queue)) {
      const at = this.#freeAt(waiting.call, now);
      if (at !== null && at <= now) {
        this.#room.spend(waiting.call, now);
        waiting.settle(ok(now));
      } else if (at !== null) next = Math.min(next ?? at, at);
    }
    this.#setAlarm(next, now);
  }

  #wait(call: RateCall, { waitMaxMs, signal }: TakeOptions): Promise<Result<EpochMs, Throttled>> {
    return new Promise((resolve) => {
      const settle = (result: Result<EpochMs, Throttled>) => {
        cancelDeadline?.();
        signal?.removeEventListener("abort", giveUp);
        this.#queue = this.#queue.filter((other) => other !== waiting);
        resolve(result);
      };
      const giveUp = () => settle(refused(RETRY_AFTER_MS));
      const waiting: Waiting = { call, settle };
      const cancelDeadline = waitMaxMs === undefined ? null : this.#deps.timers.after(waitMaxMs, giveUp);
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#queue = [...this.#queue, waiting];
      this.#pump();
    });
  }
}

export const createRateLimiter = (deps: RateLimiterDeps): RateLimiter => new Limiter(deps);
