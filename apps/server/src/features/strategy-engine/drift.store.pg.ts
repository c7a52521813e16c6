import { followersOf, type StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { Side } from "@vriddhi/core/order/order";
import { and, asc, desc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { barMinutes, deskDays, driftReports, historyAsks } from "../../platform/db/schema/market-record.ts";
import { algoRuns } from "../../platform/db/schema/run.ts";
import type { DriftStore } from "./drift.store.ts";
import { lockLead } from "./lead-lock.ts";

/** By the strategy's signals; the filled quantity is in the order's state. */
const FILLS = `SELECT s.side, s.price_paise::float8 AS signal_price,
    (o.state ->> 'averagePrice')::float8 AS price, (o.state ->> 'filled')::float8 AS quantity
  FROM signal s JOIN intent o ON o.signal_id = s.id AND o.trading_day = s.trading_day
  WHERE s.desk = $1 AND s.trading_day = $2 AND o.leg = 'entry' AND o.has_fills`;

interface FillRow {
  readonly side: Side;
  readonly signal_price: number;
  readonly price: number;
  readonly quantity: number;
}

const ranOn = (userId: string, desk: StrategyFeed) =>
  sql`(${driftReports.desk} = ${desk} AND EXISTS (SELECT 1 FROM ${algoRuns} WHERE ${algoRuns.userId} = ${userId}
    AND ${algoRuns.tradingDay} = ${driftReports.tradingDay} AND ${algoRuns.broker} IN ${followersOf(desk)}))`;

export function createDriftStore(database: Database, leadName: string): DriftStore {
  const { db, pool } = database;
  return {
    unclosed: (until) =>
      db
        .select({ desk: deskDays.desk, day: deskDays.tradingDay })
        .from(deskDays)
        .where(and(isNull(deskDays.closedAt), lte(deskDays.tradingDay, until)))
        .orderBy(asc(deskDays.tradingDay), asc(deskDays.desk)),
    async fillsOf(desk, day) {
      const { rows } = await pool.query<FillRow>(FILLS, [desk, day]);
      return rows.map(({ side, signal_price, price, quantity }) => ({
        side,
        signalPrice: signal_price,
        price,
        quantity,
      }));
    },
    close: ({ epoch, desk, day }, report) =>
      database.transaction(async (tx) => {
        await lockLead(tx, leadName, epoch);
        await tx.db.insert(driftReports).values(report).onConflictDoNothing();
        await tx.db
          .update(deskDays)
          .set({ closedAt: report.madeAt })
          .where(and(eq(deskDays.desk, desk), eq(deskDays.tradingDay, day)));
      }),
    async forget(before) {
      for (const table of [barMinutes, historyAsks]) await db.delete(table).where(lt(table.tradingDay, before));
      await db
        .update(deskDays)
        .set({ facts: [], quotes: null })
        .where(and(lt(deskDays.tradingDay, before), sql`jsonb_array_length(${deskDays.facts}) > 0`));
    },
    latest: (count) =>
      db.select().from(driftReports).orderBy(desc(driftReports.tradingDay), asc(driftReports.desk)).limit(count),
    latestOf: (userId, count) =>
      db
        .select()
        .from(driftReports)
        .where(sql`${ranOn(userId, "fyers")} OR ${ranOn(userId, "angelone")}`)
        .orderBy(desc(driftReports.tradingDay), asc(driftReports.desk))
        .limit(count),
  };
}
