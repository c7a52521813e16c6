import { createHash } from "node:crypto";
import { type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { poll } from "../clock/poll.ts";
import type { Database } from "../db/database.ts";
import { toTimestamp } from "../db/instant.ts";
import type { Logger } from "../log/logger.ts";
import { createSleepingPoll, type SleepingPoll } from "./sleeping-poll.ts";

/** Parameters of a condition: the query's instants on both clocks, and the market's day. */
export const HUMAN_NOW = "$1::timestamptz";
export const MARKET_NOW = "$2::timestamptz";
export const MARKET_DAY = "$3::date";

/** A lost NOTIFY, and work that falls due by itself, wait at most this long. */
const ASKED_EVERY_MS = SECOND_MS;
/** The same while the sandbox's market runs faster than the human clock. */
const ASKED_FAST_MS = SECOND_MS / 4;
/** A connection that has broken unnoticed must not keep all pollers asleep. */
const ANSWERED_WITHIN_MS = 10 * SECOND_MS;
/** After a longer break every poller runs once: a change may have come and gone. */
const BREAK_MS = 5 * SECOND_MS;
const NAME_LENGTH = 16;

export interface PollWhile {
  readonly everyMs: number;
  /** A condition in SQL, of one cheap read: true while work waits. */
  readonly waits?: string;
  /** Beside `waits`: a reason that only this process knows. */
  isWanted?(): boolean;
  /** A text in SQL, of one cheap read: `work` runs once when it differs from the answer before. */
  readonly changes?: string;
  /** `work` runs at least so often, whatever the answers are, and without one. */
  readonly atLeastEveryMs?: number;
  asked?(): (waits: boolean) => void;
}

export interface WorkWatch {
  pollWhile(
    what: string,
    work: () => Promise<void>,
    when: PollWhile,
  ): { readonly wake: () => void; readonly stop: () => Promise<void> };
  /** The outcome of the newest query; rejects when the database could not be queried. */
  latest(): Promise<unknown>;
  stop(): Promise<void>;
}

interface Entry {
  readonly poll: SleepingPoll;
  readonly when: PollWhile;
  text: unknown;
}

export interface WorkWatchDeps {
  readonly database: Pick<Database, "pool">;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  /** For tests: nothing that a jump or a reset leads to may depend on it. Left out: one second, less in a fast market. */
  readonly everyMs?: number | undefined;
}

const BEGUN = `SELECT ${HUMAN_NOW} IS NOT NULL AND ${MARKET_NOW} IS NOT NULL AND ${MARKET_DAY} IS NOT NULL`;

/** One statement with two columns per poller; a prepared statement is named after its text. */
function questionOf(entries: readonly Entry[]) {
  const columns = entries.map(({ when: { waits = "false", changes = "''" } }, place) => {
    return `, (${waits}) AS w${place}, (${changes})::text AS c${place}`;
  });
  const text = `${BEGUN}${columns.join("")}`;
  const name = `work-watch-${createHash("sha256").update(text).digest("base64url").slice(0, NAME_LENGTH)}`;
  return { name, text, query_timeout: ANSWERED_WITHIN_MS };
}

/** One query a second for all pollers of a process; it finds the work of a lost NOTIFY and work that falls due. */
export function createWorkWatch({ database, humanClock, marketClock, log, everyMs }: WorkWatchDeps): WorkWatch {
  let entries: readonly Entry[] = [];
  let question = questionOf(entries);
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let newest: Promise<unknown> = Promise.resolve();

  const follow = (followed: readonly Entry[]): void => {
    entries = followed;
    question = questionOf(followed);
  };

  async function ask(): Promise<void> {
    const asked = entries;
    const takers = asked.map(({ poll, when }) => ({ decide: poll.asked(), note: when.asked?.() }));
    const marketNow = marketClock.now();
    const startedMs = performance.now();
    const { rows } = await database.pool.query<Record<string, unknown>>({
      ...question,
      values: [toTimestamp(humanClock.now()), toTimestamp(marketNow), istDateOf(marketNow)],
    });
    const hadBreak = startedMs - askedAtMs > BREAK_MS;
    askedAtMs = startedMs;
    for (const [place, entry] of asked.entries()) {
      const text = rows[0]?.[`c${place}`] ?? null;
      const waits = rows[0]?.[`w${place}`] === true;
      takers[place]?.note?.(waits);
      takers[place]?.decide(waits || entry.when.isWanted?.() === true);
      if (hadBreak || text !== entry.text) entry.poll.runOnce();
      entry.text = text;
    }
  }
  /** Where the question fails, each poller asks for itself. */
  async function look(): Promise<void> {
    newest = ask();
    await newest.catch((cause: unknown) => {
      for (const entry of entries) entry.poll.runOnce();
      throw cause;
    });
  }
  const isFast = (): boolean => (marketClock.speed?.() ?? 1) > 1;
  const stop = poll("work", look, () => everyMs ?? (isFast() ? ASKED_FAST_MS : ASKED_EVERY_MS), log);

  return {
    pollWhile(what, work, when) {
      const entry: Entry = { poll: createSleepingPoll(what, work, when.everyMs, log), when, text: null };
      const { atLeastEveryMs } = when;
      const timer = atLeastEveryMs === undefined ? undefined : setInterval(entry.poll.runOnce, atLeastEveryMs).unref();
      follow([...entries, entry]);
      return {
        wake: entry.poll.wake,
        async stop() {
          clearInterval(timer);
          follow(entries.filter((each) => each !== entry));
          await entry.poll.stop();
        },
      };
    },
    latest: () => newest,
    stop,
  };
}
