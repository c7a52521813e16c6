import { randomUUID } from "node:crypto";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { CAPITAL_MAX, type CapitalRefusal } from "@vriddhi/core/run/capital";
import { CONSENT_VERSION } from "@vriddhi/core/run/consent";
import { firstBroker } from "@vriddhi/core/run/pick-broker";
import { approvalModeOf, runStateOf } from "@vriddhi/core/run/run";
import {
  type ArmFacts,
  type ArmRefusal,
  judgeArming,
  judgeStart,
  type StartRefusal,
} from "@vriddhi/core/run/start-rule";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import { nextTradingDay } from "@vriddhi/core/time/trading-calendar";
import type { Tx } from "../../platform/db/database.ts";
import type { Explained } from "../../platform/http/handler.ts";
import { capitalRefused, credentialsMissing, marketClosed } from "./run.messages.ts";
import type { NewRun, PersonRuns, StoredRun } from "./run.store.ts";
import type { RunDeps, RunLink } from "./run-ports.ts";
import { runAt, settingAt } from "./run-view.ts";

export interface StartRequest {
  readonly userId: string;
  /** Left out: the first connected one. */
  readonly broker: TradingBroker | undefined;
  readonly capital: Paise;
  readonly isBackground: boolean;
  /** Of the text that the screen showed. */
  readonly consentVersion: string | undefined;
  readonly ip: string;
  /** The desk does it in the owner's place; left out: the owner does. */
  readonly isByOperator?: boolean;
  /** What else is written with the start, or not at all; from which day on it runs there, null: from now. */
  readonly note?: (tx: Tx, day: IstDate | null, broker: TradingBroker) => Promise<void>;
}

/** Paper does not start by itself: no morning knows it. */
export interface NextDayRequest extends Omit<StartRequest, "isBackground" | "broker"> {
  readonly broker: BrokerName | undefined;
}

type StartCode = Exclude<StartRefusal, CapitalRefusal> | "capital_refused" | "consent_outdated";
type ArmCode =
  | "subscription_required"
  | "dob_missing"
  | "too_young_to_trade"
  | "credentials_missing"
  | "capital_refused"
  | "consent_outdated"
  | "calendar_ends";
type Refused<Code extends StartCode | ArmCode> = Code | Explained<Code>;

export interface RunStarts {
  /** The broker at which it started. */
  start(wish: StartRequest): Promise<Result<TradingBroker, Refused<StartCode>>>;
  /** From the next trading day on it starts by itself; the first of these days. */
  startNextDay(
    wish: NextDayRequest,
  ): Promise<Result<{ readonly broker: BrokerName; readonly day: IstDate }, Refused<ArmCode>>>;
}

/** What a stop or an absent page left behind; a start is the end of both. */
const LIFTED_BY_START = ["run_stopped", "page_absent"] as const;

/** Everything that a run's beginning writes, in one transaction. */
export async function beginRun(deps: RunDeps, tx: Tx, run: NewRun, killedOn: IstDate | null): Promise<void> {
  const { store, blocks, publish } = deps;
  await store.add(tx, run);
  await publish(tx, run.userId, "algorithm", { broker: run.broker, what: "started" });
  const standing = await store.blocksOf(tx, run.accountId);
  for (const cause of LIFTED_BY_START) if (standing.includes(cause)) await blocks.lift(tx, [run.accountId], cause);
  // The rule lets only a switch of an earlier day come this far.
  if (killedOn !== null) await liftKillSwitch(deps, tx, run.userId);
}

/** The automatic mode makes no entries before somebody has said yes to the day. */
export async function askForApproval({ notify }: Pick<RunDeps, "notify">, tx: Tx, run: NewRun): Promise<void> {
  const { userId, broker, linkId, approvalMode, dayApprovedAt } = run;
  if (approvalMode !== "auto" || dayApprovedAt !== null || broker === "paper") return;
  const key = `day_approval:${linkId}:${run.tradingDay}`;
  await notify(tx, { userId, kind: "day_approval", key, data: { broker } });
}

/** The switch covered every account, so every account is free again. */
export async function liftKillSwitch(
  { store, blocks, accountsIn }: Pick<RunDeps, "store" | "blocks" | "accountsIn">,
  tx: Tx,
  userId: string,
): Promise<void> {
  await store.liftKill(tx, userId);
  const accounts = await accountsIn(tx, userId);
  if (accounts.length > 0) await blocks.lift(tx, accounts, "kill_switch");
}

