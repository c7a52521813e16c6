import { ApiError } from "../../lib/api.ts";

export const ATTEMPTS_MAX = 3;
const STEP_MS = 1_000;

/** No answer came: the outcome is unknown. */
export const isUnanswered = (cause: unknown): cause is ApiError => cause instanceof ApiError && cause.status === 0;

/** B4.6: no answer, or one without a known outcome. */
export const isUnclear = (cause: unknown): boolean =>
  isUnanswered(cause) || (cause instanceof ApiError && cause.status >= 500);

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Attempts {
  readonly most: number;
  onRetry(attempt: number): void;
}

/** B7.14, B8.4: retries after 1 s and after 2 s while no answer comes; each attempt has the same idempotency key. */
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
