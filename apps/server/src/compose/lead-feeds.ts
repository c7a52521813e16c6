import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { MarketFeed } from "../features/market-feed/market-feed.ts";
import { poll } from "../platform/clock/poll.ts";
import { leadWith } from "../platform/events/leader.ts";
import { untilAborted } from "../platform/events/own-connection.ts";
import type { Platform } from "./platform.ts";

const FEEDS_EVERY_MS = SECOND_MS;
/** Any fixed number: whoever runs the market feeds holds it. */
export const FEEDS_LOCK = 7_262_005;

/** The lead's name: what the leader stores names its epoch. */
export const FEEDS_LEAD = "market feeds";

/** What else the process does that hears the market. */
export interface LeadWork {
  /** Begins with the lead; ends with the signal, and what it answers with is waited for. */
  begin(epoch: number, signal: AbortSignal): () => Promise<void>;
}

/**
 * Runs the market feeds, and the desks that live by them, in one process of all: a broker gives the operator's account
 * one socket, and it dies with the lock.
 */
export const leadFeeds = (
  { database, log }: Pick<Platform, "database" | "log">,
  feed: MarketFeed,
  others: readonly LeadWork[],
) =>
  leadWith({ database, log, name: FEEDS_LEAD, lock: FEEDS_LOCK }, async (signal, epoch) => {
    const ends = others.map((other) => other.begin(epoch, signal));
    const stop = poll("market feeds", feed.turn, FEEDS_EVERY_MS, log);
    // At once, also when a turn is waiting for the database.
    signal.addEventListener("abort", feed.close, { once: true });
    await untilAborted(signal);
    await stop();
    for (const end of ends) await end();
    feed.close();
  });
