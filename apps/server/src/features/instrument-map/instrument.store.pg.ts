import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { instruments } from "../../platform/db/schema/schedule.ts";
import type { InstrumentStore } from "./instrument.store.ts";

const BATCH = 1_000;

type ListedRow = Pick<
  typeof instruments.$inferSelect,
  "isin" | "symbol" | "brokerSymbol" | "token" | "tickPaise" | "lotSize"
>;

const toInstrument = (row: ListedRow): BrokerInstrument => ({
  isin: row.isin,
  symbol: row.symbol,
  brokerSymbol: row.brokerSymbol,
  token: row.token,
  tickSize: paise(row.tickPaise),
  lotSize: row.lotSize,
});

/** The market feeds ask with every turn and for all shares: one prepared text, however many there are. */
const LISTED_ON = {
  name: "instruments-listed-on",
  text: `SELECT isin, symbol, broker_symbol AS "brokerSymbol", token, tick_paise AS "tickPaise", lot_size AS "lotSize"
    FROM instruments WHERE broker = $1 AND seen_on = $2::date AND NOT is_renamed AND isin = ANY ($3::text[])`,
};

export const createInstrumentStore = ({ db, pool }: Database): InstrumentStore => ({
  async knownTo(broker) {
    const rows = await db.select().from(instruments).where(eq(instruments.broker, broker));
    return new Map(
      rows.map(({ isin, symbol, seenOn, isRenamed }) => [isin, { symbol, isRenamed, seenOn: istDate(seenOn) }]),
    );
  },
  async isins() {
    const rows = await db
      .select({ symbol: instruments.symbol, isin: instruments.isin })
      .from(instruments)
      .orderBy(asc(instruments.seenOn));
    return new Map(rows.map(({ symbol, isin }) => [symbol, isin]));
  },
  async save(tx, broker, mapped, day) {
    for (let from = 0; from < mapped.length; from += BATCH)
      await tx.db
        .insert(instruments)
        .values(
          mapped
            .slice(from, from + BATCH)
            .map(({ tickSize, ...rest }) => ({ ...rest, broker, seenOn: day, tickPaise: tickSize })),
        )
        .onConflictDoUpdate({
          target: [instruments.broker, instruments.isin],
          set: {
            symbol: sql`excluded.symbol`,
            brokerSymbol: sql`excluded.broker_symbol`,
            token: sql`excluded.token`,
            tickPaise: sql`excluded.tick_paise`,
            lotSize: sql`excluded.lot_size`,
            seenOn: sql`excluded.seen_on`,
            isRenamed: sql`excluded.is_renamed`,
          },
        });
  },
  async find(broker, isin) {
    const [row] = await db
      .select()
      .from(instruments)
      .where(and(eq(instruments.broker, broker), eq(instruments.isin, isin)));
    return row ? { ...toInstrument(row), seenOn: istDate(row.seenOn), isRenamed: row.isRenamed } : null;
  },
  async listOn(broker, day, isins) {
    if (isins.length === 0) return [];
    const { rows } = await pool.query<ListedRow>({ ...LISTED_ON, values: [broker, day, isins] });
    return rows.map(toInstrument);
  },
  async countOn(broker, day) {
    const asked = db
      .select({ rows: count() })
      .from(instruments)
      .where(and(eq(instruments.broker, broker), eq(instruments.seenOn, day)));
    const [found] = await asked.prepare("instruments-seen-on").execute();
    return found?.rows ?? 0;
  },
});
