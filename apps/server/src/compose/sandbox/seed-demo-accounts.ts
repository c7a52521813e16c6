import { randomBytes } from "node:crypto";
import { planLengthMs } from "@vriddhi/core/billing/plans";
import { CONSENT_VERSION } from "@vriddhi/core/run/consent";
import { ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type HumanClock, later, type MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { nseCalendar, tradingDayFrom } from "@vriddhi/core/time/trading-calendar";
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import { logInByPage } from "@vriddhi/sandbox/broker/page-login";
import type { BrokerSimulators } from "@vriddhi/sandbox/broker/start-brokers";
import { simulators } from "@vriddhi/sandbox/simulators";
import { and, inArray, isNull } from "drizzle-orm";
import type { LinkService } from "../../features/broker-link/link.service.ts";
import type { Link } from "../../features/broker-link/link.store.ts";
import type { Begun } from "../../features/broker-link/link-types.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { brokerLinks } from "../../platform/db/schema/broker.ts";
import { algoConsents, algoRuns, algoSettings } from "../../platform/db/schema/run.ts";
import { subscriptionPeriods } from "../../platform/db/schema/subscription.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { DEMO_PASSWORD_BYTES, type DemoAccount } from "./demo-accounts.ts";

export interface DemoAccountDeps {
  readonly links: LinkService;
  readonly brokers: Pick<BrokerSimulators, "of">;
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  /** True when the process is stopping: start no further login. */
  isStopped(): boolean;
}

/** Concurrent logins: few enough that other work does not wait for a broker or a connection. */
const LOGINS_AT_ONCE = 4;
const SUBSCRIBED_BEFORE_MS = 5 * DAY_MS;

async function seedRows(
  { database, hasher, humanClock, marketClock }: DemoAccountDeps,
  people: readonly DemoAccount[],
) {
  const hash = await hasher.hash(randomBytes(DEMO_PASSWORD_BYTES).toString("base64url"));
  if (!hash.ok) throw new Error("password hashing failed at the start: the hasher is busy");
  const [human, market] = [humanClock.now(), marketClock.now()];
  const startsAt = later(market, -SUBSCRIBED_BEFORE_MS);
  const standingFrom = tradingDayFrom(nseCalendar, istDateOf(market));
  await database.db.transaction(async (tx) => {
    const person = { role: "user" as const, passwordHash: hash.value, dob: "1988-01-26", createdAt: human };
    const rows = people.map(({ userId, name, email }) => ({ id: userId, name, email, ...person }));
    await tx.insert(users).values(rows).onConflictDoNothing();
    const endsAt = later(startsAt, planLengthMs("ANNUALLY"));
    const period = { plan: "ANNUALLY", startsAt, endsAt };
    const periods = people.map(({ periodId, userId, band }) => ({ id: periodId, userId, bandPaise: band, ...period }));
    await tx.insert(subscriptionPeriods).values(periods).onConflictDoNothing();
    const consent = { version: CONSENT_VERSION, at: human };
    await tx
      .insert(algoConsents)
      .values(people.map(({ userId, ip }) => ({ userId, ip, ...consent })))
      .onConflictDoNothing();
    const settings = people.map(({ userId, broker, capital }) => ({
      userId,
      broker,
      approvalMode: "auto" as const,
      standingCapitalPaise: capital,
      standingFrom,
    }));
    await tx.insert(algoSettings).values(settings).onConflictDoNothing();
  });
}

export function clientOf(
  { brokers }: Pick<DemoAccountDeps, "brokers">,
  { broker, clientId, name, cash }: DemoAccount,
): BrokerClient {
  const { clients } = brokers.of(broker);
  return clients.find(clientId) ?? clients.open({ id: clientId, cashPaise: cash, name });
}

async function finish(
  { links, humanClock }: DemoAccountDeps,
  { broker, ...person }: DemoAccount,
  begun: Begun,
  client: BrokerClient,
): Promise<Result<unknown, unknown>> {
  if (begun.kind === "done") return ok(null);
  const landed = await logInByPage(begun.url, { client, now: humanClock.now });
  return links.completeOwn(person, broker, landed);
}

/** Logs in without a session of today; a link that its owner disconnected stays so. */
async function logIn(deps: DemoAccountDeps, person: DemoAccount): Promise<void> {
  const { links, log } = deps;
  const { broker, userId } = person;
  const client = clientOf(deps, person);
  const before: Link | null = await links.find(userId, broker);
  if (before !== null && (before.isDisconnected || links.isConnected(before))) return;
  const begun =
    before === null
      ? await links.connect(person, broker, simulators[broker].typedBy(client))
      : await links.begin(before, person);
  const login = begun.ok ? await finish(deps, person, begun.value, client) : begun;
  if (!login.ok) log.warn({ broker, userId, reason: login.error }, "sandbox: demo account not connected");
}

async function logInAll(deps: DemoAccountDeps, people: readonly DemoAccount[]): Promise<void> {
  const waiting = [...people];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !deps.isStopped(); next = waiting.shift()) {
      const { broker } = next;
      await logIn(deps, next).catch((cause: unknown) => {
        if (!deps.isStopped()) deps.log.warn({ broker, err: cause }, "sandbox: demo account not connected");
      });
    }
  };
  await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, lane));
}

export async function seedDemoAccounts(deps: DemoAccountDeps, people: readonly DemoAccount[]): Promise<void> {
  if (people.length === 0) return;
  await seedRows(deps, people);
  await logInAll(deps, people);
}

/** In the morning: logs in where the broker demands a login by the user. */
export async function reconnectDemoAccounts(deps: DemoAccountDeps, people: readonly DemoAccount[]): Promise<void> {
  const ids = people.map(({ userId }) => userId);
  if (ids.length === 0) return;
  const linked = await deps.database.db
    .selectDistinct({ userId: brokerLinks.userId })
    .from(brokerLinks)
    .where(inArray(brokerLinks.userId, ids));
  const known = new Set(linked.map(({ userId }) => userId));
  await logInAll(
    deps,
    people.filter(({ userId }) => known.has(userId)),
  );
}

export async function approveForDemoAccounts(
  { database, marketClock }: DemoAccountDeps,
  people: readonly DemoAccount[],
): Promise<void> {
  const ids = people.map(({ userId }) => userId);
  if (ids.length === 0) return;
  await database.db
    .update(algoRuns)
    .set({ dayApprovedAt: marketClock.now() })
    .where(and(inArray(algoRuns.userId, ids), isNull(algoRuns.dayApprovedAt), isNull(algoRuns.stoppedAt)));
}
