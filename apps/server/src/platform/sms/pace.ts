import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Result } from "@vriddhi/core/shared/result";

/** Lets a call that is not made take as long as those that are: silence must not be told by its speed. */
export interface Pace {
  /** Remembers how long a call took that came to something. */
  observe<T, E>(call: () => Promise<Result<T, E>>): Promise<Result<T, E>>;
  imitate(): Promise<void>;
}

const REMEMBERED_MAX = 32;
/** Until a real call was seen. */
const FIRST_GUESS_MS = 250;

export function createPace(firstGuessMs = FIRST_GUESS_MS): Pace {
  const seenMs: number[] = [];
  return {
    async observe(call) {
      const begun = performance.now();
      const result = await call();
      if (result.ok) seenMs.push(performance.now() - begun);
      if (seenMs.length > REMEMBERED_MAX) seenMs.shift();
      return result;
    },
    imitate: () => sleep(seenMs.length === 0 ? firstGuessMs : seenMs[randomInt(seenMs.length)]),
  };
}
