import { accountId } from "@vriddhi/core/allocation/account-id";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { ApprovalMode } from "@vriddhi/core/risk/approval";
import { CONSENT_VERSION } from "@vriddhi/core/run/consent";
import type { StopCause } from "@vriddhi/core/run/run";
import { paise } from "@vriddhi/core/shared/money";
import { SHORTLIST_SHOWN } from "@vriddhi/core/strategy/opening-range/settings";
import { istDate } from "@vriddhi/core/time/ist";
import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp } from "../../platform/db/instant.ts";
import { users } from "../../platform/db/schema/account.ts";
import { brokerLinks } from "../../platform/db/schema/broker.ts";
import { orderBlocks } from "../../platform/db/schema/order.ts";
import { algoConsents, algoRuns, algoSettings, killSwitches } from "../../platform/db/schema/run.ts";
import { shortlistPicks } from "../../platform/db/schema/signal.ts";
import type { PersonRuns, RunSetting, RunStore, StoredRun } from "./run.store.ts";

/** One statement: a page polls every five seconds. */
const READ = `SELECT
  (SELECT coalesce(json_agg(run), '[]') FROM (
    SELECT DISTINCT ON (broker) id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode,
      is_background, day_approved_at, started_at, started_by, seen_at, stopped_at, stop_cause
    FROM algo_run WHERE user_id = $1 AND trading_day = $2 ORDER BY broker, stopped_at DESC NULLS FIRST
  ) run) AS runs,
  (SELECT coalesce(json_agg(setting), '[]') FROM algo_setting setting WHERE user_id = $1) AS settings,
  (SELECT coalesce(json_object_agg(scope, capital_paise), '{}') FROM capital_choice WHERE user_id = $1) AS saved,
  (SELECT trading_day FROM kill_switch WHERE user_id = $1) AS killed_on,
  (SELECT dob FROM users WHERE id = $1) AS dob,
  (SELECT skipped_day FROM trading_wish WHERE user_id = $1) AS skipped_on,
  EXISTS (SELECT FROM algo_consent WHERE user_id = $1 AND version = $3) AS has_consent`;

interface RunRow {
  readonly id: string;
  readonly user_id: string;
  readonly broker: TradingBroker;
  readonly link_id: string;
  readonly account_id: string;
  readonly trading_day: string;
  readonly capital_paise: number;
  readonly approval_mode: ApprovalMode;
  readonly is_background: boolean;
  readonly day_approved_at: string | null;
  readonly started_at: string;
  readonly started_by: StoredRun["startedBy"];
  readonly seen_at: string;
  readonly stopped_at: string | null;
  readonly stop_cause: StopCause | null;
}

interface SettingRow {
  readonly broker: TradingBroker;
  readonly approval_mode: ApprovalMode | null;
  readonly standing_capital_paise: number | null;
  readonly standing_from: string | null;
}

interface PersonRow {
  readonly runs: readonly RunRow[];
  readonly settings: readonly SettingRow[];
  readonly saved: Readonly<Partial<Record<"fyers" | "account", number>>>;
  readonly killed_on: string | null;
  readonly skipped_on: string | null;
  readonly has_consent: boolean;
  readonly dob: string | null;
}

const toRun = (row: RunRow): StoredRun => ({
  id: row.id,
  userId: row.user_id,
  broker: row.broker,
  linkId: row.link_id,
  accountId: accountId(row.account_id),
  tradingDay: istDate(row.trading_day),
  capital: paise(row.capital_paise),
  approvalMode: row.approval_mode,
  isBackground: row.is_background,
  dayApprovedAt: row.day_approved_at === null ? null : fromTimestamp(row.day_approved_at),
  startedAt: fromTimestamp(row.started_at),
  startedBy: row.started_by,
  seenAt: fromTimestamp(row.seen_at),
  stoppedAt: row.stopped_at === null ? null : fromTimestamp(row.stopped_at),
  stopCause: row.stop_cause,
});

const toSetting = ({ broker, approval_mode, standing_capital_paise, standing_from }: SettingRow): RunSetting => ({
  broker,
  approvalMode: approval_mode,
  dailyStart:
    standing_capital_paise === null || standing_from === null
      ? null
      : { capital: paise(standing_capital_paise), from: istDate(standing_from) },
});

function toPerson({ runs, settings, saved, killed_on, skipped_on, has_consent, dob }: PersonRow): PersonRuns {
  return {
    runs: runs.map(toRun),
    settings: settings.map(toSetting),
    killedOn: killed_on === null ? null : istDate(killed_on),
    skippedOn: skipped_on === null ? null : istDate(skipped_on),
    hasConsent: has_consent,
    dob: dob === null ? null : istDate(dob),
    saved: {
      fyers: saved.fyers === undefined ? null : paise(saved.fyers),
      account: saved.account === undefined ? null : paise(saved.account),
    },
  };
}

type Writes = Pick<RunStore, "putDailyStart" | "endDailyStarts" | "putApprovalMode">;