const CAPITAL_REFUSALS: ReadonlySet<string> = new Set([
  "capital_too_low",
  "capital_off_step",
  "capital_over_band",
] satisfies CapitalRefusal[]);
const isCapitalRefusal = (refusal: StartRefusal | ArmRefusal): refusal is CapitalRefusal =>
  CAPITAL_REFUSALS.has(refusal);

const sumOf = (amounts: readonly Paise[]): Paise => paise(amounts.reduce((sum, amount) => sum + amount, 0));

/** Of the runs at the person's other brokers; paper counts nowhere, and nothing counts for paper. */
export function runningElsewhere({ runs }: PersonRuns, broker: TradingBroker): Paise {
  const isCounted = (run: StoredRun): boolean =>
    run.broker !== broker && run.broker !== "paper" && run.stopCause === null;
  return sumOf(broker === "paper" ? [] : runs.filter(isCounted).map(({ capital }) => capital));
}

const standingElsewhere = ({ settings }: PersonRuns, broker: TradingBroker): Paise =>
  sumOf(settings.flatMap((setting) => (setting.broker === broker ? [] : (setting.standing?.capital ?? []))));

/** An account through which orders can go now. */
interface Connected extends RunLink {
  readonly accountId: AccountId;
}

const asConnected = (link: RunLink | undefined): Connected | null =>
  link?.isConnected && link.accountId !== null ? { ...link, accountId: link.accountId } : null;

/** Where a start is to happen, read before its transaction. */
interface Target {
  readonly broker: TradingBroker;
  readonly link: Connected | null;
  readonly band: Paise | null;
  readonly isOpen: boolean;
}

/** Nothing is connected: the refusal names the first account that there is. */
const firstLinked = (links: readonly RunLink[]): BrokerName =>
  firstBroker((name) => links.some(({ broker }) => broker === name)) ?? brokerNames[0];

interface Context {
  readonly broker: TradingBroker;
  readonly band: Paise | null;
  readonly elsewhere: Paise;
}

function explainArming(refusal: ArmRefusal, { broker, band, elsewhere }: Context): Refused<ArmCode> {
  if (refusal === "credentials_missing") return { code: refusal, detail: credentialsMissing(broker) };
  if (!isCapitalRefusal(refusal)) return refusal;
  return {
    code: "capital_refused",
    detail: capitalRefused(refusal, { broker, band: band ?? CAPITAL_MAX, elsewhere }),
  };
}

function createExplain({ calendar, marketClock }: RunDeps) {
  return (refusal: StartRefusal, { broker, band, elsewhere }: Context): Refused<StartCode> => {
    if (isCapitalRefusal(refusal)) {
      const limit = broker === "paper" ? CAPITAL_MAX : (band ?? CAPITAL_MAX);
      return { code: "capital_refused", detail: capitalRefused(refusal, { broker, band: limit, elsewhere }) };
    }
    if (refusal === "credentials_missing") return { code: refusal, detail: credentialsMissing(broker) };
    if (refusal !== "market_closed") return refusal;
    return { code: refusal, detail: marketClosed(nextTradingDay(calendar, istDateOf(marketClock.now()))) };
  };
}

/** Without a word about it nothing is recorded; another version than the current one was not what the person agreed to. */
const isOutdated = (version: string | undefined): boolean => version !== undefined && version !== CONSENT_VERSION;

type ConsentWish = Pick<StartRequest, "userId" | "consentVersion" | "ip">;

async function recordConsent({ store, humanClock }: RunDeps, tx: Tx, wish: ConsentWish): Promise<void> {
  const { userId, consentVersion: version, ip } = wish;
  if (version !== undefined) await store.recordConsent(tx, { userId, version, at: humanClock.now(), ip });
}

function newRun(
  { marketClock, humanClock }: RunDeps,
  wish: StartRequest,
  link: Connected,
  capital: Paise,
  person: PersonRuns,
): NewRun {
  const now = marketClock.now();
  const at = humanClock.now();
  return {
    id: randomUUID(),
    userId: wish.userId,
    broker: link.broker,
    linkId: link.id,
    accountId: link.accountId,
    tradingDay: istDateOf(now),
    capital,
    approvalMode: approvalModeOf(settingAt(person, link.broker)?.approvalMode ?? null, link.autoSwitch),
    isBackground: wish.isBackground,
    // Whoever starts with their own hands has approved the day; nobody else can.
    dayApprovedAt: wish.isByOperator ? null : now,
    startedAt: at,
    startedBy: wish.isByOperator ? "operator" : "person",
    seenAt: at,
  };
}

