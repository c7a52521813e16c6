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
  /** `undefined`: the first connected broker. */
  readonly broker: TradingBroker | undefined;
  readonly capital: Paise;
  readonly isBackground: boolean;
  readonly consentVersion: string | undefined;
  readonly ip: string;
  readonly isByOperator?: boolean;
  /** Written in the start's transaction, with the first day of the daily start; `null` when the run begins now. */
  readonly note?: (tx: Tx, day: IstDate | null, broker: TradingBroker) => Promise<void>;
}

/** Paper has no automatic start: the morning skips it. */
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
  start(request: StartRequest): Promise<Result<TradingBroker, Refused<StartCode>>>;
  /** Starts automatically from the next trading day on; returns that day. */
  startNextDay(
    request: NextDayRequest,
  ): Promise<Result<{ readonly broker: BrokerName; readonly day: IstDate }, Refused<ArmCode>>>;
}

/** Blocks of a stop or an absent page; a start lifts both. */
const LIFTED_BY_START = ["run_stopped", "page_absent"] as const;

export async function beginRun(deps: RunDeps, tx: Tx, run: NewRun, killedOn: IstDate | null): Promise<void> {
  const { store, blocks, publish } = deps;
  await store.add(tx, run);
  await publish(tx, run.userId, "algorithm", { broker: run.broker, what: "started" });
  const causes = await store.blocksOf(tx, run.accountId);
  for (const cause of LIFTED_BY_START) if (causes.includes(cause)) await blocks.lift(tx, [run.accountId], cause);
  // The start rule only lets an earlier day's kill switch pass.
  if (killedOn !== null) await liftKillSwitch(deps, tx, run.userId);
}

/** Automatic mode enters nothing before the user approves the day. */
export async function askForApproval({ notify }: Pick<RunDeps, "notify">, tx: Tx, run: NewRun): Promise<void> {
  const { userId, broker, linkId, approvalMode, dayApprovedAt } = run;
  if (approvalMode !== "auto" || dayApprovedAt !== null || broker === "paper") return;
  const key = `day_approval:${linkId}:${run.tradingDay}`;
  await notify(tx, { userId, kind: "day_approval", key, data: { broker } });
}

/** The kill switch blocked every account, so every account is unblocked. */
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

/** Capital of the active runs at the user's other brokers; paper is left out on both sides. */
export function runningElsewhere({ runs }: PersonRuns, broker: TradingBroker): Paise {
  const isCounted = (run: StoredRun): boolean =>
    run.broker !== broker && run.broker !== "paper" && run.stopCause === null;
  return sumOf(broker === "paper" ? [] : runs.filter(isCounted).map(({ capital }) => capital));
}

const standingElsewhere = ({ settings }: PersonRuns, broker: TradingBroker): Paise =>
  sumOf(settings.flatMap((setting) => (setting.broker === broker ? [] : (setting.dailyStart?.capital ?? []))));

interface Connected extends RunLink {
  readonly accountId: AccountId;
}

const asConnected = (link: RunLink | undefined): Connected | null =>
  link?.isConnected && link.accountId !== null ? { ...link, accountId: link.accountId } : null;

interface Target {
  readonly broker: TradingBroker;
  readonly link: Connected | null;
  readonly band: Paise | null;
  readonly isOpen: boolean;
}

/** Without a connection the refusal names the first linked account. */
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

/** Without a version nothing is recorded; any version but the current one is not what the user agreed to. */
const isOutdated = (version: string | undefined): boolean => version !== undefined && version !== CONSENT_VERSION;

type ConsentRequest = Pick<StartRequest, "userId" | "consentVersion" | "ip">;

async function recordConsent({ store, humanClock }: RunDeps, tx: Tx, request: ConsentRequest): Promise<void> {
  const { userId, consentVersion: version, ip } = request;
  if (version !== undefined) await store.recordConsent(tx, { userId, version, at: humanClock.now(), ip });
}

