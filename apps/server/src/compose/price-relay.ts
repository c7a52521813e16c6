import { type StrategyFeed, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { paise } from "@vriddhi/core/shared/money";
import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { z } from "zod";
import type { MarketTick } from "../features/market-feed/desk-line.ts";
import type { MarketFeed } from "../features/market-feed/market-feed.ts";
import { createPriceWantsStore, othersWant } from "../features/market-feed/price-wants.store.pg.ts";
import { GONE_AFTER_MS, QUOTES_CHANNEL } from "../features/market-feed/price-wants.store.ts";
import { poll } from "../platform/clock/poll.ts";
import { listenTo } from "../platform/events/own-connection.ts";
import type { Closing } from "./closing.ts";
import type { LeadWork } from "./lead-feeds.ts";
import type { Platform } from "./platform.ts";
import type { TradingPrices } from "./trading-prices.ts";

/** Interval between price broadcasts; each carries the newest price only. */
const BROADCAST_EVERY_MS = 100;
/** Interval of the empty heartbeat: the feeds are read although no price changed. */
const HEARTBEAT_EVERY_MS = SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS;
const WANT_EVERY_MS = 10 * SECOND_MS;
/** A PostgreSQL `NOTIFY` payload is less than 8,000 bytes, and a price less than a hundred. */
const QUOTES_PER_NOTIFY = 75;

type RelayDeps = Pick<Platform, "database" | "humanClock" | "marketClock" | "log">;

/** ISIN, feed, bid, ask and last price in paise, and the price's age in milliseconds. */
const broadcastQuotes = z.array(
  z.tuple([z.string(), z.enum(strategyFeeds), z.int().nullable(), z.int().nullable(), z.int(), z.number().min(0)]),
);
type BroadcastQuote = z.infer<typeof broadcastQuotes>[number];

const paiseOrNull = (amount: number | null) => (amount === null ? null : paise(amount));

function readQuotes(payload: string): readonly BroadcastQuote[] {
  try {
    return broadcastQuotes.parse(JSON.parse(payload));
  } catch {
    return [];
  }
}

export function receivePrices(
  { database, humanClock, log }: RelayDeps,
  process: string,
  prices: TradingPrices,
  closing: Closing,
): void {
  const wants = createPriceWantsStore(database);
  const want = () => wants.want(process, prices.watched(), humanClock.now());
  prices.onWatched(() => {
    want().catch((cause: unknown) => log.warn({ err: cause }, "prices: wanted instruments not sent to the feed"));
  });
  closing.add("wanted prices", poll("wanted prices", want, WANT_EVERY_MS, log));
  const take = (payload: string | null): void => {
    prices.attend();
    for (const [isin, source, bid, ask, last, ageMs] of readQuotes(payload ?? "[]"))
      prices.take(isin, {
        source,
        bid: paiseOrNull(bid),
        ask: paiseOrNull(ask),
        last: paise(last),
        receivedAt: later(humanClock.now(), -ageMs),
      });
  };
  closing.add("broadcast prices", listenTo(database, log, QUOTES_CHANNEL, take).stop);
}

interface FreshTick {
  readonly desk: StrategyFeed;
  readonly received: MarketTick;
  readonly at: EpochMs;
}

/** Broadcasts the newest prices of the instruments that other processes want; without others, nothing. */
export function broadcastPrices(
  deps: RelayDeps & Pick<Platform, "workWatch">,
  process: string,
  { feed, attend }: { readonly feed: MarketFeed; attend(): void },
): LeadWork {
  const { database, humanClock, marketClock, log, workWatch } = deps;
  const wants = createPriceWantsStore(database);
  let wanted: ReadonlySet<string> = new Set();
  const fresh = new Map<string, FreshTick>();
  let sentAt: EpochMs | null = null;
  /** Until the first answer, as if there were others: they wait for the prices of a new leader. */
  let hasOthers = true;

  async function look(): Promise<void> {
    const now = humanClock.now();
    wanted = new Set(await wants.wantedByOthers(process, later(now, -GONE_AFTER_MS), istDateOf(marketClock.now())));
    feed.want("others", [...wanted]);
  }
  async function broadcast(): Promise<void> {
    const now = humanClock.now();
    attend();
    const quotes = [...fresh.values()].map(({ desk, received: { isin, tick }, at }): BroadcastQuote => {
      return [isin, desk, tick.bid, tick.ask, tick.lastPrice, now - at];
    });
    fresh.clear();
    const isSent = sentAt !== null && now - sentAt < HEARTBEAT_EVERY_MS;
    if (quotes.length === 0 && (!hasOthers || isSent)) return;
    sentAt = now;
    if (quotes.length === 0) await wants.notify(JSON.stringify(quotes));
    for (let from = 0; from < quotes.length; from += QUOTES_PER_NOTIFY)
      await wants.notify(JSON.stringify(quotes.slice(from, from + QUOTES_PER_NOTIFY)));
  }
  const onTicks = (desk: StrategyFeed, ticks: readonly MarketTick[]): void => {
    if (wanted.size === 0 || feed.sourceOf(desk) !== desk) return;
    for (const received of ticks)
      if (wanted.has(received.isin)) fresh.set(`${desk} ${received.isin}`, { desk, received, at: humanClock.now() });
  };

  return {
    begin() {
      const ends = strategyFeeds.map((desk) => feed.listen(desk, (ticks) => onTicks(desk, ticks)));
      const whileOthers = {
        everyMs: LOOK_EVERY_MS,
        waits: othersWant(process),
        asked: () => (isThere: boolean) => {
          hasOthers = isThere;
        },
      };
      const wanting = workWatch.pollWhile("wanted prices of others", look, whileOthers);
      wanting.wake();
      const stops = [
        wanting.stop,
        poll("prices for others", broadcast, () => (hasOthers ? BROADCAST_EVERY_MS : HEARTBEAT_EVERY_MS), log),
      ];
      return async () => {
        for (const end of ends) end();
        for (const stop of stops) await stop();
      };
    },
  };
}
