import type { RunReply } from "@vriddhi/contract/algorithm-run";
import { strategyFeedOf } from "@vriddhi/core/broker/strategy-feed";
import { type TradingBroker, tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { CAPITAL_MIN } from "@vriddhi/core/run/capital";
import { CONSENT_VERSION } from "@vriddhi/core/run/consent";
import { firstBroker } from "@vriddhi/core/run/pick-broker";
import { closesPositions, dayApprovalOf, runStateOf } from "@vriddhi/core/run/run";
import { isKillSwitchOn } from "@vriddhi/core/run/start-rule";
import { startEndOf } from "@vriddhi/core/schedule/day-plan";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import { isTradingDay, nextTradingDay, tradingDayFrom } from "@vriddhi/core/time/trading-calendar";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { PersonRuns, RunSetting, StoredRun } from "./run.store.ts";
import type { RunDeps } from "./run-ports.ts";

/** Runs as users see them: the only place that turns a run into texts and numbers of the wire. */
export interface RunView {
  /** Without a broker: the active run, in the order of the brokers, else one that is being closed. */
  of(userId: string, broker?: TradingBroker): Promise<RunReply>;
  allOf(userId: string): Promise<Readonly<Record<TradingBroker, RunReply>>>;
}

const rupeesOf = (amount: Paise): number => amount / PAISE_PER_RUPEE;

export const runAt = ({ runs }: PersonRuns, broker: TradingBroker): StoredRun | null =>
  runs.find((run) => run.broker === broker) ?? null;

export const runningAt = (person: PersonRuns, broker: TradingBroker): StoredRun | null => {
  const run = runAt(person, broker);
  return run !== null && run.stopCause === null ? run : null;
};

export const settingAt = ({ settings }: PersonRuns, broker: TradingBroker): RunSetting | null =>
  settings.find((setting) => setting.broker === broker) ?? null;

/** The capital last saved for this broker; Fyers has a value of its own. */
function savedCapital({ saved }: PersonRuns, broker: TradingBroker | null): Paise {
  const own = broker === "fyers" ? saved.fyers : null;
  return own ?? saved.account ?? CAPITAL_MIN;
}

type Marks = Pick<RunReply, "started_at" | "stopped_at" | "stop_cause">;

const marksOf = (run: StoredRun | null): Marks => ({
  started_at: run === null ? null : toTimestamp(run.startedAt),
  stopped_at: run === null || run.stoppedAt === null ? null : toTimestamp(run.stoppedAt),
  stop_cause: run?.stopCause ?? null,
});

/** The day of the next automatic start: today, unless it is past or today already had a run. */
function nextStartOf({ marketClock, calendar }: RunDeps, person: PersonRuns, broker: TradingBroker): IstDate | null {
  const dailyStart = settingAt(person, broker)?.dailyStart ?? null;
  if (dailyStart === null) return null;
  const now = marketClock.now();
  const today = istDateOf(now);
  const isToCome =
    isTradingDay(calendar, today) &&
    now <= startEndOf(today) &&
    runAt(person, broker) === null &&
    !isKillSwitchOn(person.killedOn, today);
  const earliest = isToCome ? today : nextTradingDay(calendar, today);
  const first = earliest === null || dailyStart.from <= earliest ? earliest : tradingDayFrom(calendar, dailyStart.from);
  return first !== null && first === person.skippedOn ? nextTradingDay(calendar, first) : first;
}

type OwnFacts = Pick<RunReply, "status" | "capital" | "stocks" | "background_mode" | "approval_mode" | "day_approval">;

export function createRunView(deps: RunDeps): RunView {
  const { store, marketClock, hours } = deps;

  const isStillOpen = async (run: StoredRun): Promise<boolean> =>
    run.stopCause !== null && closesPositions(run.stopCause) && (await deps.isOpen(run.accountId));

  const ofRunning = async (run: StoredRun): Promise<OwnFacts> => ({
    status: "running",
    capital: rupeesOf(run.capital),
    stocks: [...(await store.shortlist(strategyFeedOf(run.broker), run.tradingDay))],
    background_mode: run.isBackground,
    approval_mode: run.approvalMode,
    day_approval: dayApprovalOf(run, hours, marketClock.now()),
  });

  const ofStopped = (person: PersonRuns, broker: TradingBroker | null, setting: RunSetting | null): OwnFacts => ({
    status: "stopped",
    capital: rupeesOf(savedCapital(person, broker)),
    stocks: [],
    background_mode: setting !== null && setting.dailyStart !== null,
    approval_mode: setting?.approvalMode ?? null,
    day_approval: null,
  });

  async function describe(person: PersonRuns, broker: TradingBroker | null): Promise<RunReply> {
    const run = broker === null ? null : runAt(person, broker);
    const setting = broker === null ? null : settingAt(person, broker);
    const state = runStateOf(run, run !== null && (await isStillOpen(run)));
    const own = run !== null && state === "running" ? await ofRunning(run) : ofStopped(person, broker, setting);
    return {
      ...own,
      ...marksOf(run),
      broker,
      closing: state === "closing",
      next_start: broker === null ? null : nextStartOf(deps, person, broker),
      kill_switch: isKillSwitchOn(person.killedOn, istDateOf(marketClock.now())),
      consent_needed: person.hasConsent ? null : CONSENT_VERSION,
    };
  }

  async function closingBroker(person: PersonRuns): Promise<TradingBroker | null> {
    for (const run of person.runs) if (await isStillOpen(run)) return run.broker;
    return null;
  }

  const read = (userId: string): Promise<PersonRuns> => store.read(userId, istDateOf(marketClock.now()));

  return {
    async of(userId, named) {
      const person = await read(userId);
      const running = firstBroker((broker) => runningAt(person, broker) !== null);
      return describe(person, named ?? running ?? (await closingBroker(person)));
    },
    async allOf(userId) {
      const person = await read(userId);
      const runs: [TradingBroker, RunReply][] = [];
      for (const broker of tradingBrokers) runs.push([broker, await describe(person, broker)]);
      return Object.fromEntries(runs) as Record<TradingBroker, RunReply>;
    },
  };
}
