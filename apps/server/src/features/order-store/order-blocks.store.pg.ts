import { accountId } from "@vriddhi/core/allocation/account-id";
import type { BlockCause } from "@vriddhi/core/ledger/ledger-event";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { OrderPool, Statement } from "./order-pool.ts";
import { appendEvents, EVENT_TYPES, eventRow } from "./order-rows.ts";
import { RowColumns } from "./row-columns.ts";

const eventRows = new RowColumns(EVENT_TYPES);

const ALL_ACCOUNTS = "";

/** Statements that add or claim entries lock the gate row shared; a block locks it exclusively and raises its epoch. */
export const ENSURE_GATE: Statement = {
  name: "order_gate",
  text: "INSERT INTO order_block_epoch (epoch) VALUES (0) ON CONFLICT DO NOTHING",
};

/** A block was set or lifted; each worker reads them. */
export const BLOCKS_CHANNEL = "order_block";

/** Raised whenever a block is set or lifted. */
export const BLOCKS_NOW = "SELECT epoch FROM order_block_epoch";

const EPOCH: Statement = { name: "order_block_epoch", text: BLOCKS_NOW };

const LIST: Statement = {
  name: "order_blocks",
  text: "SELECT account_id, cause, epoch, set_at, closes_positions FROM order_block ORDER BY epoch",
};

const BLOCK: Statement = {
  name: "order_block",
  text: `WITH raised AS (UPDATE order_block_epoch SET epoch = epoch + 1 RETURNING epoch),
    put AS (
      INSERT INTO order_block (account_id, cause, epoch, set_at, closes_positions)
      SELECT $1, $2, epoch, $3::timestamptz, $4::boolean FROM raised
      ON CONFLICT (account_id, cause) DO UPDATE
        SET epoch = EXCLUDED.epoch, set_at = EXCLUDED.set_at, closes_positions = EXCLUDED.closes_positions
    ),
    ${appendEvents(eventRows.from(5), "true")}
    SELECT epoch, pg_notify('${BLOCKS_CHANNEL}', '') FROM raised`,
};

const UNBLOCK: Statement = {
  name: "order_unblock",
  text: `WITH gate AS MATERIALIZED (SELECT epoch FROM order_block_epoch FOR UPDATE),
    gone AS (
      DELETE FROM order_block WHERE account_id = $1 AND cause = $2 AND EXISTS (SELECT FROM gate) RETURNING cause
    ),
    raised AS (
      UPDATE order_block_epoch SET epoch = order_block_epoch.epoch + 1 WHERE EXISTS (SELECT FROM gone) RETURNING epoch
    ),
    ${appendEvents(eventRows.from(3), "true")}
    SELECT coalesce((SELECT epoch FROM raised), (SELECT epoch FROM gate)) AS epoch,
      (SELECT pg_notify('${BLOCKS_CHANNEL}', '') FROM raised)`,
};

interface BlockRow {
  readonly account_id: string;
  readonly cause: BlockCause;
  readonly epoch: string;
  readonly set_at: Date;
  readonly closes_positions: boolean;
}

type BlockCalls = Pick<OrderStore, "blockEpoch" | "listBlocks" | "block" | "unblock">;

export const blockCalls = (pool: OrderPool): BlockCalls => {
  const epochOf = async (statement: Statement, values: readonly unknown[]): Promise<number> => {
    const [row] = await pool.ask<{ epoch: string }>(statement, values);
    return Number(row?.epoch ?? 0);
  };
  return {
    blockEpoch: () => epochOf(EPOCH, []),
    async listBlocks() {
      const rows = await pool.ask<BlockRow>(LIST, []);
      return rows.map(({ account_id, cause, epoch, set_at, closes_positions }) => ({
        accountId: account_id === ALL_ACCOUNTS ? null : accountId(account_id),
        cause,
        epoch: Number(epoch),
        setAt: fromTimestamp(set_at),
        closesPositions: closes_positions,
      }));
    },
    async block({ accountId: account, cause, setAt, closesPositions }, events) {
      await pool.prepareDays(events.map(({ day }) => day));
      await pool.ask(ENSURE_GATE, []);
      const written = eventRows.values(events.map(eventRow));
      return epochOf(BLOCK, [account ?? ALL_ACCOUNTS, cause, toTimestamp(setAt), closesPositions, ...written]);
    },
    async unblock(account, cause, events) {
      await pool.prepareDays(events.map(({ day }) => day));
      await pool.ask(ENSURE_GATE, []);
      return epochOf(UNBLOCK, [account ?? ALL_ACCOUNTS, cause, ...eventRows.values(events.map(eventRow))]);
    },
  };
};
