import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { algorithmHandlers } from "../features/algorithm-run/algorithm.routes.ts";
import { capitalRefused } from "../features/algorithm-run/run.messages.ts";
import { createRunStore } from "../features/algorithm-run/run.store.pg.ts";
import { createRunApprovals } from "../features/algorithm-run/run-approval.ts";
import { createRunMornings, type RunMornings } from "../features/algorithm-run/run-morning.ts";
import type { RunDeps, RunLink } from "../features/algorithm-run/run-ports.ts";
import { createRunStarts } from "../features/algorithm-run/run-start.ts";
import { createRunStops } from "../features/algorithm-run/run-stop.ts";
import { createRunSwitch } from "../features/algorithm-run/run-switch.ts";
import { createRunUpkeepStore, DAYS_WAIT, PAGES_WAIT } from "../features/algorithm-run/run-upkeep.store.pg.ts";
import { createRunUpkeep, type RunUpkeep } from "../features/algorithm-run/run-upkeep.ts";
import { createRunView } from "../features/algorithm-run/run-view.ts";
import type { Link } from "../features/broker-link/link.store.ts";
import { capitalHandlers } from "../features/capital/capital.routes.ts";
import { createCapitalService } from "../features/capital/capital.service.ts";
import { createCapitalStore } from "../features/capital/capital.store.pg.ts";
import type { Notifier } from "../features/notification/notifier.ts";
import { createKillSwitch } from "../features/order-store/kill-switch.ts";
import { poll } from "../platform/clock/poll.ts";
import { createPublish, publishMany } from "../platform/events/publish.ts";
import type { Brokers } from "./brokers.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";
import type { Surroundings } from "./surroundings.ts";
import type { composeTrading } from "./trading.ts";

const DAYS_EVERY_MS = 5 * SECOND_MS;
const PAGES_EVERY_MS = 2 * SECOND_MS;
const STREAMS_EVERY_MS = 20 * SECOND_MS;

export interface AlgorithmDeps {
  readonly platform: Pick<
    Platform,
    "database" | "humanClock" | "marketClock" | "calendar" | "log" | "isWorker" | "workWatch"
  >;
  readonly brokers: Pick<Brokers, "links" | "onChanged">;
  readonly trading: Pick<ReturnType<typeof composeTrading>, "accounts" | "isOpen">;
  readonly surroundings: Pick<Surroundings, "schedule" | "onRunStarted">;
  readonly closing: Closing;
  readonly notify: Notifier["notify"];
  streaming(): readonly string[];
  runningOf(userId: string): Promise<{ readonly plan: string; readonly band: Paise } | null>;
}

export interface Algorithm {
  readonly handlers: ReturnType<typeof algorithmHandlers> & ReturnType<typeof capitalHandlers>;
  readonly mornings: RunMornings;
  readonly switchStrategy: ReturnType<typeof createRunSwitch>;
}

/** Only Zerodha's form has a switch for automatic approval. */
const AUTO_SWITCHES: ReadonlySet<BrokerName> = new Set(["zerodha"]);

