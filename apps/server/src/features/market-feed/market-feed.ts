import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { BrokerSession } from "@vriddhi/brokers/port/session";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { otherStrategyFeed, type StrategyFeed, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { FEED_SILENCE_MAX_MS } from "@vriddhi/core/readiness/readiness";
import { isExchangeOpen } from "@vriddhi/core/schedule/day-plan";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { type EpochMs, type HumanClock, type MarketClock, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import { oneAtATime } from "../../platform/clock/one-at-a-time.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { DeskStore } from "./desk.store.ts";
import type { DeskAccounts } from "./desk-account.ts";
import { DeskLine, type MarketTick } from "./desk-line.ts";

/** Longer than a silent feed stays open before the reconnect: even a frozen feed sends a snapshot then. */
const FEED_BACK_MS = 30 * SECOND_MS;

export type TickListener = (ticks: readonly MarketTick[]) => void;

export interface MarketFeed {
  /** Replaces the shares that `by` wants from every feed, by ISIN. */
  want(by: string, isins: readonly string[]): void;
  /** The strategy's own feed, or the other's while its own is down. */
  listen(desk: StrategyFeed, listener: TickListener): () => void;
  lastTick(desk: StrategyFeed, isin: string): MarketTick["tick"] | null;
  sourceOf(desk: StrategyFeed): StrategyFeed | null;
  isDialling(): boolean;
  /** Reads sessions and instruments, and opens, updates and watches the feeds. Resolves after a read that began later. */
  turn(): Promise<void>;
  /** Watches the feeds; reads only on a new day, when other shares are wanted, and after `close`. */
  follow(): Promise<void>;
  /** Closes every feed at once and forgets what was read. */
  close(): void;
}

export interface MarketFeedDeps {
  readonly store: DeskStore;
  readonly accounts: DeskAccounts;
  readonly adapters: Readonly<Record<BrokerName, BrokerAdapter>>;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  readonly log: Logger;
  count(fact: "desk_without_feed"): void;
  /** Notifies the users who run on a strategy that has had no feed for two minutes of an open market. */
  alarm(desk: StrategyFeed, day: IstDate, fault: "no_feed"): Promise<void>;
  instruments(broker: BrokerName, day: IstDate, isins: readonly string[]): Promise<readonly BrokerInstrument[]>;
}

interface DeskState {
  readonly line: DeskLine;
  readonly listeners: Set<TickListener>;
  readonly last: Map<string, MarketTick["tick"]>;
  subscribed: string;
  stored: EpochMs | null;
  source: StrategyFeed | null;
  /** Market clock: when the strategy lost its feed in an open market; `null` while it has one. */
  noFeedSince: EpochMs | null;
  /** Market clock: when ticks came back; a snapshot after a reconnect does not end the outage. */
  feedBackSince: EpochMs | null;
  hasAlarmed: boolean;
}

type DeskStates = Readonly<Record<StrategyFeed, DeskState>>;

const accessTo =
  ({ store, accounts, marketClock }: MarketFeedDeps) =>
  async (desk: StrategyFeed) => {
    const session = await store.sessionOf(desk);
    const account = accounts[desk];
    if (session === null || account === null || session.expiresAt <= marketClock.now()) return null;
    return { session, egress: account.egress, algoId: null };
  };

/** Called with every tick; the answer changes only with whole minutes. */
function createOpenHours({ calendar, marketClock }: MarketFeedDeps): () => boolean {
  let minute = -1;
  let isOpen = false;
  return () => {
    const now = marketClock.now();
    const current = Math.floor(now / MINUTE_MS);
    if (current !== minute) {
      minute = current;
      isOpen = isExchangeOpen(calendar, now);
    }
    return isOpen;
  };
}

interface StoredDesk {
  readonly session: BrokerSession | null;
  readonly listed: readonly BrokerInstrument[];
}

function createStoredDesks(
  { store, accounts, instruments, marketClock }: MarketFeedDeps,
  shares: () => readonly string[],
) {
  const followed = strategyFeeds.filter((desk) => accounts[desk] !== null);
  let newest: { readonly key: string; readonly of: ReadonlyMap<StrategyFeed, StoredDesk> } | null = null;
  /** A read that ends after the feeds were closed must not open them again. */
  let closings = 0;
  const keyNow = (): string => `${istDateOf(marketClock.now())} ${shares().join()}`;
  return {
    isCurrent: () => newest?.key === keyNow(),
    newest: () => [...(newest?.of ?? [])],
    async read(): Promise<void> {
      const mine = closings;
      const [key, day, isins] = [keyNow(), istDateOf(marketClock.now()), shares()];
      const of = new Map<StrategyFeed, StoredDesk>();
      for (const desk of followed)
        of.set(desk, { session: await store.sessionOf(desk), listed: await instruments(desk, day, isins) });
      if (closings === mine) newest = { key, of };
    },
    forget(): void {
      closings++;
      newest = null;
    },
  };
}

function createTending({ store, marketClock, calendar, log }: MarketFeedDeps, states: DeskStates) {
  function subscribe(desk: StrategyFeed, listed: readonly BrokerInstrument[]): void {
    const state = states[desk];
    // Tokens may change daily; an unchanged subscription sends nothing.
    const isins = new Map(listed.map(({ token, isin }) => [token, isin]));
    const key = [...isins].join();
    if (key === state.subscribed) return;
    state.subscribed = key;
    state.line.want(isins);
  }

  async function remember(desk: StrategyFeed): Promise<void> {
    const state = states[desk];
    const { lastTickAt } = state.line;
    if (lastTickAt === null || lastTickAt === state.stored) return;
    state.stored = lastTickAt;
    await store.noteTick(desk, lastTickAt);
  }

  return async (desk: StrategyFeed, { session, listed }: StoredDesk): Promise<void> => {
    const { line } = states[desk];
    line.follow(session !== null && session.expiresAt > marketClock.now() ? session.issuedAt : null);
    subscribe(desk, listed);
    if (!isExchangeOpen(calendar, marketClock.now())) line.expectNothing();
    else if (line.state === "open" && line.isSilent()) {
      log.warn({ desk }, "market feed: silent, reconnecting");
      line.redial();
    }
    await remember(desk);
  };
}

/** Neither its own feed nor the other one's works: entries stop until one is back. */
function createOutageAlarm(deps: MarketFeedDeps, states: DeskStates, hasNoFeed: (desk: StrategyFeed) => boolean) {
  const { marketClock, log, count, alarm } = deps;

  /** In the background: the turn must not wait for thousands of notices. The next turn retries a failure. */
  function raiseAlarm(desk: StrategyFeed, day: IstDate): void {
    states[desk].hasAlarmed = true;
    alarm(desk, day, "no_feed").catch((cause: unknown) => {
      log.error({ err: cause, desk }, "market feed: alarm not stored");
      states[desk].hasAlarmed = false;
    });
  }

  return (desk: StrategyFeed): void => {
    const state = states[desk];
    const now = marketClock.now();
    if (!hasNoFeed(desk)) {
      state.feedBackSince ??= now;
      if (now - state.feedBackSince < FEED_BACK_MS) return;
      state.noFeedSince = null;
      state.hasAlarmed = false;
      return;
    }
    state.feedBackSince = null;
    if (state.noFeedSince === null) {
      state.noFeedSince = now;
      log.error({ desk, line: state.line.state }, "market feed: strategy without prices in an open market");
      count("desk_without_feed");
    }
    if (!state.hasAlarmed && now - state.noFeedSince >= FEED_SILENCE_MAX_MS) raiseAlarm(desk, istDateOf(now));
  };
}

export function createMarketFeed(deps: MarketFeedDeps): MarketFeed {
  const { adapters, humanClock, marketClock, log } = deps;
  const isOpen = createOpenHours(deps);
  const wanted = new Map<string, readonly string[]>();
  const open = (desk: StrategyFeed): DeskState => ({
    line: new DeskLine({
      stream: adapters[desk].quotes,
      humanClock,
      marketClock,
      access: () => accessTo(deps)(desk),
      ticks: (ticks) => receive(desk, ticks),
    }),
    listeners: new Set(),
    last: new Map(),
    subscribed: "",
    stored: null,
    source: null,
    noFeedSince: null,
    feedBackSince: null,
    hasAlarmed: false,
  });
  const states: DeskStates = recordOf(strategyFeeds, open);
  const tend = createTending(deps, states);

  function isHealthy(desk: StrategyFeed): boolean {
    const { line } = states[desk];
    if (line.state !== "open") return false;
    return !isOpen() || !(line.isMute || line.isSilent());
  }
  function sourceOf(desk: StrategyFeed): StrategyFeed | null {
    if (isHealthy(desk)) return desk;
    return isHealthy(otherStrategyFeed(desk)) ? otherStrategyFeed(desk) : null;
  }

  const isDialling = (): boolean => strategyFeeds.some((desk) => states[desk].line.isDialling);

  function receive(from: StrategyFeed, ticks: readonly MarketTick[]): void {
    for (const { isin, tick } of ticks) states[from].last.set(isin, tick);
    for (const desk of strategyFeeds)
      if (sourceOf(desk) === from) for (const listener of states[desk].listeners) listener(ticks);
  }

  function tellChanges(desk: StrategyFeed): void {
    const source = sourceOf(desk);
    if (source === states[desk].source) return;
    log.info({ desk, source, line: states[desk].line.state }, "market feed: strategy switched its source");
    states[desk].source = source;
  }

  const watchOutage = createOutageAlarm(deps, states, (desk) => {
    return isOpen() && sourceOf(desk) === null && !isDialling();
  });

  const stored = createStoredDesks(deps, () => [...new Set([...wanted.values()].flat())]);
  /** Nothing is awaited between the choice of the newest read and its use: an older one never replaces it. */
  async function watch(): Promise<void> {
    await Promise.all(stored.newest().map(([desk, found]) => tend(desk, found)));
    for (const desk of strategyFeeds) tellChanges(desk);
    for (const desk of strategyFeeds) watchOutage(desk);
  }
  const turn = oneAtATime(async () => {
    await stored.read();
    await watch();
  });

  return {
    want: (by, isins) => void wanted.set(by, [...isins]),
    listen(desk, listener) {
      states[desk].listeners.add(listener);
      return () => void states[desk].listeners.delete(listener);
    },
    lastTick: (desk, isin) => states[sourceOf(desk) ?? desk].last.get(isin) ?? null,
    sourceOf,
    isDialling,
    turn,
    follow: () => (stored.isCurrent() ? watch() : turn()),
    close() {
      stored.forget();
      for (const desk of strategyFeeds) states[desk].line.close();
    },
  };
}
