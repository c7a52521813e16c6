import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import type { BlockCause } from "@vriddhi/core/ledger/ledger-event";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { BLOCKS_CHANNEL } from "./order-blocks.store.pg.ts";
import { acceptLineage } from "./restored-database.ts";

/** The account id of a block of all accounts. */
const ALL_ACCOUNTS = "";

/** Causes that notify the owner: those that the owner did not request a moment ago. */
const severityOf: Readonly<Record<BlockCause, "notice" | null>> = {
  kill_switch: "notice",
  operator: "notice",
  run_stopped: null,
  page_absent: null,
};

const GATE = "INSERT INTO order_block_epoch (epoch) VALUES (0) ON CONFLICT DO NOTHING";

/** Appends to the ledger and notifies the workers in both statements; the CTEs `accounts` and `raised` come before it. */
const TELL = `told AS (
    INSERT INTO ledger (trading_day, account_id, at, kind, key, fact, alert)
    SELECT $4::date, account_id, $3::timestamptz, $5::text, $5::text || ':' || epoch,
      jsonb_strip_nulls(jsonb_build_object('kind', $5::text, 'cause', $6::text, 'epoch', epoch)), $7::text
    FROM accounts CROSS JOIN raised ON CONFLICT DO NOTHING RETURNING id, trading_day, account_id, key, fact, alert
  ),
  alerted AS (
    INSERT INTO order_alert (ledger_id, trading_day, account_id, key, fact, alert)
    SELECT id, trading_day, account_id, key, fact, alert FROM told WHERE alert IS NOT NULL
  )
  SELECT epoch, pg_notify('${BLOCKS_CHANNEL}', '') FROM raised`;

const BLOCK = `WITH raised AS (UPDATE order_block_epoch SET epoch = epoch + 1 RETURNING epoch),
  put AS (
    INSERT INTO order_block (account_id, cause, epoch, set_at, closes_positions)
    SELECT name, $2, epoch, $3::timestamptz, $8::boolean FROM raised CROSS JOIN unnest($1::text[]) AS name
    ON CONFLICT (account_id, cause) DO UPDATE SET epoch = EXCLUDED.epoch, set_at = EXCLUDED.set_at,
      closes_positions = EXCLUDED.closes_positions OR order_block.closes_positions
  ),
  accounts AS (SELECT DISTINCT unnest($9::text[]) AS account_id),
  ${TELL}`;

const UNBLOCK = `WITH gone AS (
    DELETE FROM order_block WHERE account_id = ANY ($1::text[]) AND cause = $2 RETURNING account_id
  ),
  raised AS (
    UPDATE order_block_epoch SET epoch = order_block_epoch.epoch + 1 WHERE EXISTS (SELECT FROM gone) RETURNING epoch
  ),
  accounts AS (
    SELECT account_id FROM gone WHERE account_id <> '${ALL_ACCOUNTS}'
    UNION SELECT unnest($8::text[]) WHERE EXISTS (SELECT FROM gone WHERE account_id = '${ALL_ACCOUNTS}')
  ),
  ${TELL}`;

/** The accounts with a run today: those that a block of all accounts concerns. */
const RUNNING = "SELECT DISTINCT account_id FROM algo_run WHERE trading_day = $1::date AND stopped_at IS NULL";

export interface BlockOrder {
  readonly accounts: readonly AccountId[] | null;
  readonly cause: BlockCause;
  readonly closesPositions: boolean;
  readonly day: IstDate;
  readonly at: EpochMs;
}

async function prepare(tx: Tx, day: IstDate): Promise<void> {
  await tx.client.query("SELECT make_order_partitions($1::date)", [day]);
  await tx.client.query(GATE);
}

async function concerned(tx: Tx, { accounts, day }: Pick<BlockOrder, "accounts" | "day">) {
  if (accounts !== null) return accounts;
  const { rows } = await tx.client.query<{ account_id: string }>(RUNNING, [day]);
  return rows.map(({ account_id }) => accountId(account_id));
}

/** In force from the commit on: every process refuses to claim an entry after it. */
export async function putBlock(tx: Tx, order: BlockOrder): Promise<void> {
  const { accounts, cause, closesPositions, day, at } = order;
  await prepare(tx, day);
  const people = await concerned(tx, order);
  const names = accounts ?? [ALL_ACCOUNTS];
  if (names.length === 0) return;
  const severity = severityOf[cause];
  await tx.client.query(BLOCK, [
    names,
    cause,
    toTimestamp(at),
    day,
    "blocked",
    cause,
    severity,
    closesPositions,
    people,
  ]);
}

/** Lifts the blocks with this cause; other causes stay in force. Of all accounts: also ends the halt after a restore. */
export async function liftBlock(tx: Tx, order: Omit<BlockOrder, "closesPositions">): Promise<void> {
  const { accounts, cause, day, at } = order;
  await prepare(tx, day);
  const people = await concerned(tx, order);
  const names = accounts ?? [ALL_ACCOUNTS];
  await tx.client.query(UNBLOCK, [names, cause, toTimestamp(at), day, "unblocked", null, null, people]);
  if (accounts === null) await acceptLineage(tx);
}
