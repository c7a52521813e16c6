import { accountId } from "@vriddhi/core/allocation/account-id";
import type pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { MARKET_DAY } from "../../platform/events/work-watch.ts";
import type { Concerned, RunUpkeepStore } from "./run.store.ts";

const END_DAYS = `UPDATE algo_run SET stopped_at = $3, stop_cause = 'day_over'
  WHERE stopped_at IS NULL AND (trading_day < $1 OR ($2 AND trading_day = $1)) RETURNING user_id`;

/** A page polls every few seconds; most polls find nothing to write. */
const TOUCH = `UPDATE algo_run SET seen_at = $2
  WHERE user_id = ANY ($1::uuid[]) AND stopped_at IS NULL AND NOT is_background AND seen_at < $3`;

const LIST_ABSENT = `SELECT user_id, account_id FROM algo_run
  WHERE stopped_at IS NULL AND trading_day = $1 AND NOT is_background AND seen_at < $2
    AND NOT EXISTS (SELECT FROM order_block WHERE order_block.account_id = algo_run.account_id AND cause = 'page_absent')`;

const LIST_BACK = `SELECT user_id, algo_run.account_id FROM order_block
  JOIN algo_run ON algo_run.account_id = order_block.account_id
  WHERE cause = 'page_absent' AND stopped_at IS NULL AND trading_day = $1 AND (is_background OR seen_at >= $2)`;

const LIST_STALE = `SELECT DISTINCT account_id FROM order_block
  WHERE account_id <> '' AND cause IN ('run_stopped', 'page_absent') AND NOT EXISTS (
    SELECT FROM algo_run WHERE algo_run.account_id = order_block.account_id AND trading_day >= $1)`;

const RUNS_OPEN = "SELECT FROM algo_run WHERE stopped_at IS NULL";

/** A run may have to end, or an account is held back for a day that is over. */
export const DAYS_WAIT = `EXISTS (${RUNS_OPEN}) OR EXISTS (
  SELECT FROM order_block WHERE account_id <> '' AND cause IN ('run_stopped', 'page_absent'))`;

/** A run of today goes on only while its owner's page is open. */
export const PAGES_WAIT = `EXISTS (${RUNS_OPEN} AND trading_day = ${MARKET_DAY} AND NOT is_background)
  OR EXISTS (SELECT FROM order_block WHERE cause = 'page_absent')`;

interface ConcernedRow {
  readonly user_id: string;
  readonly account_id: string;
}

async function listConcerned(client: pg.PoolClient, text: string, values: unknown[]): Promise<readonly Concerned[]> {
  const { rows } = await client.query<ConcernedRow>(text, values);
  return rows.map(({ user_id, account_id }) => ({ userId: user_id, accountId: accountId(account_id) }));
}

export const createRunUpkeepStore = ({ pool, transaction }: Database): RunUpkeepStore => ({
  transaction,
  async endDays({ client }, today, isOver, at) {
    const { rows } = await client.query<{ user_id: string }>(END_DAYS, [today, isOver, toTimestamp(at)]);
    return rows.map(({ user_id }) => user_id);
  },
  async touch(userIds, at, freshMs) {
    if (userIds.length === 0) return;
    await pool.query(TOUCH, [userIds, toTimestamp(at), new Date(at - freshMs).toISOString()]);
  },
  listAbsent: ({ client }, today, before) => listConcerned(client, LIST_ABSENT, [today, toTimestamp(before)]),
  listBack: ({ client }, today, before) => listConcerned(client, LIST_BACK, [today, toTimestamp(before)]),
  async listStale({ client }, today) {
    const { rows } = await client.query<{ account_id: string }>(LIST_STALE, [today]);
    return rows.map(({ account_id }) => accountId(account_id));
  },
});
