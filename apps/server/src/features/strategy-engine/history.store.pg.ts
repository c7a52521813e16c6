import { and, eq, gte, lt } from "drizzle-orm";
import type { Database, Tx } from "../../platform/db/database.ts";
import { dayBars, historyAsks } from "../../platform/db/schema/market-record.ts";
import type { DayBar, HistoryStore } from "./history.store.ts";

async function insert(tx: Tx, bars: readonly DayBar[]): Promise<void> {
  if (bars.length > 0)
    await tx.db
      .insert(dayBars)
      .values([...bars])
      .onConflictDoNothing();
}

export function createHistoryStore(database: Database): HistoryStore {
  const { db } = database;
  return {
    barsBetween: (from, before) =>
      db
        .select()
        .from(dayBars)
        .where(and(gte(dayBars.tradingDay, from), lt(dayBars.tradingDay, before))),
    async askedOn(day) {
      const rows = await db.select().from(historyAsks).where(eq(historyAsks.tradingDay, day));
      return new Set(rows.map(({ isin }) => isin));
    },
    save: (bars) => database.transaction((tx) => insert(tx, bars)),
    saveAsked: (isin, day, bars) =>
      database.transaction(async (tx) => {
        await insert(tx, bars);
        await tx.db.insert(historyAsks).values({ isin, tradingDay: day }).onConflictDoNothing();
      }),
  };
}