function createStart(deps: RunDeps): RunStarts["start"] {
  const { store, marketClock, calendar } = deps;
  const explain = createExplain(deps);

  async function startIn(tx: Tx, wish: StartRequest, { broker, link, band, isOpen }: Target) {
    const { userId } = wish;
    await store.hold(tx, userId);
    const now = marketClock.now();
    const today = istDateOf(now);
    const person = await store.read(userId, today, tx);
    const elsewhere = runningElsewhere(person, broker);
    const judged = judgeStart({
      now,
      calendar,
      isPaper: broker === "paper",
      band,
      dob: person.dob,
      isConnected: link !== null,
      state: runStateOf(runAt(person, broker), isOpen),
      killedOn: person.killedOn,
      capital: wish.capital,
      elsewhere,
    });
    if (!judged.ok) return err(explain(judged.error, { broker, band, elsewhere }));
    if (link === null) return err(explain("credentials_missing", { broker, band, elsewhere }));
    if (isOutdated(wish.consentVersion)) return err("consent_outdated" as const);
    await recordConsent(deps, tx, wish);
    // No morning knows paper, so it never starts by itself.
    const isDaily = wish.isBackground && broker !== "paper";
    await store.putStanding(tx, userId, broker, isDaily ? { capital: judged.value, from: today } : null);
    const run = newRun(deps, wish, link, judged.value, person);
    await beginRun(deps, tx, run, person.killedOn);
    await askForApproval(deps, tx, run);
    return ok(broker);
  }

  async function targetOf({ userId, broker: named }: StartRequest): Promise<Target> {
    const links = await deps.linksOf(userId);
    const at = (broker: TradingBroker) => asConnected(links.find((link) => link.broker === broker));
    const broker = named ?? firstBroker((name) => at(name) !== null) ?? firstLinked(links);
    const link = at(broker);
    return {
      broker,
      link,
      band: await deps.bandOf(userId),
      isOpen: link !== null && (await deps.isOpen(link.accountId)),
    };
  }

  return async (wish) => {
    const target = await targetOf(wish);
    const started = await store.transaction(async (tx) => {
      const outcome = await startIn(tx, wish, target);
      if (outcome.ok) await wish.note?.(tx, null, outcome.value);
      return outcome;
    });
    if (started.ok) await deps.onStarted();
    return started;
  };
}

function createStartNextDay(deps: RunDeps): RunStarts["startNextDay"] {
  const { store, marketClock, calendar, publish } = deps;

  async function armIn(tx: Tx, wish: NextDayRequest, broker: BrokerName, facts: Pick<ArmFacts, "band" | "isLinked">) {
    const { userId, capital } = wish;
    await store.hold(tx, userId);
    const today = istDateOf(marketClock.now());
    const day = nextTradingDay(calendar, today);
    const person = await store.read(userId, today, tx);
    const elsewhere = standingElsewhere(person, broker);
    const judged = judgeArming({ ...facts, today, dob: person.dob, capital, elsewhere });
    if (!judged.ok) return err(explainArming(judged.error, { broker, band: facts.band, elsewhere }));
    if (day === null) return err("calendar_ends" as const);
    if (isOutdated(wish.consentVersion)) return err("consent_outdated" as const);
    await recordConsent(deps, tx, wish);
    await store.putStanding(tx, userId, broker, { capital: judged.value, from: day });
    await publish(tx, userId, "algorithm", { broker, what: "armed" });
    return ok({ broker, day });
  }

  return async (wish) => {
    const links = (await deps.linksOf(wish.userId)).filter(({ isLeft }) => !isLeft);
    const isLinked = (name: BrokerName): boolean => links.some((link) => link.broker === name);
    const broker = wish.broker ?? firstBroker(isLinked) ?? brokerNames[0];
    const facts = { band: await deps.bandOf(wish.userId), isLinked: isLinked(broker) };
    return store.transaction(async (tx) => {
      const outcome = await armIn(tx, wish, broker, facts);
      if (outcome.ok) await wish.note?.(tx, outcome.value.day, broker);
      return outcome;
    });
  };
}

export const createRunStarts = (deps: RunDeps): RunStarts => ({
  start: createStart(deps),
  startNextDay: createStartNextDay(deps),
});
