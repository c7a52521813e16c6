import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import type { IstDate } from "@vriddhi/core/time/ist";
import pg from "pg";
import type { Database } from "../../platform/db/database.ts";

export interface OwnerRow {
  readonly worker: string;
  readonly buckets: number;
  /** Buckets that another worker covers, because this one's end is not proved. */
  readonly covered: number;
  /** Since its last lease ended, by the database's clock; negative while it runs. */
  readonly overdueMs: number;
}

export interface MissedDay {
  readonly account: AccountId;
  readonly day: IstDate;
}

export interface OrderUpkeepStore {
  listOwners(): Promise<readonly OwnerRow[]>;
  listUnclosed(day: IstDate): Promise<readonly AccountId[]>;
  /** Days from `from` to `day` (exclusive) that have orders and no result. */
  listMissed(day: IstDate, from: IstDate): Promise<readonly MissedDay[]>;
  makePartitions(day: IstDate): Promise<void>;
  analyze(): Promise<void>;
  /** Drops the months of the wire trace that end before the day and returns their number; orders and ledger stay. */
  dropWireRecords(before: IstDate): Promise<number>;
}

export const othersHold = (worker: string): string =>
  `EXISTS (SELECT FROM bucket_owner WHERE worker <> ${pg.escapeLiteral(worker)} OR suspects <> '{}')`;

export const createOrderUpkeepStore = ({ pool }: Database): OrderUpkeepStore => ({
  async listOwners() {
    const { rows } = await pool.query<OwnerRow>(
      `SELECT held.worker, count(*) FILTER (WHERE NOT is_suspect)::int AS buckets,
         count(*) FILTER (WHERE is_suspect)::int AS covered,
         (extract(epoch FROM clock_timestamp() - max(until)) * 1000)::float8 AS "overdueMs"
       FROM bucket_owner owner CROSS JOIN LATERAL (
         SELECT owner.worker, false AS is_suspect, owner.lease_until AS until WHERE owner.worker IS NOT NULL
         UNION ALL SELECT unnest(owner.suspects), true, owner.suspect_until
       ) AS held GROUP BY held.worker`,
    );
    return rows;
  },
  async listUnclosed(day) {
    const { rows } = await pool.query<{ account_id: string }>(
      `SELECT DISTINCT account_id FROM intent WHERE trading_day = $1
       EXCEPT SELECT account_id FROM ledger WHERE trading_day = $1 AND kind = 'day_closed'`,
      [day],
    );
    return rows.map(({ account_id }) => accountId(account_id));
  },
  async listMissed(day, from) {
    const { rows } = await pool.query<{ account_id: string; trading_day: IstDate }>(
      `SELECT account_id, trading_day::text FROM intent WHERE trading_day >= $2 AND trading_day < $1
       EXCEPT SELECT account_id, trading_day::text FROM ledger
       WHERE trading_day >= $2 AND trading_day < $1 AND kind = 'day_closed'
       ORDER BY trading_day, account_id`,
      [day, from],
    );
    return rows.map(({ account_id, trading_day }) => ({ account: accountId(account_id), day: trading_day }));
  },
  async makePartitions(day) {
    await pool.query("SELECT make_order_partitions($1::date)", [day]);
  },
  async analyze() {
    await pool.query("SELECT analyze_orders()");
  },
  async dropWireRecords(before) {
    const { rows } = await pool.query<{ dropped: number }>("SELECT drop_wire_records($1::date) AS dropped", [before]);
    return rows[0]?.dropped ?? 0;
  },
});
