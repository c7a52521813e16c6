import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { RateShape } from "../port/rate-shape.ts";
import { createRateRoom, type PastCall, type RateCall } from "./rate-room.ts";
import type { Timers } from "./timers.ts";

export interface Throttled {
  readonly kind: "throttled";
  readonly retryAfterMs: number;
}

export interface TakeOptions {
  /** Refused when it would have to wait longer: at once where that is known, else then. */
  readonly waitMaxMs?: number;
  /** Gives up the place in the queue. */
  readonly signal?: AbortSignal;
}

/** One per account, owned by the one process that makes the account's calls. */
export interface RateLimiter {
  /** Ok when the call may leave right now; it is counted from the instant that is told. */
  take(call: RateCall, options?: TakeOptions): Promise<Result<EpochMs, Throttled>>;
  /** The call that was counted from that instant is answered, or nobody waits for its answer any more. */
  answered(call: RateCall, takenAt: EpochMs): void;
  /** The broker said "too many": nothing of this account leaves until then. */
  penalise(retryAfterMs: number): void;
  /** What left before, so that a restart is no fresh budget. */
  seed(calls: readonly PastCall[]): void;
  /** Nobody waits and nothing counts any more: it may be forgotten. */
  isIdle(): boolean;
}

export interface RateLimiterDeps {
  readonly shape: RateShape;
  readonly clock: HumanClock;
  readonly timers: Timers;
  readonly queueMax?: number;
}

const QUEUE_LENGTH_MAX = 200;
/** What a caller is told when it cannot be said better. */
const RETRY_AFTER_MS = 1_000;

interface Waiting {
  readonly call: RateCall;
  readonly settle: (result: Result<EpochMs, Throttled>) => void;
}

const refused = (retryAfterMs: number): Result<never, Throttled> =>
  err({ kind: "throttled", retryAfterMs: Math.max(1, Math.ceil(retryAfterMs)) });

/** Exits first, then in the order in which they came. */
const inOrder = (queue: readonly Waiting[]): readonly Waiting[] => [
  ...queue.filter(({ call }) => call.priority === "exit"),
  ...queue.filter(({ call }) => call.priority !== "exit"),
];

export function createRateLimiter({ shape, clock, timers, queueMax = QUEUE_LENGTH_MAX }: RateLimiterDeps): RateLimiter {
  const room = createRateRoom(shape);
  let queue: readonly Waiting[] = [];
  let blockedUntil = epochMs(0);
  let cancelAlarm: (() => void) | null = null;

  function freeAt(call: RateCall, now: EpochMs): EpochMs | null {
    const at = room.freeAt(call, now);
    return at === null ? null : epochMs(Math.max(at, blockedUntil));
  }

  /** A third of the queue is kept for exits, as of the budgets. */
  const placesFor = ({ priority }: RateCall): number =>
    priority === "exit" ? queueMax : queueMax - Math.ceil(queueMax / 3);

  function leave(waiting: Waiting): void {
    queue = queue.filter((other) => other !== waiting);
  }

  function setAlarm(at: number | null, now: EpochMs): void {
    cancelAlarm?.();
    cancelAlarm = at === null ? null : timers.after(Math.max(1, at - now), pump);
  }

  /** Lets go who may go, and wakes up when the next may. A blocked call holds back no call of another budget. */
  function pump(): void {
    const now = clock.now();
    let next: number | null = null;
    for (const waiting of inOrder(queue)) {
      const at = freeAt(waiting.call, now);
      if (at !== null && at <= now) {
        room.spend(waiting.call, now);
        waiting.settle(ok(now));
      } else if (at !== null) next = Math.min(next ?? at, at);
    }
    setAlarm(next, now);
  }

  function wait(call: RateCall, { waitMaxMs, signal }: TakeOptions): Promise<Result<EpochMs, Throttled>> {
    return new Promise((resolve) => {
      const settle = (result: Result<EpochMs, Throttled>) => {
        cancelDeadline?.();
        signal?.removeEventListener("abort", giveUp);
        leave(waiting);
        resolve(result);
      };
      const giveUp = () => settle(refused(RETRY_AFTER_MS));
      const waiting: Waiting = { call, settle };
      const cancelDeadline = waitMaxMs === undefined ? null : timers.after(waitMaxMs, giveUp);
      signal?.addEventListener("abort", giveUp, { once: true });
      queue = [...queue, waiting];
      pump();
    });
  }

  function take(call: RateCall, options: TakeOptions = {}): Promise<Result<EpochMs, Throttled>> {
    const now = clock.now();
    const at = freeAt(call, now);
    if (at === null || options.signal?.aborted === true) return Promise.resolve(refused(RETRY_AFTER_MS));
    if (queue.length === 0 && at <= now) {
      room.spend(call, now);
      return Promise.resolve(ok(now));
    }
    const waitMs = at - now;
    if (waitMs > (options.waitMaxMs ?? Number.POSITIVE_INFINITY)) return Promise.resolve(refused(waitMs));
    if (queue.length >= placesFor(call)) return Promise.resolve(refused(Math.max(waitMs, RETRY_AFTER_MS)));
    return wait(call, options);
  }

  return {
    take,
    answered: (call, takenAt) => room.answered(call, takenAt, clock.now()),
    penalise(retryAfterMs) {
      blockedUntil = epochMs(Math.max(blockedUntil, clock.now() + retryAfterMs));
    },
    seed: (calls) => room.seed(calls),
    isIdle() {
      const now = clock.now();
      return queue.length === 0 && blockedUntil <= now && room.isEmpty(now);
    },
  };
}
