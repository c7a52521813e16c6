import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Database } from "../db/database.ts";
import { toTimestamp } from "../db/instant.ts";
import { type Limit, type LimitKey, limits } from "./limits.ts";

export interface Limiter {
  /** Takes one from the budget of `subject`; `false` when it is spent, and then nothing is taken. */
  take(key: LimitKey, subject: string): Promise<boolean>;
  /** Puts one back that need not have been taken. */
  giveBack(key: LimitKey, subject: string): Promise<void>;
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
    async giveBack(key, subject) {
      const { burst, perMs }: Limit = limits[key];
      await database.pool.query({
        name: "give-back-limit",
        text: "UPDATE rate_limit SET whole_at = whole_at - $2 * interval '1 ms' WHERE key = $1",
        values: [`${key}:${subject}`, perMs / burst],
      });
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

/** Who asks for a mail: where from, and whether at a device that was signed in to the account before. */
export interface Asker {
  readonly subject: string;
  readonly isKnown: boolean;
}

/**
 * A mailed code: at most one a minute for one asker and some a day for one address. What strangers use up of the day is
 * not the owner's: a known device has a budget of its own.
 */
export const mayMailCode = async (limiter: Limiter, email: string, { subject, isKnown }: Asker): Promise<boolean> =>
  (await limiter.take("mail-code:account", `${email}|${isKnown ? "known" : subject}`)) &&
  (await limiter.take(isKnown ? "mail-code:known-day" : "mail-code:account-day", email));
