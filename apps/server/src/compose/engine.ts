import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type StrategyFeed, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { err, ok } from "@vriddhi/core/shared/result";
import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import { HISTORY_FROM } from "@vriddhi/core/strategy/strategy-hours";
import { MARKET_INDEX, UNIVERSE } from "@vriddhi/core/strategy/universe";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant } from "@vriddhi/core/time/ist";
import { isTradingDay } from "@vriddhi/core/time/trading-calendar";
import type { Notifier } from "../features/notification/notifier.ts";
import { createBarredShares } from "../features/strategy-engine/barred-shares.ts";
import { createClosingDays } from "../features/strategy-engine/closing-day.ts";
import { createDriftStore } from "../features/strategy-engine/drift.store.pg.ts";
import { createSignalEngine, engineStops, type SignalEngine } from "../features/strategy-engine/engine.ts";
import {
  createHistoryService,
  type HistoryService,
  type HistorySource,
} from "../features/strategy-engine/history.service.ts";
import { createHistoryStore } from "../features/strategy-engine/history.store.pg.ts";
import { createShareNumbers } from "../features/strategy-engine/share-numbers.ts";
import { createShortlistStore } from "../features/strategy-engine/shortlist.store.pg.ts";
import { signalDeskHandlers } from "../features/strategy-engine/strategy-engine.routes.ts";
import { createSignalDeskStore } from "../features/strategy-engine/strategy-engine.store.pg.ts";
import { createTickStore } from "../features/strategy-engine/tick.store.pg.ts";
import { poll } from "../platform/clock/poll.ts";
import type { Metrics } from "../platform/http/metrics.ts";
import type { Brokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import { FEEDS_LEADER, type LeadWork, leadFeeds } from "./lead-feeds.ts";
import type { Mornings } from "./mornings.ts";
import type { Platform } from "./platform.ts";
import { broadcastPrices, receivePrices } from "./price-relay.ts";
import { createRunnerAlarm } from "./runner-alarm.ts";
import { recordIncidents } from "./service-status.ts";
import type { Surroundings } from "./surroundings.ts";
import type { TradingPrices } from "./trading-prices.ts";

/** In the data folder, placed there by the operator. */
const SURVEILLANCE_FILE = "surveillance.txt";
const TURN_EVERY_MS = 250;
const HISTORY_EVERY_MS = SECOND_MS;

export interface EngineDeps {
  readonly platform: Platform;
  readonly surroundings: Pick<Surroundings, "schedule">;
  readonly brokers: Pick<Brokers, "adapters">;
  readonly mornings: Pick<Mornings, "feed" | "instruments" | "desks">;
  readonly closing: Closing;
  readonly prices: TradingPrices;
  readonly count: Metrics["count"];
  readonly notify: Notifier["notify"];
}

const historySourceOf = ({ platform, brokers, mornings }: EngineDeps, desk: StrategyFeed): HistorySource => ({
  desk,
  async open(day) {
    const account = mornings.desks.accounts[desk];
    const session = await mornings.desks.store.sessionOf(desk);
    const { history, index } = brokers.adapters[desk];
    if (account === null || session === null || history === undefined) return null;
    if (session.expiresAt <= platform.marketClock.now() || !(await mornings.instruments.isFresh(desk, day)))
      return null;
    const access = { session, egress: account.egress, algoId: null };
    return async (isin, from, to) => {
      const [instrument] = isin === MARKET_INDEX.isin ? [index] : await mornings.instruments.listOn(desk, day, [isin]);
      if (instrument === undefined) return null;
      const answer = await history.candles(access, { instrument, minutes: 5, from, to });
      return answer.ok ? ok(answer.value.rows) : err(answer.error);
    };
  },
});

function buildEngine(deps: EngineDeps) {
  const { platform, mornings, count } = deps;
  const { config, database, calendar, humanClock, marketClock } = platform;
  const log = platform.log.child({ feature: "signal desk" });
  const numbers = createShareNumbers([...UNIVERSE, MARKET_INDEX], MARKET_INDEX.isin);
  const historyStore = createHistoryStore(database);
  const history = createHistoryService({
    store: historyStore,
    numbers,
    calendar,
    humanClock,
    log,
    sources: strategyFeeds.map((desk) => historySourceOf(deps, desk)),
  });
  const store = createSignalDeskStore(database, FEEDS_LEADER);
  const drift = createDriftStore(database, FEEDS_LEADER);
  const ticks = createTickStore(database, FEEDS_LEADER);
  const shared = { store, ticks, numbers, models: OPENING_RANGE_MODELS, settings: OPENING_RANGE, calendar, log };
  const clocks = { humanClock, marketClock };
  const engine = createSignalEngine({
    ...shared,
    ...clocks,
    count,
    alarm: createRunnerAlarm(database, deps.notify),
    isHistoryReady: history.isReady,
    factsBefore: history.factsBefore,
    barredOn: createBarredShares({
      numbers,
      surveillanceFile: join(config.dataDir, SURVEILLANCE_FILE),
      log,
      listedOn: async (day) => {
        const lists = await Promise.all(
          strategyFeeds.map((desk) => mornings.instruments.listOn(desk, day, numbers.isins)),
        );
        return new Set(lists.flat().map(({ isin }) => isin));
      },
    }),
    listen: (desk, listener) =>
      mornings.feed.listen(desk, (ticks) =>
        listener(
          ticks.map(({ isin, tick: { lastPrice, volume, previousClose = null, at } }) => {
            return { isin, lastPrice, volume, previousClose, at };
          }),
        ),
      ),
    closeDays: createClosingDays({
      ...shared,
      ...clocks,
      drift,
      recordDays: config.recordDays,
      tickDays: config.tickDays,
      history: historyStore,
    }),
  });
  return { engine, history, drift, numbers, store };
}

function createFilling({ platform: { calendar, marketClock } }: EngineDeps, { fill }: Pick<HistoryService, "fill">) {
  let running: Promise<void> | null = null;
  let leading: AbortSignal | null = null;
  return {
    begin(signal: AbortSignal): void {
      leading = signal;
    },
    async fill(): Promise<void> {
      const now = marketClock.now();
      const day = istDateOf(now);
      if (leading === null || leading.aborted) return;
      if (!isTradingDay(calendar, day) || now < istInstant(day, HISTORY_FROM)) return;
      running ??= fill(day, leading).finally(() => {
        running = null;
      });
      await running;
    },
  };
}

type Filling = ReturnType<typeof createFilling>;

const leadEngine = (deps: EngineDeps, engine: SignalEngine, filling: Filling): LeadWork => ({
  begin(epoch, signal) {
    const { log } = deps.platform;
    engine.lead(epoch, signal);
    filling.begin(signal);
    const stops = [
      poll("desks", engine.turn, TURN_EVERY_MS, log),
      poll("past prices", filling.fill, HISTORY_EVERY_MS, log),
    ];
    return async () => {
      for (const stop of stops) await stop();
    };
  },
});

export interface Engine {
  readonly handlers: ReturnType<typeof signalDeskHandlers>;
}

export function composeEngine(deps: EngineDeps): Engine {
  const { platform, surroundings, mornings, closing } = deps;
  const { config, calendar } = platform;
  const { engine, history, drift, numbers, store } = buildEngine(deps);
  const { database, marketClock } = platform;
  const handlers = signalDeskHandlers({
    shortlist: createShortlistStore(database),
    drift,
    marketClock,
    calendar,
    lastTickAt: mornings.desks.store.lastTickAt,
  });
  const filling = createFilling(deps, history);
  const process = randomUUID();
  receivePrices(platform, process, deps.prices, closing);
  const isEngine = config.role === "all" || config.role === "engine";
  if (!isEngine) return { handlers };
  mornings.feed.want("desks", numbers.isins);
  surroundings.schedule.add({
    stopsBetween: (from, to) => engineStops(calendar, from, to),
    runDue: engine.turn,
  });
  surroundings.schedule.watch({
    async idle() {
      if (!engine.isLeading()) return;
      await mornings.feed.turn();
      // A clock jump waits for past prices only when a running account could miss a trade without them.
      if (!history.isReady(istDateOf(marketClock.now())) && (await store.isAnybodyRunning())) await filling.fill();
      await engine.turn();
    },
    // The feed sends auction prices once, so a clock jump waits for the strategies' first connection.
    isUnderWay: () => engine.isLeading() && mornings.feed.isDialling(),
  });
  closing.add(
    "market feeds",
    leadFeeds(platform, mornings.feed, [
      leadEngine(deps, engine, filling),
      broadcastPrices(platform, process, { feed: mornings.feed, attend: deps.prices.attend }),
      recordIncidents(platform),
    ]).stop,
  );
  return { handlers };
}
