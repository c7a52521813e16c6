import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Result } from "@vriddhi/core/shared/result";

/** Lets a call that is not made take as long as those that are: silence must not be told by its speed. */
export interface Pace {
  /** Remembers how long a call took that came to something. */
  observe<T, E>(call: () => Promise<Result<T, E>>): Promise<Result<T, E>>;
  imitate(): Promise<void>;
}

const LRU_MAX = 32;
/** Until a real call was seen. */
export const FIRST_GUESS_MS = 250;

export interface PaceTime {
  now(): number;
  sleep(durationMs: number): Promise<unknown>;
}

const realTime: PaceTime = { now: () => performance.now(), sleep };

export function createPace(time: PaceTime = realTime): Pace {
  const seenMs: number[] = [];
  return {
    async observe(call) {
      const begun = time.now();
      const result = await call();
      if (result.ok) seenMs.push(time.now() - begun);
      if (seenMs.length > LRU_MAX) seenMs.shift();
      return result;
    },
    async imitate() {
      await time.sleep(seenMs[randomInt(Math.max(1, seenMs.length))] ?? FIRST_GUESS_MS);
    },
  };
}