function newRun(
  { marketClock, humanClock }: RunDeps,
  request: StartRequest,
  link: Connected,
  capital: Paise,
  person: PersonRuns,
): NewRun {
  const now = marketClock.now();
  const at = humanClock.now();
  return {
    id: randomUUID(),
    userId: request.userId,
    broker: link.broker,
    linkId: link.id,
    accountId: link.accountId,
    tradingDay: istDateOf(now),
    capital,
    approvalMode: approvalModeOf(settingAt(person, link.broker)?.approvalMode ?? null, link.autoSwitch),
    isBackground: request.isBackground,
    // A user's own start approves the day; an admin's does not.
    dayApprovedAt: request.isByOperator ? null : now,
    startedAt: at,
    startedBy: request.isByOperator ? "operator" : "person",
    seenAt: at,
  };
}

function createStart(deps: RunDeps): RunStarts["start"] {
  const { store, marketClock, calendar } = deps;
  const explain = createExplain(deps);

  async function startIn(tx: Tx, request: StartRequest, { broker, link, band, isOpen }: Target) {
    const { userId } = request;
    await store.hold(tx, userId);
    const now = marketClock.now();
    const today = istDateOf(now);
    const person = await store.read(userId, today, tx);
    const elsewhere = runningElsewhere(person, broker);
    const decision = judgeStart({
      now,
      calendar,
      isPaper: broker === "paper",
      band,
      dob: person.dob,
      isConnected: link !== null,
      state: runStateOf(runAt(person, broker), isOpen),
      killedOn: person.killedOn,
      capital: request.capital,
      elsewhere,
    });
    if (!decision.ok) return err(explain(decision.error, { broker, band, elsewhere }));
    if (link === null) return err(explain("credentials_missing", { broker, band, elsewhere }));
    if (isOutdated(request.consentVersion)) return err("consent_outdated" as const);
    await recordConsent(deps, tx, request);
    // The morning skips paper, so paper never starts automatically.
    const isDaily = request.isBackground && broker !== "paper";
    await store.putDailyStart(tx, userId, broker, isDaily ? { capital: decision.value, from: today } : null);
    const run = newRun(deps, request, link, decision.value, person);
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

  return async (request) => {
    const target = await targetOf(request);
    const started = await store.transaction(async (tx) => {
      const outcome = await startIn(tx, request, target);
      if (outcome.ok) await request.note?.(tx, null, outcome.value);
      return outcome;
    });
    if (started.ok) await deps.onStarted();
    return started;
  };
}

function createStartNextDay(deps: RunDeps): RunStarts["startNextDay"] {
  const { store, marketClock, calendar, publish } = deps;

  async function armIn(
    tx: Tx,
    request: NextDayRequest,
    broker: BrokerName,
    facts: Pick<ArmFacts, "band" | "isLinked">,
  ) {
    const { userId, capital } = request;
    await store.hold(tx, userId);
    const today = istDateOf(marketClock.now());
    const day = nextTradingDay(calendar, today);
    const person = await store.read(userId, today, tx);
    const elsewhere = standingElsewhere(person, broker);
    const decision = judgeArming({ ...facts, today, dob: person.dob, capital, elsewhere });
    if (!decision.ok) return err(explainArming(decision.error, { broker, band: facts.band, elsewhere }));
    if (day === null) return err("calendar_ends" as const);
    if (isOutdated(request.consentVersion)) return err("consent_outdated" as const);
    await recordConsent(deps, tx, request);
    await store.putDailyStart(tx, userId, broker, { capital: decision.value, from: day });
    await publish(tx, userId, "algorithm", { broker, what: "armed" });
    return ok({ broker, day });
  }

  return async (request) => {
    const links = (await deps.linksOf(request.userId)).filter(({ isDisconnected }) => !isDisconnected);
    const isLinked = (name: BrokerName): boolean => links.some((link) => link.broker === name);
    const broker = request.broker ?? firstBroker(isLinked) ?? brokerNames[0];
    const facts = { band: await deps.bandOf(request.userId), isLinked: isLinked(broker) };
    return store.transaction(async (tx) => {
      const outcome = await armIn(tx, request, broker, facts);
      if (outcome.ok) await request.note?.(tx, outcome.value.day, broker);
      return outcome;
    });
  };
}

export const createRunStarts = (deps: RunDeps): RunStarts => ({
  start: createStart(deps),
  startNextDay: createStartNextDay(deps),
});
