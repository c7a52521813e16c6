import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Database } from "../db/database.ts";
import { toTimestamp } from "../db/instant.ts";
import { type Limit, type LimitKey, limits } from "./limits.ts";

export interface Limiter {
  /** Takes one from the budget of `subject`; `false` when it is spent, and then nothing is taken. */
  take(key: LimitKey, subject: string): Promise<boolean>;
}

/**
 * A leaky bucket in one statement: the row holds the instant at which the budget is whole again,
 * so two processes that take at once cannot both get the last one.
 */
const TAKE = `
  INSERT INTO rate_limit AS l (key, whole_at) VALUES ($1, $2::timestamptz + $3 * interval '1 ms')
  ON CONFLICT (key) DO UPDATE SET whole_at = greatest(l.whole_at, $2::timestamptz) + $3 * interval '1 ms'
  WHERE greatest(l.whole_at, $2::timestamptz) + $3 * interval '1 ms' <= $2::timestamptz + $4 * interval '1 ms'
  RETURNING 1`;

export function createLimiter(database: Database, clock: HumanClock): Limiter {
  return {
    async take(key, subject) {
      const { burst, perMs }: Limit = limits[key];
      const { rowCount } = await database.pool.query({
        name: "take-limit",
        text: TAKE,
        values: [`${key}:${subject}`, toTimestamp(clock.now()), perMs / burst, perMs],
      });
      return rowCount === 1;
    },
  };
}

/** The same bucket in memory, for floods: one process, many keys, forgotten when whole again. */
export function createFloodGate(limit: Limit, clock: HumanClock, keysMax = 50_000) {
  const wholeAt = new Map<string, number>();
  const step = limit.perMs / limit.burst;
  return (subject: string): boolean => {
    const now = clock.now();
    const next = Math.max(wholeAt.get(subject) ?? 0, now) + step;
    if (next > now + limit.perMs) return false;
    if (wholeAt.size >= keysMax) wholeAt.clear();
    wholeAt.set(subject, next);
    return true;
  };
}

/** A mailed code: at most one a minute and some a day for one address, whoever asks. */
export const mayMailCode = async (limiter: Limiter, email: string): Promise<boolean> =>
  (await limiter.take("mail-code:account", email)) && (await limiter.take("mail-code:account-day", email));
