import { ApiError } from "../../lib/api.ts";

/** B7.14, B9.3 */
export const ATTEMPTS_MAX = 3;
const STEP_MS = 1_000;

/** No answer came: nobody knows whether the server has done it. */
export const isUnanswered = (cause: unknown): cause is ApiError => cause instanceof ApiError && cause.status === 0;

/** B4.6: no answer, or one that says nothing about what happened. */
export const isUnclear = (cause: unknown): boolean =>
  isUnanswered(cause) || (cause instanceof ApiError && cause.status >= 500);

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Attempts {
  readonly most: number;
  onRetry(attempt: number): void;
}

/** B7.14, B8.4: asks again after 1 s and after 2 s while no answer comes; whoever calls gives each try the same name. */
export async function withAttempts<Reply>(call: () => Promise<Reply>, { most, onRetry }: Attempts): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (cause) {
      if (!isUnanswered(cause) || attempt >= most) throw cause;
      onRetry(attempt);
      await pause(attempt * STEP_MS);
    }
  }
}
