import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Database } from "../db/database.ts";
import { toTimestamp } from "../db/instant.ts";
import { type Limit, type LimitKey, limits } from "./limits.ts";
import { type TooMany, tooMany } from "./too-many.ts";

export interface Limiter {
  /** Takes one from the budget of `subject`; `false` when it is spent, and then nothing is taken. */
  take(key: LimitKey, subject: string): Promise<boolean>;
  giveBack(key: LimitKey, subject: string): Promise<void>;
}

/**
 * A leaky bucket in one statement: two processes cannot both take the last one. `whole_at`: when the whole budget is
 * available again.
 */
const TAKE = `
  WITH taken AS (
    INSERT INTO rate_limit AS l (key, whole_at) VALUES ($1, $2::timestamptz + $3 * interval '1 ms')
    ON CONFLICT (key) DO UPDATE SET whole_at = greatest(l.whole_at, $2::timestamptz) + $3 * interval '1 ms'
    WHERE greatest(l.whole_at, $2::timestamptz) + $3 * interval '1 ms' <= $2::timestamptz + $4 * interval '1 ms'
    RETURNING 1)
  SELECT EXISTS (SELECT FROM taken) AS is_taken,
    (SELECT extract(epoch FROM whole_at)::float8 * 1000 FROM rate_limit WHERE key = $1) AS whole_at`;

interface Taken {
  readonly is_taken: boolean;
  /** The value before this statement; `null`: there was no row. */
  readonly whole_at: number | null;
}

/** How long a refusal is cached, unless the budget has room earlier. */
const REFUSAL_KEPT_MS = 1_000;
const REFUSALS_MAX = 50_000;

/** Caches refusals: a refused client that retries a hundred times a second costs no statements and row locks. */
function createRefusals(clock: HumanClock) {
  const until = new Map<string, number>();
  return {
    isFresh: (key: string): boolean => clock.now() < (until.get(key) ?? 0),
    keep(key: string, roomAt: number): void {
      if (until.size >= REFUSALS_MAX) until.clear();
      until.set(key, Math.min(roomAt, clock.now() + REFUSAL_KEPT_MS));
    },
    forget: (key: string): void => void until.delete(key),
  };
}

export function createLimiter(database: Database, clock: HumanClock): Limiter {
  const refusals = createRefusals(clock);
  return {
    async take(name, subject) {
      const key = `${name}:${subject}`;
      if (refusals.isFresh(key)) return false;
      const { burst, perMs }: Limit = limits[name];
      const step = perMs / burst;
      const { rows } = await database.pool.query<Taken>({
        name: "take-limit",
        text: TAKE,
        values: [key, toTimestamp(clock.now()), step, perMs],
      });
      const [taken] = rows;
      if (taken?.is_taken) return true;
      if (taken !== undefined && taken.whole_at !== null) refusals.keep(key, taken.whole_at + step - perMs);
      return false;
    },
    async giveBack(name, subject) {
      const { burst, perMs }: Limit = limits[name];
      const key = `${name}:${subject}`;
      await database.pool.query({
        name: "give-back-limit",
        text: "UPDATE rate_limit SET whole_at = whole_at - $2 * interval '1 ms' WHERE key = $1",
        values: [key, perMs / burst],
      });
      refusals.forget(key);
    },
  };
}

/** The same leaky bucket in the memory of one process, against floods. Above `keysMax` keys it forgets all of them. */
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

export interface Asker {
  readonly subject: string;
  readonly isKnown: boolean;
}

/** Per requester and per address. A known device has its own budget, so that strangers cannot use up the owner's. */
export async function mayMailCode(
  limiter: Limiter,
  email: string,
  { subject, isKnown }: Asker,
): Promise<Result<void, TooMany>> {
  if (!(await limiter.take("mail-code:account", `${email}|${isKnown ? "known" : subject}`)))
    return err(tooMany("mail-code:account"));
  const ofDay = isKnown ? "mail-code:known-day" : "mail-code:account-day";
  return (await limiter.take(ofDay, email)) ? ok(undefined) : err(tooMany(ofDay));
}
