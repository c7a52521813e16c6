import pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { HUMAN_NOW } from "../../platform/events/work-watch.ts";
import { GONE_AFTER_MS, type PriceWantsStore, QUOTES_CHANNEL } from "./price-wants.store.ts";

const WANT = `INSERT INTO wanted_price (process, isins, wanted_at) VALUES ($1, $2, $3)
  ON CONFLICT (process) DO UPDATE SET isins = EXCLUDED.isins, wanted_at = EXCLUDED.wanted_at`;

/** A process that plans entries needs the prices of possible signals before it watches any position. */
const WANTED = `WITH others AS (SELECT isins FROM wanted_price WHERE process <> $1 AND wanted_at >= $2)
  SELECT DISTINCT isin FROM others, unnest(isins) isin
  UNION SELECT isin FROM shortlist_pick WHERE trading_day = $3 AND EXISTS (SELECT 1 FROM others)`;

export const othersWant = (process: string): string => `EXISTS (SELECT FROM wanted_price
  WHERE process <> ${pg.escapeLiteral(process)} AND wanted_at >= ${HUMAN_NOW} - interval '${GONE_AFTER_MS} milliseconds')`;

export const createPriceWantsStore = ({ pool }: Database): PriceWantsStore => ({
  async want(process, isins, at) {
    await pool.query(WANT, [process, isins, toTimestamp(at)]);
  },
  async wantedByOthers(process, since, day) {
    const { rows } = await pool.query<{ isin: string }>(WANTED, [process, toTimestamp(since), day]);
    return rows.map(({ isin }) => isin);
  },
  async notify(payload) {
    await pool.query("SELECT pg_notify($1, $2)", [QUOTES_CHANNEL, payload]);
  },
});
