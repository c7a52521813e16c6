import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { stopsBetween } from "@vriddhi/core/schedule/day-plan";
import { HOUR_MS, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { eq } from "drizzle-orm";
import type { Link } from "../features/broker-link/link.store.ts";
import { createInstrumentService, type InstrumentService } from "../features/instrument-map/instrument.service.ts";
import { createInstrumentStore } from "../features/instrument-map/instrument.store.pg.ts";
import { createDeskStore } from "../features/market-feed/desk.store.pg.ts";
import type { DeskStore } from "../features/market-feed/desk.store.ts";
import { type DeskAccounts, deskOf, desks, otherDesk } from "../features/market-feed/desk.ts";
import { createDeskLogin } from "../features/market-feed/desk-login.ts";
import { createMarketFeed, type MarketFeed } from "../features/market-feed/market-feed.ts";
import { createLateArrivals, createMending } from "../features/morning/late-arrivals.ts";
import { createMorningWork } from "../features/morning/morning.steps.ts";
import { createMorningStore } from "../features/morning/morning.store.pg.ts";
import type { MorningAccount, MorningAccounts, Notify, TradingEngine } from "../features/morning/morning-ports.ts";
import { planRollCalls } from "../features/morning/roll-call.ts";
import { scheduleHandlers } from "../features/morning/schedule.routes.ts";
import { readinessHandlers } from "../features/readiness/readiness.routes.ts";
import {
  createReadinessService,
  type ReadinessAccount,
  type ReadinessService,
} from "../features/readiness/readiness.service.ts";
import { createReadinessStore } from "../features/readiness/readiness.store.pg.ts";
import type { ReadinessStore } from "../features/readiness/readiness.store.ts";
import type { DeskSettings } from "../platform/config/config.ts";
import type { Tx } from "../platform/db/database.ts";
import { brokerLinks } from "../platform/db/schema/broker.ts";
import { createDueStepStore } from "../platform/due-step/due-step.store.pg.ts";
import { poll } from "../platform/due-step/poll.ts";
import { createStepRunner, SCHEDULER_BEAT } from "../platform/due-step/step-runner.ts";
import { createPublish, type Publish } from "../platform/events/publish.ts";
import type { Brokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";
import type { Surroundings } from "./surroundings.ts";

const STEPS_EVERY_MS = 500;
const FEEDS_EVERY_MS = SECOND_MS;
const CONNECT_LINK_LIFETIME_MS = 8 * HOUR_MS;
/** Who acts in the audit when nobody does. */
const OURSELVES = "127.0.0.1";
/** Traded every second of every day: whoever hears none of them hears nothing. */
const PULSE_ISINS = ["INE040A01034", "INE090A01021", "INE002A01018", "INE009A01021", "INE062A01020"];
const FUNDS_UNAVAILABLE = { kind: "unavailable" } as const;

export interface MorningsDeps {
  readonly platform: Platform;
  readonly surroundings: Pick<Surroundings, "desks" | "schedule">;
  readonly brokers: Brokers;
  readonly closing: Closing;
  isSubscribed(userId: string): Promise<boolean>;
  /** Until it is there, whom it would have started is recorded. */
  readonly engine?: TradingEngine;
  readonly notify: Notify;
}

function toDeskAccounts({ surroundings, brokers }: MorningsDeps): DeskAccounts {
  const account = (desk: "angelone" | "fyers", settings: DeskSettings | null) =>
    settings && {
      credentials: {
        ...{ clientId: settings.clientId, appKey: settings.appKey, totpCode: null },
        appSecret: settings.appSecret?.reveal() ?? null,
        pin: settings.pin.reveal(),
        totpSecret: settings.totpSecret.reveal(),
        redirectUrl: brokers.links.redirectUrl(desk),
      },
      egress: { localAddress: null, proxyUrl: null },
    };
  const { angelone, fyers } = surroundings.desks;
  return { angelone: account("angelone", angelone), fyers: account("fyers", fyers) };
}

const DASHBOARD_TABS: Readonly<Record<BrokerName, string>> = {
  fyers: "FyersConnection",
  zerodha: "ZerodhaConnection",
  angelone: "AngelOneConnection",
};

function createAccounts({ brokers, platform }: MorningsDeps): MorningAccounts {
  const { links, adapters } = brokers;
  const { config, humanClock } = platform;
  const toAccount = (link: Link): MorningAccount => {
    const { login } = adapters[link.broker].capabilities;
    return {
      ...{ linkId: link.id, userId: link.userId, broker: link.broker },
      session: link.session,
      isConnected: links.isConnected(link),
      isRenewedDaily: login === "stored",
      canLogInAlone: login !== "page" && link.sealedPin !== null && link.sealedTotp !== null,
    };
  };
  const linkOf = async (account: MorningAccount): Promise<Link | null> => links.findById(account.linkId);
  return {
    listIds: links.listKept,
    async find(linkId) {
      const link = await links.findById(linkId);
      return link === null || link.isLeft ? null : toAccount(link);
    },
    async logIn(account) {
      const link = await linkOf(account);
      if (link === null) return "person_needed";
      const login = await links.unattended(link, { userId: link.userId, ip: OURSELVES });
      if (login.ok) return "connected";
      return typeof login.error === "string" && login.error !== "client_taken" ? "unavailable" : "person_needed";
    },
    async end(tx, account) {
      const link = await linkOf(account);
      if (link !== null) await links.end(tx, link);
    },
    async issueAddress(tx, account) {
      const link = await linkOf(account);
      // where no page of the broker's is part of a login, the form is the way
      if (link === null || adapters[account.broker].capabilities.login === "stored")
        return new URL(`/algorithm/dashboard/${DASHBOARD_TABS[account.broker]}`, config.publicUrl).href;
      const token = await links.issueConnectLink(tx, link, later(humanClock.now(), CONNECT_LINK_LIFETIME_MS));
      const url = new URL(`/connect/${account.broker}`, config.publicUrl);
      url.searchParams.set("link", token);
      return url.href;
    },
  };
}

interface ReadinessParts {
  readonly desk: DeskStore;
  readonly instruments: InstrumentService;
  mend(tx: Tx, linkId: string): Promise<void>;
}

/** Whoever looks at a page sees at once what was found. */
const tellPages = (store: ReadinessStore, publish: Publish): ReadinessStore => ({
  ...store,
  async save(tx, record) {
    await store.save(tx, record);
    const [link] = await tx.db.select().from(brokerLinks).where(eq(brokerLinks.id, record.linkId));
    if (link) await publish(tx, link.userId, "readiness", { broker: link.broker });
  },
});

function composeReadiness(deps: MorningsDeps, { desk, instruments, mend }: ReadinessParts): ReadinessService {
  const { brokers, platform, isSubscribed } = deps;
  const { links, adapters } = brokers;
  const { database, marketClock, config } = platform;
  const toAccount = (link: Link): ReadinessAccount => ({
    ...{ linkId: link.id, userId: link.userId, broker: link.broker, isConnected: links.isConnected(link) },
    sessionUntil: link.session?.until ?? null,
    hasEgress: config.egressAddresses.length === 0 || link.localAddress !== null || link.proxyUrl !== null,
    hasAlgoId: !adapters[link.broker].capabilities.takesAlgoId || link.algoId !== null,
  });
  const inOrder = (a: Link, b: Link) => brokerNames.indexOf(a.broker) - brokerNames.indexOf(b.broker);
  return createReadinessService({
    ...{
      store: tellPages(createReadinessStore(database), createPublish(platform.humanClock)),
      marketClock,
      calendar: nseCalendar,
      isSubscribed,
    },
    listAccounts: async (userId) => [...(await links.listOf(userId))].sort(inOrder).map(toAccount),
    async findAccount(linkId) {
      const link = await links.findById(linkId);
      return link === null ? null : toAccount(link);
    },
    async readFunds({ linkId, broker }) {
      const link = await links.findById(linkId);
      const access = link === null ? null : links.accessOf(link);
      if (link === null || access === null) return { kind: "unread" };
      const funds = await adapters[broker].portfolio.funds(access);
      if (funds.ok) return { kind: "read", available: funds.value.available };
      if (funds.error.kind !== "session_expired") return FUNDS_UNAVAILABLE;
      await links.markExpired(link);
      await database.transaction((tx) => mend(tx, linkId));
      return { kind: "unread" };
    },
    hasInstruments: instruments.isFresh,
    async hasTick(broker, day) {
      for (const each of [deskOf(broker), otherDesk(deskOf(broker))]) {
        const heard = await desk.lastHeard(each);
        if (heard !== null && istDateOf(heard) === day) return true;
      }
      return false;
    },
  });
}

function recordingEngine({ platform }: MorningsDeps): TradingEngine {
  const store = createMorningStore();
  return {
    startForDay: (tx, { linkId }, day) => store.recordStart(tx, linkId, day, platform.marketClock.now()),
  };
}

/** Which brokers' lists come first, and which wait for them. */
function subjectsOf({ brokers }: MorningsDeps) {
  const names = (namesIsin: boolean) =>
    brokerNames.filter((broker) => brokers.adapters[broker].capabilities.namesIsin === namesIsin);
  return { desk_login: desks, instruments: names(true), instruments_by_symbol: names(false) };
}

/** The steps, without anybody who runs them. */
export function composeMorningSteps(deps: MorningsDeps) {
  const { platform, brokers, isSubscribed } = deps;
  const { database, humanClock, marketClock, log, box } = platform;
  const steps = createDueStepStore(database);
  const late = { steps, marketClock, calendar: nseCalendar };
  const instruments = createInstrumentService({
    ...{ store: createInstrumentStore(database), adapters: brokers.adapters, marketClock },
  });
  const deskStore = createDeskStore(database, box);
  const accounts = toDeskAccounts(deps);
  const readiness = composeReadiness(deps, { desk: deskStore, instruments, mend: createMending(late) });
  const ground = { adapters: brokers.adapters, humanClock, marketClock, log, accounts, store: deskStore };
  const work = createMorningWork({
    ...{ steps, marketClock, isSubscribed, accounts: createAccounts(deps) },
    engine: deps.engine ?? recordingEngine(deps),
    notify: deps.notify,
    others: subjectsOf(deps),
    work: {
      desk_login: createDeskLogin(ground),
      instruments: instruments.refresh,
      instruments_by_symbol: instruments.refresh,
      readiness_early: readiness.check,
      readiness: readiness.check,
    },
  });
  const runner = createStepRunner({
    ...{ store: steps, humanClock, marketClock, log: log.child({ feature: "morning" }), work },
    plan: (now) => planRollCalls(nseCalendar, now),
  });
  const arrived = createLateArrivals(late);
  brokers.onChanged(async (tx, link, what) => {
    if (what === "connected") await arrived(tx, link.id);
  });
  return { steps, runner, readiness, instruments, ground };
}

export interface Mornings {
  readonly instruments: InstrumentService;
  readonly feed: MarketFeed;
  readonly handlers: ReturnType<typeof scheduleHandlers> & ReturnType<typeof readinessHandlers>;
}

/** What happens by itself before the open, and the feeds that the desks hear. */
export function composeMornings(deps: MorningsDeps): Mornings {
  const { platform, surroundings, closing } = deps;
  const { humanClock, marketClock, log, config } = platform;
  const { steps, runner, readiness, instruments, ground } = composeMorningSteps(deps);
  const feed = createMarketFeed({ ...ground, calendar: nseCalendar, instruments: instruments.listOn });
  feed.want(PULSE_ISINS);
  surroundings.schedule.add({
    stopsBetween: (from, to) => stopsBetween(nseCalendar, from, to),
    async runDue() {
      await runner.runDue();
    },
  });
  if (config.role === "all" || config.role === "worker")
    closing.add("morning steps", poll(runner.runDue, STEPS_EVERY_MS, log));
  if (config.role === "all" || config.role === "engine") {
    closing.add("market feeds", feed.close);
    closing.add("market feeds' watch", poll(feed.turn, FEEDS_EVERY_MS, log));
  }
  return {
    instruments,
    feed,
    handlers: {
      ...scheduleHandlers({
        humanClock,
        marketClock,
        calendar: nseCalendar,
        lastBeat: () => steps.lastBeat(SCHEDULER_BEAT),
      }),
      ...readinessHandlers(readiness),
    },
  };
}
