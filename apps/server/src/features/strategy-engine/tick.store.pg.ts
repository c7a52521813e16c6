import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { tickBlocks } from "../../platform/db/schema/market-record.ts";
import { lockLead } from "./lead-lock.ts";
import type { TickStore } from "./tick.store.ts";

const BEFORE_ALL = { epoch: -1, seq: 0 };

export function createTickStore(database: Database, leadName: string): TickStore {
  const { db } = database;
  return {
    append: ({ epoch, desk }, isins, blocks) =>
      database.transaction(async (tx) => {
        await lockLead(tx, leadName, epoch);
        await tx.db
          .insert(tickBlocks)
          .values(
            blocks.map(({ day, seq, ticks, data }) => {
              const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
              return { desk, tradingDay: day, epoch, seq, ticks, isins: [...isins], data: bytes };
            }),
          )
          .onConflictDoNothing();
      }),
    next(desk, day, after, count) {
      const { epoch, seq } = after ?? BEFORE_ALL;
      return db
        .select({ epoch: tickBlocks.epoch, seq: tickBlocks.seq, isins: tickBlocks.isins, data: tickBlocks.data })
        .from(tickBlocks)
        .where(
          and(
            eq(tickBlocks.desk, desk),
            eq(tickBlocks.tradingDay, day),
            sql`(${tickBlocks.epoch}, ${tickBlocks.seq}) > (${epoch}, ${seq})`,
          ),
        )
        .orderBy(asc(tickBlocks.epoch), asc(tickBlocks.seq))
        .limit(count);
    },
    async forget(before) {
      await db.delete(tickBlocks).where(lt(tickBlocks.tradingDay, before));
    },
  };
}
