import { type StrategyFeed, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { paise } from "@vriddhi/core/shared/money";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import type { PreOpenQuote, ShareNumber } from "@vriddhi/core/strategy/strategy";
import {
  type FixtureDay,
  type FixtureTick,
  fixtureDay,
  fixtureSymbols,
  ticksOfMinute,
} from "@vriddhi/core/strategy/strategy-day-fixture";
import { flatModel } from "@vriddhi/core/strategy/strategy-fixture";
import { auctionPricesFrom, shortlistAt } from "@vriddhi/core/strategy/strategy-hours";
import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstMinute, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { SESSION_OPEN } from "@vriddhi/core/time/session-hours";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import type { BarReason } from "../features/strategy-engine/barred-shares.ts";
import { createClosingDays } from "../features/strategy-engine/closing-day.ts";
import { createDriftStore } from "../features/strategy-engine/drift.store.pg.ts";
import { createSignalEngine, type SignalEngine } from "../features/strategy-engine/engine.ts";
import { createHistoryStore } from "../features/strategy-engine/history.store.pg.ts";
import { createShareNumbers } from "../features/strategy-engine/share-numbers.ts";
import { createSignalDeskStore } from "../features/strategy-engine/strategy-engine.store.pg.ts";
import type { ReceivedTick } from "../features/strategy-engine/strategy-runner.ts";
import { createTickStore } from "../features/strategy-engine/tick.store.pg.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createLogger } from "../platform/log/logger.ts";
import { createTestDatabase } from "./test-database.ts";

const LEAD = "bench";
const shares = fixtureSymbols.map((symbol, share) => ({
  symbol,
  isin: `INE${String(share).padStart(3, "0")}A01010`,
}));
export const benchIsins: readonly string[] = shares.map(({ isin }) => isin);

export interface Leader {
  readonly engine: SignalEngine;
  /** Simulates a killed process: it receives and does nothing more. */
  vanish(): void;
}

export interface EngineFixture {
  readonly database: Database;
  readonly given: FixtureDay;
  readonly clock: VirtualClock;
  readonly counted: string[];
  readonly alarms: string[];
  readonly barred: Map<string, BarReason>;
  lead(): Promise<Leader>;
  quote(changes?: (quote: PreOpenQuote) => PreOpenQuote): void;
  report(ticks: readonly ReceivedTick[]): void;
  /** Delivers one minute's ticks and sets the clock right behind it; no engine has run yet. */
  passMinute(place: number, isReceived?: boolean | ((share: ShareNumber) => boolean)): void;
  /** Minutes from `from` until before `until`, with the iterations of `leader`. */
  live(leader: Leader, from: number, until: number, isReceived?: (place: number) => boolean): Promise<void>;
  at(minute: IstMinute): EpochMs;
  rows<Row extends object>(sql: string): Promise<readonly Row[]>;
  asOwner(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Traded in the opening auction, which is no part of any bar. */
const AUCTION_SHARES = 100;

const toReceived = ({ share, tick }: FixtureTick): ReceivedTick => ({
  isin: benchIsins[share] ?? "",
  lastPrice: paise(tick.price),
  volume: AUCTION_SHARES + tick.dayVolume,
  previousClose: null,
  at: epochMs(tick.at),
});

type ReceiveTicks = (desk: StrategyFeed, ticks: readonly ReceivedTick[]) => void;

interface EngineFixtureDeps {
  readonly database: Database;
  readonly given: FixtureDay;
  readonly clock: VirtualClock;
  readonly counted: string[];
  readonly alarms: string[];
  readonly index: number | null;
  readonly barred: Map<string, BarReason>;
  readonly listeners: Set<ReceiveTicks>;
}

function buildEngine({ database, given, clock, counted, alarms, index, barred, listeners }: EngineFixtureDeps) {
  let isDeaf = false;
  const store = createSignalDeskStore(database, LEAD);
  const deps = {
    numbers: createShareNumbers(shares, index === null ? null : (benchIsins[index] ?? null)),
    models: [flatModel(0)],
    settings: OPENING_RANGE,
    calendar: nseCalendar,
    log: createLogger("silent"),
    humanClock: clock,
    marketClock: clock,
    store,
    ticks: createTickStore(database, LEAD),
  };
  const drift = createDriftStore(database, LEAD);
  const engine = createSignalEngine({
    ...deps,
    count: (fact) => void counted.push(fact),
    alarm: async (desk, day, cause) => void alarms.push(`${desk} ${day} ${cause}`),
    isHistoryReady: () => true,
    factsBefore: async () => given.facts,
    barredOn: async () => barred,
    listen(desk, listener) {
      const receive: ReceiveTicks = (from, ticks) => {
        if (from === desk && !isDeaf) listener(ticks);
      };
      listeners.add(receive);
      return () => void listeners.delete(receive);
    },
    closeDays: createClosingDays({
      ...deps,
      drift,
      recordDays: 30,
      tickDays: 7,
      history: createHistoryStore(database),
    }),
  });
  const vanish = () => {
    isDeaf = true;
  };
  return { engine, vanish };
}

function createMarket({ given, clock, index, listeners }: EngineFixtureDeps, at: EngineFixture["at"]) {
  const indexIsin = index === null ? null : benchIsins[index];
  const report = (reported: readonly ReceivedTick[]): void => {
    // An index has no volume.
    const ticks = reported.map((tick) => (tick.isin === indexIsin ? { ...tick, volume: null } : tick));
    for (const desk of strategyFeeds) for (const receive of listeners) receive(desk, ticks);
  };
  return {
    report,
    quote(changes = (quote: PreOpenQuote) => quote) {
      clock.set(later(auctionPricesFrom(given.day), 20 * SECOND_MS));
      report(
        given.quotes.map(changes).map(({ share, price, previousClose }) => ({
          isin: benchIsins[share] ?? "",
          lastPrice: price ?? paise(1),
          volume: price === null ? 0 : AUCTION_SHARES,
          previousClose,
          at: clock.now(),
        })),
      );
      clock.set(later(shortlistAt(given.day), SECOND_MS));
    },
    passMinute(place: number, isReceived: boolean | ((share: ShareNumber) => boolean) = true) {
      clock.set(later(at(SESSION_OPEN), (place + 1) * MINUTE_MS + SECOND_MS));
      const ticks = ticksOfMinute(given.day, given.session, place);
      report(
        ticks.filter(({ share }) => (isReceived instanceof Function ? isReceived(share) : isReceived)).map(toReceived),
      );
    },
  };
}

const RAISE_EPOCH = `INSERT INTO leader_epochs AS leader (name, epoch) VALUES ($1, 1)
  ON CONFLICT (name) DO UPDATE SET epoch = leader.epoch + 1 RETURNING epoch::int AS epoch`;

export async function openEngineFixture(seed: number, index: number | null = null): Promise<EngineFixture> {
  const scratch = await createTestDatabase();
  const database = openDatabase(scratch.url, { max: 5, role: APP_ROLE, onError: () => {} });
  const given = fixtureDay(seed);
  const at = (minute: IstMinute): EpochMs => istInstant(given.day, minute);
  const clock = createVirtualClock(at(istMinute(8, 40)));
  const reported = { counted: [], alarms: [] };
  const deps: EngineFixtureDeps = {
    database,
    given,
    clock,
    ...reported,
    index,
    barred: new Map(),
    listeners: new Set(),
  };
  const market = createMarket(deps, at);
  return {
    ...deps,
    ...market,
    at,
    async lead() {
      const { rows } = await database.pool.query<{ epoch: number }>(RAISE_EPOCH, [LEAD]);
      const { engine, vanish } = buildEngine(deps);
      engine.lead(rows[0]?.epoch ?? 0, new AbortController().signal);
      return { engine, vanish };
    },
    async live({ engine }, from, until, isReceived = () => true) {
      for (let place = from; place < until; place++) {
        market.passMinute(place, isReceived(place));
        await engine.turn();
      }
    },
    async rows<Row extends object>(sql: string) {
      return (await database.pool.query(sql)).rows as Row[];
    },
    async asOwner(sql) {
      const owner = openDatabase(scratch.url, { max: 1, onError: () => {} });
      await owner.pool.query(sql);
      await owner.close();
    },
    async close() {
      await database.close();
      await scratch.drop();
    },
  };
}
