import { randomUUID } from "node:crypto";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { capitalOfDay } from "@vriddhi/core/run/capital";
import { approvalModeOf } from "@vriddhi/core/run/run";
import { type DayRequest, dayRequestOf } from "@vriddhi/core/run/start-rule";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import type { NewRun, PersonRuns } from "./run.store.ts";
import type { RunDeps, RunLink } from "./run-ports.ts";
import { askForApproval, beginRun, runningElsewhere } from "./run-start.ts";
import { runAt, settingAt } from "./run-view.ts";

export interface StartingAccount {
  readonly linkId: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly session: { readonly from: EpochMs } | null;
  readonly canLogInAlone: boolean;
}

export interface RunMornings {
  dayRequestFor(account: StartingAccount, day: IstDate): Promise<DayRequest>;
  isStarted(linkId: string, day: IstDate): Promise<boolean>;
  prepareStart(account: StartingAccount, day: IstDate): Promise<((tx: Tx) => Promise<void>) | null>;
}

function requestAt(person: PersonRuns, broker: BrokerName, day: IstDate): DayRequest {
  const run = runAt(person, broker);
  return dayRequestOf({
    day,
    standingFrom: settingAt(person, broker)?.dailyStart?.from ?? null,
    runState: run === null ? "none" : run.stopCause === null ? "running" : "stopped",
    killedOn: person.killedOn,
    skippedOn: person.skippedOn,
  });
}

/** A session of today that needed a person: a user who logged in this morning wants to trade today. */
const hasLoggedIn = ({ canLogInAlone, session }: StartingAccount, day: IstDate): boolean =>
  !canLogInAlone && session !== null && istDateOf(session.from) === day;

export function createRunMornings(deps: RunDeps): RunMornings {
  const { store, humanClock, marketClock } = deps;

  function capitalFor(person: PersonRuns, broker: BrokerName, band: Paise | null): Paise | null {
    const chosen = settingAt(person, broker)?.dailyStart?.capital ?? null;
    if (chosen === null || band === null) return null;
    return capitalOfDay(chosen, { band, elsewhere: runningElsewhere(person, broker) });
  }

  function newRun(account: StartingAccount, link: RunLink, capital: Paise, person: PersonRuns): NewRun | null {
    if (link.accountId === null) return null;
    const now = marketClock.now();
    const day = istDateOf(now);
    const at = humanClock.now();
    return {
      id: randomUUID(),
      userId: account.userId,
      broker: link.broker,
      linkId: link.id,
      accountId: link.accountId,
      tradingDay: day,
      capital,
      approvalMode: approvalModeOf(settingAt(person, link.broker)?.approvalMode ?? null, link.autoSwitch),
      isBackground: true,
      dayApprovedAt: hasLoggedIn(account, day) ? now : null,
      startedAt: at,
      startedBy: "schedule",
      seenAt: at,
    };
  }

  async function startIn(tx: Tx, account: StartingAccount, link: RunLink, band: Paise | null): Promise<void> {
    const { userId, broker } = account;
    const day = istDateOf(marketClock.now());
    await store.hold(tx, userId);
    const person = await store.read(userId, day, tx);
    // The owner may have started, stopped or pressed the kill switch in the meantime.
    if (requestAt(person, broker, day) !== "wanted") return;
    const capital = capitalFor(person, broker, band);
    const run = capital === null ? null : newRun(account, link, capital, person);
    if (run === null) return;
    await beginRun(deps, tx, run, person.killedOn);
    await askForApproval(deps, tx, run);
  }

  return {
    dayRequestFor: async ({ userId, broker }, day) => requestAt(await store.read(userId, day), broker, day),
    isStarted: store.hasRun,
    async prepareStart(account, day) {
      const { userId, broker } = account;
      const band = await deps.bandOf(userId);
      const link = (await deps.linksOf(userId)).find(({ id }) => id === account.linkId);
      if (link === undefined || capitalFor(await store.read(userId, day), broker, band) === null) return null;
      return (tx) => startIn(tx, account, link, band);
    },
  };
}