function createRunDeps({ platform, brokers, trading, surroundings, notify, runningOf }: AlgorithmDeps): RunDeps {
  const { database, humanClock, marketClock, calendar } = platform;
  const { accounts } = trading;
  const killSwitch = createKillSwitch({ accounts, humanClock, marketClock });

  async function toRunLink(link: Link): Promise<RunLink> {
    return {
      id: link.id,
      broker: link.broker,
      accountId: await accounts.ofLink(link.id),
      isConnected: brokers.links.isConnected(link),
      isDisconnected: link.isDisconnected,
      autoSwitch: AUTO_SWITCHES.has(link.broker) ? link.isAutoApproved : null,
    };
  }

  async function accountsOf(userId: string) {
    const owned = await accounts.ofUser(userId);
    const named = await Promise.all(
      owned.map(async (accountId) => ({ accountId, of: await accounts.ownerOf(accountId) })),
    );
    return named.flatMap(({ accountId, of }) => (of === null ? [] : { accountId, broker: of.broker }));
  }

  /** A paper account has no link: it always exists and has its own number. */
  async function paperOf(userId: string): Promise<readonly RunLink[]> {
    const owned = await accountsOf(userId);
    return owned
      .filter(({ broker }) => broker === "paper")
      .map(({ accountId, broker }) => ({
        id: accountId,
        broker,
        accountId,
        isConnected: true,
        isDisconnected: false,
        autoSwitch: null,
      }));
  }

  return {
    store: createRunStore(database),
    humanClock,
    marketClock,
    calendar,
    hours: TRADING_HOURS,
    blocks: { set: killSwitch.blockAccounts, lift: killSwitch.unblockAccounts },
    publish: createPublish(humanClock),
    async linksOf(userId) {
      const linked = await Promise.all((await brokers.links.listOf(userId)).map(toRunLink));
      return [...linked, ...(await paperOf(userId))];
    },
    accountsOf,
    accountsIn: (tx, userId) => accounts.ofUser(userId, tx),
    isOpen: trading.isOpen,
    bandOf: async (userId) => (await runningOf(userId))?.band ?? null,
    notify,
    onStarted: surroundings.onRunStarted,
  };
}

function keepUp(deps: AlgorithmDeps, upkeep: RunUpkeep): void {
  const { platform, surroundings, closing } = deps;
  surroundings.schedule.add({ stopsBetween: upkeep.stopsBetween, runDue: upkeep.endDays });
  const noteStreams = () => upkeep.seen(deps.streaming());
  closing.add("open pages", poll("open pages", noteStreams, STREAMS_EVERY_MS, platform.log));
  if (!platform.isWorker) return;
  const { pollWhile } = platform.workWatch;
  const whileRuns = { everyMs: DAYS_EVERY_MS, waits: DAYS_WAIT };
  closing.add("ends of days", pollWhile("ends of days", upkeep.endDays, whileRuns).stop);
  const whilePages = { everyMs: PAGES_EVERY_MS, waits: PAGES_WAIT };
  closing.add("absent pages", pollWhile("absent pages", upkeep.watchPages, whilePages).stop);
}

export function composeAlgorithm(deps: AlgorithmDeps): Algorithm {
  const { platform, brokers, runningOf } = deps;
  const { database, humanClock, marketClock, calendar } = platform;
  const runs = createRunDeps(deps);
  const { blocks } = runs;
  const view = createRunView(runs);
  const stops = createRunStops(runs);
  const upkeep = createRunUpkeep({
    store: createRunUpkeepStore(database),
    humanClock,
    marketClock,
    calendar,
    blocks,
    notifyMany: (tx, userIds) => publishMany(tx, userIds, "algorithm", humanClock.now()),
  });
  const capital = createCapitalService({
    store: createCapitalStore(database),
    clock: humanClock,
    bandOf: runs.bandOf,
    explain: (refusal, band) => capitalRefused(refusal, { broker: "fyers", band, elsewhere: paise(0) }),
  });
  brokers.onChanged(async (tx, link, what) => {
    if (what !== "expired") await stops.linkChanged(tx, link);
  });
  keepUp(deps, upkeep);
  const starts = createRunStarts(runs);
  const chosenCapital = async (userId: string, broker: BrokerName) =>
    (await capital.of(userId, broker === "fyers" ? "fyers" : "account")).capital;
  return {
    handlers: {
      ...algorithmHandlers({
        view,
        stops,
        starts,
        approvals: createRunApprovals(runs),
        seen: (userId) => upkeep.seen([userId]),
      }),
      ...capitalHandlers({ capital, planOf: async (userId) => (await runningOf(userId))?.plan ?? null }),
    },
    mornings: createRunMornings(runs),
    switchStrategy: createRunSwitch({ runs, starts, stops, chosenCapital }),
  };
}
