import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { Database } from "../../platform/db/database.ts";

export interface StandingHalt {
  readonly closesPositions: boolean;
  readonly since: EpochMs;
  /** `null` when the command line ordered it. */
  readonly by: string | null;
}

interface HaltRow {
  readonly closes_positions: boolean;
  readonly since: Date;
  readonly by: string | null;
}

/** A block of all accounts has an empty account id; its author is in the audit log at or after that instant. */
const ACTIVE_HALT = `SELECT bool_or(closes_positions) AS closes_positions, min(set_at) AS since,
    (SELECT u.name FROM audit_event a JOIN users u ON u.id = a.by_user_id
      WHERE a.kind = 'desk_halted' AND a.at >= min(b.set_at) ORDER BY a.id DESC LIMIT 1) AS by
  FROM order_block b WHERE account_id = '' HAVING count(*) > 0`;

export async function findHalt({ pool }: Pick<Database, "pool">): Promise<StandingHalt | null> {
  const { rows } = await pool.query<HaltRow>(ACTIVE_HALT);
  const [row] = rows;
  if (row === undefined) return null;
  return { closesPositions: row.closes_positions, since: epochMs(row.since.getTime()), by: row.by };
}
