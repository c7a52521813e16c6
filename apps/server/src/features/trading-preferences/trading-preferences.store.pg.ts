import { accountId } from "@vriddhi/core/allocation/account-id";
import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { and, eq, gte, isNull } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { tradingAccounts } from "../../platform/db/schema/order.ts";
import { algoRuns, tradingPreferences } from "../../platform/db/schema/run.ts";
import { HUMAN_NOW } from "../../platform/events/work-watch.ts";
import { OVERLAP_MS } from "./loss-limits.ts";
import type { TradingPreferenceStore, TradingPreferences } from "./trading-preferences.store.ts";

/** A limit changed so lately that a refresh may not have read it. */
export const LIMITS_CHANGED = `EXISTS (SELECT FROM trading_wish
  WHERE updated_at >= ${HUMAN_NOW} - interval '${OVERLAP_MS} milliseconds')`;

const NONE: TradingPreferences = { skippedDay: null, neverTrade: [], lossLimit: null };

const toPaise = (amount: number | null) => (amount === null ? null : paise(amount));

function columnsOf({ skippedDay, neverTrade, lossLimit }: Partial<TradingPreferences>) {
  return {
    ...(skippedDay === undefined ? {} : { skippedDay }),
    ...(neverTrade === undefined ? {} : { neverTrade: [...neverTrade] }),
    ...(lossLimit === undefined ? {} : { lossLimitPaise: lossLimit }),
  };
}

export const createTradingPreferenceStore = ({ db, transaction }: Database): TradingPreferenceStore => ({
  transaction,
  async read(userId, tx) {
    const [row] = await (tx?.db ?? db).select().from(tradingPreferences).where(eq(tradingPreferences.userId, userId));
    if (row === undefined) return NONE;
    const { skippedDay, neverTrade, lossLimitPaise } = row;
    return {
      skippedDay: skippedDay === null ? null : istDate(skippedDay),
      neverTrade,
      lossLimit: toPaise(lossLimitPaise),
    };
  },
  async put(tx, userId, preferences, updatedAt) {
    const columns = columnsOf(preferences);
    await tx.db
      .insert(tradingPreferences)
      .values({ userId, updatedAt, ...columns })
      .onConflictDoUpdate({ target: tradingPreferences.userId, set: { updatedAt, ...columns } });
  },
  async isRunning(tx, userId) {
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    const [run] = await tx.db
      .select({ id: algoRuns.id })
      .from(algoRuns)
      .where(and(eq(algoRuns.userId, userId), isNull(algoRuns.stoppedAt)))
      .limit(1);
    return run !== undefined;
  },
  async limitsSince(at) {
    const rows = await db
      .select({ id: tradingAccounts.id, limit: tradingPreferences.lossLimitPaise })
      .from(tradingPreferences)
      .innerJoin(tradingAccounts, eq(tradingAccounts.userId, tradingPreferences.userId))
      .where(gte(tradingPreferences.updatedAt, at));
    return rows.map(({ id, limit }) => ({ accountId: accountId(id), limit: toPaise(limit) }));
  },
});