const settingWrites: Writes = {
  async putDailyStart(tx, userId, broker, dailyStart) {
    const columns = { standingCapitalPaise: dailyStart?.capital ?? null, standingFrom: dailyStart?.from ?? null };
    await tx.db
      .insert(algoSettings)
      .values({ userId, broker, ...columns })
      .onConflictDoUpdate({ target: [algoSettings.userId, algoSettings.broker], set: columns });
  },
  async endDailyStarts(tx, userId) {
    await tx.db
      .update(algoSettings)
      .set({ standingCapitalPaise: null, standingFrom: null })
      .where(eq(algoSettings.userId, userId));
  },
  async putApprovalMode(tx, userId, broker, approvalMode) {
    await tx.db
      .insert(algoSettings)
      .values({ userId, broker, approvalMode })
      .onConflictDoUpdate({ target: [algoSettings.userId, algoSettings.broker], set: { approvalMode } });
    await tx.db
      .update(algoRuns)
      .set({ approvalMode })
      .where(and(eq(algoRuns.userId, userId), eq(algoRuns.broker, broker), isNull(algoRuns.stoppedAt)));
  },
};

type KillWrites = Pick<RunStore, "pressKill" | "liftKill">;

const killWrites: KillWrites = {
  async pressKill(tx, userId, tradingDay, pressedAt) {
    await tx.db
      .insert(killSwitches)
      .values({ userId, tradingDay, pressedAt })
      .onConflictDoUpdate({ target: killSwitches.userId, set: { tradingDay, pressedAt } });
  },
  async liftKill(tx, userId) {
    await tx.db.delete(killSwitches).where(eq(killSwitches.userId, userId));
  },
};

type Reads = Pick<RunStore, "shortlist" | "hasRun">;

const readsOf = (db: Database["db"]): Reads => ({
  shortlist: (desk, day) =>
    db
      .select({
        symbol: shortlistPicks.symbol,
        isin: shortlistPicks.isin,
        rank: shortlistPicks.rank,
        reason: shortlistPicks.reason,
      })
      .from(shortlistPicks)
      .where(and(eq(shortlistPicks.desk, desk), eq(shortlistPicks.tradingDay, day)))
      .orderBy(asc(shortlistPicks.rank))
      .limit(SHORTLIST_SHOWN),
  async hasRun(linkId, day) {
    const [row] = await db
      .select({ id: algoRuns.id })
      .from(algoRuns)
      .where(and(eq(algoRuns.linkId, linkId), eq(algoRuns.tradingDay, day)))
      .limit(1);
    return row !== undefined;
  },
});

export const createRunStore = ({ db, pool, transaction }: Database): RunStore => ({
  transaction,
  async hold(tx, userId) {
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  },
  async read(userId, day, tx) {
    const { rows } = await (tx?.client ?? pool).query<PersonRow>(READ, [userId, day, CONSENT_VERSION]);
    const [row] = rows;
    if (row === undefined) throw new Error("run store: no row for the user");
    return toPerson(row);
  },
  ...readsOf(db),
  async linkOutcomeOf(tx, { id, userId, broker }) {
    const [link] = await tx.db.select().from(brokerLinks).where(eq(brokerLinks.id, id));
    if (link === undefined) return "forgotten";
    if (link.isDisconnected) return "left";
    const [run] = await tx.db
      .select({ accountId: algoRuns.accountId })
      .from(algoRuns)
      .where(and(eq(algoRuns.userId, userId), eq(algoRuns.broker, broker), isNull(algoRuns.stoppedAt)));
    return run !== undefined && run.accountId !== link.accountId ? "other_account" : "kept";
  },
  async add(tx, { capital, ...run }) {
    await tx.db
      .update(algoRuns)
      .set({ stoppedAt: run.startedAt, stopCause: "day_over" satisfies StopCause })
      .where(
        and(
          eq(algoRuns.userId, run.userId),
          eq(algoRuns.broker, run.broker),
          isNull(algoRuns.stoppedAt),
          lt(algoRuns.tradingDay, run.tradingDay),
        ),
      );
    await tx.db.insert(algoRuns).values({ ...run, capitalPaise: capital });
  },
  async stop(tx, ids, stoppedAt, stopCause) {
    if (ids.length === 0) return;
    await tx.db
      .update(algoRuns)
      .set({ stoppedAt, stopCause })
      .where(and(inArray(algoRuns.id, [...ids]), isNull(algoRuns.stoppedAt)));
  },
  ...settingWrites,
  async approveDay(tx, id, marketNow) {
    await tx.db
      .update(algoRuns)
      .set({
        dayApprovedAt: sql`coalesce(${algoRuns.dayApprovedAt}, ${new Date(marketNow).toISOString()}::timestamptz)`,
      })
      .where(eq(algoRuns.id, id));
  },
  async recordConsent(tx, consent) {
    await tx.db.insert(algoConsents).values(consent).onConflictDoNothing();
  },
  async blocksOf(tx, account) {
    const rows = await tx.db
      .select({ cause: orderBlocks.cause })
      .from(orderBlocks)
      .where(eq(orderBlocks.accountId, account));
    return rows.map(({ cause }) => cause);
  },
  ...killWrites,
});
