import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { type StrategyFeed, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { PULSE_ISINS } from "@vriddhi/core/readiness/readiness";
import { poolWidths } from "@vriddhi/core/schedule/concurrency-pool";
import { stopsBetween } from "@vriddhi/core/schedule/day-plan";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { MARKET_INDEX } from "@vriddhi/core/strategy/universe";
import type { Link } from "../features/broker-link/link.store.ts";
import { egressOf } from "../features/broker-link/link-secrets.ts";
import { createInstrumentService, type InstrumentService } from "../features/instrument-map/instrument.service.ts";
import { createInstrumentStore } from "../features/instrument-map/instrument.store.pg.ts";
import { createDeskStore } from "../features/market-feed/desk.store.pg.ts";
import type { DeskStore } from "../features/market-feed/desk.store.ts";
import type { DeskAccounts } from "../features/market-feed/desk-account.ts";
import { createDeskLogin } from "../features/market-feed/desk-login.ts";
import { createMarketFeed, type MarketFeed } from "../features/market-feed/market-feed.ts";
import { planActiveAccountSteps } from "../features/morning/active-account-steps.ts";
import { createMending } from "../features/morning/late-arrivals.ts";
import { createLinkChanges } from "../features/morning/link-changes.ts";
import { createMorningWork } from "../features/morning/morning.steps.ts";
import { createMorningAccounts } from "../features/morning/morning-accounts.ts";
import type { TradingEngine } from "../features/morning/morning-ports.ts";
import { createMorningState, type MorningState } from "../features/morning/morning-state.ts";
import { scheduleHandlers } from "../features/morning/schedule.routes.ts";
import type { Notifier } from "../features/notification/notifier.ts";
import { readinessHandlers } from "../features/readiness/readiness.routes.ts";
import { createReadinessService, type ReadinessService } from "../features/readiness/readiness.service.ts";
import { createReadinessStore } from "../features/readiness/readiness.store.pg.ts";
import { createReadinessAccounts } from "../features/readiness/readiness-accounts.ts";
import type { DeskSettings } from "../platform/config/config.ts";
import { STEPS_WAIT } from "../platform/due-step/due-step.sql.ts";
import { createDueStepStore } from "../platform/due-step/due-step.store.pg.ts";
import { stepLimits } from "../platform/due-step/step-limits.ts";
import { createStepRunner } from "../platform/due-step/step-runner.ts";
import { PLAN_EVERY_MS, SCHEDULER_BEAT } from "../platform/due-step/step-upkeep.ts";
import { createPublish } from "../platform/events/publish.ts";
import type { Metrics } from "../platform/http/metrics.ts";
import type { Brokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";
import { createRunnerAlarm } from "./runner-alarm.ts";
import type { Surroundings } from "./surroundings.ts";

const STEPS_EVERY_MS = 500;

export interface MorningsDeps {
  readonly platform: Platform;
  readonly surroundings: Pick<Surroundings, "desks" | "schedule">;
  readonly brokers: Brokers;
  readonly closing: Closing;
  isSubscribed(userId: string): Promise<boolean>;
  readonly engine: TradingEngine;
  readonly notify: Notifier["notify"];
}

function toDeskAccounts({ surroundings, brokers }: MorningsDeps): DeskAccounts {
  const account = (desk: StrategyFeed, settings: DeskSettings | null) =>
    settings && {
      credentials: {
        clientId: settings.clientId,
        appKey: settings.appKey,
        totpCode: null,
        appSecret: settings.appSecret?.reveal() ?? null,
        pin: settings.pin.reveal(),
        totpSecret: settings.totpSecret.reveal(),
        redirectUrl: brokers.links.redirectUrl(desk),
      },
      egress: { localAddress: null, proxyUrl: null },
    };
  return recordOf(strategyFeeds, (desk) => account(desk, surroundings.desks[desk]));
}

interface ReadinessParts {
  readonly desk: DeskStore;
  readonly instruments: InstrumentService;
  readonly state: MorningState;
}

function composeReadiness(deps: MorningsDeps, { desk, instruments, state }: ReadinessParts): ReadinessService {
  const { brokers, platform, isSubscribed, notify } = deps;
  const { database, marketClock, humanClock } = platform;
  const publish = createPublish(humanClock);
  return createReadinessService({
    store: createReadinessStore(database),
    accounts: createReadinessAccounts<Link>({ links: brokers.links, adapters: brokers.adapters }),
    marketClock,
    calendar: platform.calendar,
    isSubscribed,
    hasInstruments: instruments.isFresh,
    lastTickAt: desk.lastTickAt,
    loginOf: state.loginOf,
    isStarted: deps.engine.isStarted,
    notifyPages: (tx, { userId, broker }) => publish(tx, userId, "readiness", { broker }),
    notify,
  });
}

/** The brokers whose instrument lists load first, and those that depend on them. */
function subjectsOf({ brokers }: MorningsDeps) {
  const names = (namesIsin: boolean) =>
    brokerNames.filter((broker) => brokers.adapters[broker].capabilities.namesIsin === namesIsin);
  return { desk_login: strategyFeeds, instruments: names(true), instruments_by_symbol: names(false) };
}

export function composeMorningSteps(deps: MorningsDeps) {
  const { platform, brokers, isSubscribed } = deps;
  const { config, database, humanClock, marketClock, log, box } = platform;
  const loginWayOf = (broker: BrokerName) => brokers.adapters[broker].capabilities.login;
  const steps = createDueStepStore(database);
  const late = { steps, marketClock, calendar: platform.calendar };
  const others = subjectsOf(deps);
  const instruments = createInstrumentService({
    store: createInstrumentStore(database),
    adapters: brokers.adapters,
    marketClock,
    async onIsins(tx, day) {
      for (const subject of others.instruments_by_symbol)
        await steps.hasten(tx, { kind: "instruments_by_symbol", subject, day }, marketClock.now());
    },
  });
  const deskStore = createDeskStore(database, box);
  const accounts = toDeskAccounts(deps);
  const state = createMorningState(steps);
  const readiness = composeReadiness(deps, { desk: deskStore, instruments, state });
  const shared = { adapters: brokers.adapters, humanClock, marketClock, log, accounts, store: deskStore };
  const mend = createMending(late);
  const work = createMorningWork({
    steps,
    state,
    marketClock,
    isSubscribed,
    accounts: createMorningAccounts<Link>({
      links: brokers.links,
      humanClock,
      publicUrl: config.publicUrl,
      loginWayOf,
      warm: (link) => brokers.adapters[link.broker].warm(egressOf(link)),
    }),
    engine: deps.engine,
    notify: deps.notify,
    retryLogin: async (tx, account) => void (await mend(tx, account)),
    others,
    work: {
      desk_login: createDeskLogin(shared),
      instruments: instruments.refresh,
      instruments_by_symbol: instruments.refresh,
      readiness_early: readiness.check,
      readiness: readiness.check,
    },
  });
  const runner = createStepRunner({
    store: steps,
    humanClock,
    marketClock,
    log: log.child({ feature: "morning" }),
    work,
    plan: (now) => planActiveAccountSteps(platform.calendar, now),
    limits: stepLimits(poolWidths, config.pools.steps),
  });
  brokers.onChanged(createLinkChanges({ ...late, notify: deps.notify, loginWayOf }));
  return { steps, runner, readiness, instruments, shared };
}

export interface Mornings {
  readonly instruments: InstrumentService;
  readonly feed: MarketFeed;
  readonly desks: { readonly accounts: DeskAccounts; readonly store: DeskStore };
  readonly handlers: ReturnType<typeof scheduleHandlers> & ReturnType<typeof readinessHandlers>;
}

/** The instruments of the feeds: shares of today's list and, once it is known, the market index. */
const listWithIndex =
  ({ adapters }: Brokers, { listOn }: InstrumentService): InstrumentService["listOn"] =>
  async (broker, day, isins) => {
    const listed = await listOn(broker, day, isins);
    const { index } = adapters[broker];
    const isWanted = listed.length > 0 && isins.includes(MARKET_INDEX.isin);
    return isWanted && index !== undefined ? [...listed, index] : listed;
  };

export function composeMornings(deps: MorningsDeps & Pick<Metrics, "count">): Mornings {
  const { platform, surroundings, closing } = deps;
  const { humanClock, marketClock, config } = platform;
  const { steps, runner, readiness, instruments, shared } = composeMorningSteps(deps);
  const feed = createMarketFeed({
    ...shared,
    calendar: platform.calendar,
    instruments: listWithIndex(deps.brokers, instruments),
    count: deps.count,
    alarm: createRunnerAlarm(platform.database, deps.notify),
  });
  feed.want("pulse", PULSE_ISINS);
  let runAgain = (): void => undefined;
  surroundings.schedule.add({
    stopsBetween: (from, to) => stopsBetween(platform.calendar, from, to),
    async runDue() {
      await runner.runDue();
    },
    forget() {
      runner.forget();
      runAgain();
    },
  });
  if (config.role === "all" || config.role === "worker") {
    const { pollWhile } = platform.workWatch;
    const planning = pollWhile("day's plan", runner.plan, { everyMs: PLAN_EVERY_MS, atLeastEveryMs: PLAN_EVERY_MS });
    closing.add("day's plan", planning.stop);
    const polling = pollWhile("morning steps", runner.runDue, { everyMs: STEPS_EVERY_MS, waits: STEPS_WAIT });
    runAgain = polling.wake;
    closing.add("morning steps' polling", polling.stop);
    closing.add("morning steps", runner.stop);
  }
  return {
    instruments,
    feed,
    desks: { accounts: shared.accounts, store: shared.store },
    handlers: {
      ...scheduleHandlers({
        humanClock,
        marketClock,
        calendar: platform.calendar,
        lastBeat: () => steps.lastBeat(SCHEDULER_BEAT),
      }),
      ...readinessHandlers(readiness),
    },
  };
}
