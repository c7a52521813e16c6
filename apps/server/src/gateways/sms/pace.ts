import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Result } from "@vriddhi/core/shared/result";

/** Delays a skipped call as long as a real one, so that its speed reveals nothing. */
export interface Pace {
  observe<T, E>(call: () => Promise<Result<T, E>>): Promise<Result<T, E>>;
  imitate(): Promise<void>;
}

const SAMPLES_MAX = 32;
/** Used until the first real call. */
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
      if (seenMs.length > SAMPLES_MAX) seenMs.shift();
      return result;
    },
    async imitate() {
      await time.sleep(seenMs[randomInt(Math.max(1, seenMs.length))] ?? FIRST_GUESS_MS);
    },
  };
}
