import { accountId } from "@vriddhi/core/allocation/account-id";
import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { and, eq, gte, isNull } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { tradingAccounts } from "../../platform/db/schema/order.ts";
import { algoRuns, tradingWishes } from "../../platform/db/schema/run.ts";
import type { TradingWishes, TradingWishStore } from "./trading-wishes.store.ts";

const NONE: TradingWishes = { skippedDay: null, neverTrade: [], lossLimit: null };

const toPaise = (amount: number | null) => (amount === null ? null : paise(amount));

/** Only the columns that are named. */
function columnsOf({ skippedDay, neverTrade, lossLimit }: Partial<TradingWishes>) {
  return {
    ...(skippedDay === undefined ? {} : { skippedDay }),
    ...(neverTrade === undefined ? {} : { neverTrade: [...neverTrade] }),
    ...(lossLimit === undefined ? {} : { lossLimitPaise: lossLimit }),
  };
}

export const createTradingWishStore = ({ db, transaction }: Database): TradingWishStore => ({
  transaction,
  async read(userId, tx) {
    const [row] = await (tx?.db ?? db).select().from(tradingWishes).where(eq(tradingWishes.userId, userId));
    if (row === undefined) return NONE;
    const { skippedDay, neverTrade, lossLimitPaise } = row;
    return {
      skippedDay: skippedDay === null ? null : istDate(skippedDay),
      neverTrade,
      lossLimit: toPaise(lossLimitPaise),
    };
  },
  async put(tx, userId, wishes, updatedAt) {
    const columns = columnsOf(wishes);
    await tx.db
      .insert(tradingWishes)
      .values({ userId, updatedAt, ...columns })
      .onConflictDoUpdate({ target: tradingWishes.userId, set: { updatedAt, ...columns } });
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
      .select({ id: tradingAccounts.id, limit: tradingWishes.lossLimitPaise })
      .from(tradingWishes)
      .innerJoin(tradingAccounts, eq(tradingAccounts.userId, tradingWishes.userId))
      .where(gte(tradingWishes.updatedAt, at));
    return rows.map(({ id, limit }) => ({ accountId: accountId(id), limit: toPaise(limit) }));
  },
});
