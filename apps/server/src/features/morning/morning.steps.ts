import { isStepKind, type StepKind } from "@vriddhi/core/schedule/day-plan";
import { asksForPerson, type LoginOutcome } from "@vriddhi/core/schedule/morning-login";
import { later, type MarketClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import type { ClaimedStep, DueStepStore } from "../../platform/due-step/due-step.store.ts";
import type { StepResult, StepWork } from "../../platform/due-step/step-closing.ts";
import { ALL_ACCOUNTS, createDeliveryCheck } from "./active-account-steps.ts";
import type {
  KeptAccount,
  MorningAccount,
  MorningAccounts,
  Notify,
  OtherSubjects,
  TradingEngine,
} from "./morning-ports.ts";
import type { MorningState } from "./morning-state.ts";

export interface MorningDeps {
  readonly steps: DueStepStore;
  readonly accounts: MorningAccounts;
  readonly state: MorningState;
  readonly marketClock: MarketClock;
  readonly engine: TradingEngine;
  readonly notify: Notify;
  retryLogin(tx: Tx, account: KeptAccount): Promise<void>;
  /** Only subscribers are logged in, asked, started and notified. */
  isSubscribed(userId: string): Promise<boolean>;
  readonly others: OtherSubjects;
  readonly work: Partial<Record<StepKind, StepWork>>;
}

/** A broker that is down is retried every minute at first, later less often. */
const QUICK_TRIES = 40;
const SELDOM_MS = 10 * MINUTE_MS;

const retryAt = (step: ClaimedStep, clock: MarketClock) =>
  later(clock.now(), step.attempts < QUICK_TRIES ? MINUTE_MS : SELDOM_MS);

const done = (outcome: string): StepResult => ({ kind: "done", outcome });

type AccountWork = (account: MorningAccount, step: ClaimedStep) => Promise<StepResult>;

function createConnectionSteps({
  isSubscribed,
  marketClock,
}: MorningDeps): Record<"disconnect" | "reconnect", AccountWork> {
  return {
    /** A session that began after 8:00 is today's own. */
    async disconnect(account, { dueAt }) {
      const { session } = account;
      if (session === null) return done("not_connected");
      const isOld = session.from < dueAt && (account.isRenewedDaily || session.until <= marketClock.now());
      if (!isOld) return done("kept");
      return { kind: "done", outcome: "disconnected", effect: account.end };
    },
    async reconnect(account, step) {
      if (account.isConnected) return done("connected");
      if (!(await isSubscribed(account.userId))) return done("no_subscription");
      if (!account.canLogInAlone) return done("person_needed");
      const outcome = await account.logIn();
      if (outcome !== "broker_unavailable") return done(outcome);
      return { kind: "later", outcome, at: retryAt(step, marketClock) };
    },
  };
}

const createLoginOf =
  ({ state }: MorningDeps) =>
  async ({ linkId, canLogInAlone }: MorningAccount, day: IstDate): Promise<LoginOutcome | null> =>
    canLogInAlone ? state.outcomeOf(linkId, day) : "person_needed";

function createAskStep(deps: MorningDeps): AccountWork {
  const loginOf = createLoginOf(deps);

  async function ask(tx: Tx, account: MorningAccount, step: ClaimedStep, why: LoginOutcome): Promise<void> {
    const { userId, broker, linkId } = account;
    const { url, opens } = await account.issueAddress(tx);
    // Yesterday's refusal does not apply to today.
    const refusal = why === "refused" ? account.refusal : null;
    const isLast = step.kind === "ask_last";
    const key = `${step.kind}:${linkId}:${step.day}`;
    await deps.notify(tx, { userId, kind: "login_link", key, data: { broker, url, opens, refusal, isLast } });
  }

  return async (account, step) => {
    if (account.isConnected) return done("connected");
    if (!(await deps.isSubscribed(account.userId))) return done("no_subscription");
    const why = await loginOf(account, step.day);
    // A user who subscribed after 8:30 is logged in now.
    if (why === "no_subscription")
      return { kind: "done", outcome: "login_retried", effect: (tx) => deps.retryLogin(tx, account) };
    if (why === null || !asksForPerson(why)) return done("not_needed");
    const outcome = why === "refused" ? "told_refusal" : "asked";
    return { kind: "done", outcome, effect: (tx) => ask(tx, account, step, why) };
  };
}

/** At 9:00, and until 9:10 for accounts that connect by then. Starts only accounts whose owners want a daily start. */
const createStartStep =
  ({ engine, isSubscribed }: MorningDeps): AccountWork =>
  async (account, { day, usefulUntil }) => {
    if (!(await isSubscribed(account.userId))) return done("no_subscription");
    const request = await engine.dayRequestFor(account, day);
    if (request !== "wanted") return done(request);
    if (!account.isConnected) return { kind: "later", outcome: "not_connected", at: usefulUntil };
    const effect = await engine.prepareStart(account, day);
    return effect === null ? done("no_capital") : { kind: "done", outcome: "started", effect };
  };

/** At 9:10 starts end. Notifies owners whose account did not start because of us or the broker, with the reason. */
function createNotifyFailedStep(deps: MorningDeps): AccountWork {
  const loginOf = createLoginOf(deps);
  const { engine, notify, isSubscribed } = deps;

  return async (account, { day }) => {
    const { linkId, userId, broker, isConnected } = account;
    const request = await engine.dayRequestFor(account, day);
    if (request !== "wanted") return done(request);
    if (!(await isSubscribed(userId))) return done("no_subscription");
    const login = isConnected ? null : await loginOf(account, day);
    // The notices of 8:30 and 8:50 already reported it.
    if (login !== null && (asksForPerson(login) || login === "no_subscription")) return done(login);
    const cause = login === "broker_unavailable" ? "broker_unavailable" : "not_started";
    const key = `morning_failed:${linkId}:${day}`;
    return {
      kind: "done",
      outcome: cause,
      effect: (tx) => notify(tx, { userId, kind: "morning_failed", key, data: { broker, cause } }),
    };
  };
}

/** At 9:28 and 14:58. A connection that fails here is opened again by the order itself. */
const createWarmStep =
  ({ isSubscribed }: MorningDeps): AccountWork =>
  async (account) => {
    if (!account.isConnected) return done("not_connected");
    if (!(await isSubscribed(account.userId))) return done("no_subscription");
    await account.warm();
    return done("warmed");
  };

export function createMorningWork(deps: MorningDeps): (kind: string) => StepWork | null {
  const ask = createAskStep(deps);
  const warm = createWarmStep(deps);
  const { disconnect, reconnect } = createConnectionSteps(deps);
  const forAccounts: Partial<Record<StepKind, AccountWork>> = {
    disconnect,
    reconnect,
    ask_early: ask,
    ask_again: ask,
    ask_last: ask,
    start: createStartStep(deps),
    tell_failed: createNotifyFailedStep(deps),
    warm,
    warm_again: warm,
  };
  const planAccountSteps = createDeliveryCheck(deps);

  async function runForAccount(work: AccountWork, step: ClaimedStep): Promise<StepResult> {
    const account = await deps.accounts.find(step.subject);
    return account === null ? done("gone") : work(account, step);
  }

  return (kind) => {
    if (!isStepKind(kind)) return null;
    return async (step) => {
      if (step.subject === ALL_ACCOUNTS) return planAccountSteps(kind, step.day);
      const work = forAccounts[kind];
      if (work) return runForAccount(work, step);
      return (await deps.work[kind]?.(step)) ?? done("unknown");
    };
  };
}
