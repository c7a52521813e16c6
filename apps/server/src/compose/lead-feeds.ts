import type { StepKind } from "@vriddhi/core/schedule/day-plan";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { DESK_SESSIONS_NOW } from "../features/market-feed/desk.store.pg.ts";
import type { MarketFeed } from "../features/market-feed/market-feed.ts";
import { poll } from "../platform/clock/poll.ts";
import { stepsDone } from "../platform/due-step/due-step.sql.ts";
import { leadWith } from "../platform/events/leader.ts";
import { untilAborted } from "../platform/events/own-connection.ts";
import type { Platform } from "./platform.ts";

const FEEDS_EVERY_MS = SECOND_MS;
/** Arbitrary fixed number: the advisory lock of the process that leads the market feeds. */
export const FEEDS_LOCK = 7_262_005;

const LISTS = ["instruments", "instruments_by_symbol"] satisfies readonly StepKind[];
/** What the feeds are opened with, as a text that changes with it. */
export const FEEDS_NOW = `SELECT concat((${DESK_SESSIONS_NOW}), ' ', (${stepsDone(LISTS)}))`;

/** The leader's name: rows that the leader writes carry this name's fencing token. */
export const FEEDS_LEADER = "market feeds";

export interface LeadWork {
  /** Starts with the leadership and stops on the signal; the returned function resolves when the work has ended. */
  begin(epoch: number, signal: AbortSignal): () => Promise<void>;
}

/** The leader runs feeds and strategies: a broker allows one socket per operator account. */
export const leadFeeds = (
  { database, log, workWatch }: Pick<Platform, "database" | "log" | "workWatch">,
  feed: MarketFeed,
  others: readonly LeadWork[],
) =>
  leadWith({ database, log, name: FEEDS_LEADER, lock: FEEDS_LOCK }, async (signal, epoch) => {
    const ends = others.map((other) => other.begin(epoch, signal));
    const stop = poll("market feeds", feed.follow, FEEDS_EVERY_MS, log);
    const whenChanged = { everyMs: FEEDS_EVERY_MS, changes: FEEDS_NOW };
    const changes = workWatch.pollWhile("changes of the market feeds", feed.turn, whenChanged);
    // Closes at once, even when an iteration waits for the database.
    signal.addEventListener("abort", feed.close, { once: true });
    await untilAborted(signal);
    await stop();
    await changes.stop();
    for (const end of ends) await end();
    feed.close();
  });
