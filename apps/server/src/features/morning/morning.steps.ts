import { isStepKind, type StepKind } from "@vriddhi/core/schedule/day-plan";
import { later, type MarketClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { ClaimedStep, DueStepStore } from "../../platform/due-step/due-step.store.ts";
import type { StepResult, StepWork } from "../../platform/due-step/step-runner.ts";
import type { MorningAccount, MorningAccounts, Notify, OtherSubjects, TradingEngine } from "./morning-ports.ts";
import { createRollCall, EVERYBODY } from "./roll-call.ts";

export interface MorningDeps {
  readonly steps: DueStepStore;
  readonly accounts: MorningAccounts;
  readonly marketClock: MarketClock;
  readonly engine: TradingEngine;
  readonly notify: Notify;
  /** Only a subscriber is disturbed. */
  isSubscribed(userId: string): Promise<boolean>;
  readonly others: OtherSubjects;
  /** Steps that other features do. */
  readonly work: Partial<Record<StepKind, StepWork>>;
}

/** A broker that is away is asked every minute at first, and then seldom. */
const QUICK_TRIES = 40;
const SELDOM_MS = 10 * MINUTE_MS;

const retryAt = (step: ClaimedStep, clock: MarketClock) =>
  later(clock.now(), step.attempts < QUICK_TRIES ? MINUTE_MS : SELDOM_MS);

const done = (outcome: string): StepResult => ({ kind: "done", outcome });

type AccountWork = (account: MorningAccount, step: ClaimedStep) => Promise<StepResult>;

function createConnectionSteps({
  accounts,
  marketClock,
}: MorningDeps): Record<"disconnect" | "reconnect", AccountWork> {
  return {
    /** 8:00. A session that began after it is today's own. */
    async disconnect(account, { dueAt }) {
      const { session } = account;
      if (session === null) return done("not_connected");
      const isOld = session.from < dueAt && (account.isRenewedDaily || session.until <= marketClock.now());
      if (!isOld) return done("kept");
      return { kind: "done", outcome: "disconnected", effect: (tx) => accounts.end(tx, account) };
    },
    /** 8:30. */
    async reconnect(account, step) {
      if (account.isConnected) return done("connected");
      if (!account.canLogInAlone) return done("person_needed");
      const outcome = await accounts.logIn(account);
      if (outcome !== "unavailable") return done(outcome);
      return { kind: "later", outcome, at: retryAt(step, marketClock) };
    },
  };
}

function createAskStep({ accounts, steps, notify, isSubscribed }: MorningDeps): AccountWork {
  async function needsPerson({ linkId, canLogInAlone }: MorningAccount, { day }: ClaimedStep): Promise<boolean> {
    if (!canLogInAlone) return true;
    return (await steps.outcomeOf({ kind: "reconnect", subject: linkId, day })) === "person_needed";
  }

  return async (account, step) => {
    if (account.isConnected) return done("connected");
    if (!(await needsPerson(account, step))) return done("not_needed");
    if (!(await isSubscribed(account.userId))) return done("not_subscribed");
    const { userId, broker, linkId } = account;
    return {
      kind: "done",
      outcome: "asked",
      async effect(tx) {
        const url = await accounts.issueAddress(tx, account);
        const key = `${step.kind}:${linkId}:${step.day}`;
        await notify(tx, {
          userId,
          kind: "connect_link",
          key,
          data: { broker, url, isLast: step.kind === "ask_last" },
        });
      },
    };
  };
}

/** 9:00, and until 9:10 for whoever connects by then. */
const createStartStep =
  ({ engine, isSubscribed }: MorningDeps): AccountWork =>
  async (account, { day, usefulUntil }) => {
    if (!(await isSubscribed(account.userId))) return done("not_subscribed");
    if (!account.isConnected) return { kind: "later", outcome: "not_connected", at: usefulUntil };
    return { kind: "done", outcome: "started", effect: (tx) => engine.startForDay(tx, account, day) };
  };

/** What each step of a morning does. */
export function createMorningWork(deps: MorningDeps): (kind: string) => StepWork | null {
  const ask = createAskStep(deps);
  const forAccounts: Partial<Record<StepKind, AccountWork>> = {
    ...createConnectionSteps(deps),
    ask_early: ask,
    ask_again: ask,
    ask_last: ask,
    start: createStartStep(deps),
  };
  const rollCall = createRollCall(deps);

  async function runForAccount(work: AccountWork, step: ClaimedStep): Promise<StepResult> {
    const account = await deps.accounts.find(step.subject);
    return account === null ? done("gone") : work(account, step);
  }

  return (kind) => {
    if (!isStepKind(kind)) return null;
    return async (step) => {
      if (step.subject === EVERYBODY) return rollCall(kind, step.day);
      const work = forAccounts[kind];
      if (work) return runForAccount(work, step);
      return (await deps.work[kind]?.(step)) ?? done("unknown");
    };
  };
}
