import type { IstDate } from "@vriddhi/core/time/ist";
import { BUCKETS, type BucketLease } from "@vriddhi/execution/ports/ownership";

/** Locks the callers' buckets until the statement ends: none changes its owner during it. Sorted: no deadlocks. */
export const owners = (parameter: string): string => `owner AS MATERIALIZED (
      SELECT o.epoch * ${BUCKETS} + o.bucket AS holder FROM bucket_owner o WHERE o.bucket = ANY (${parameter}::smallint[])
      ORDER BY o.bucket FOR SHARE
    )`;

/** Bucket and fencing token in one number, as the statements compare them. */
export const holderOf = ({ bucket, epoch }: BucketLease): number => epoch * BUCKETS + bucket;

/** SQL: the row's bucket belongs to its caller (fencing). */
export const isOwned = (row: string): string => `${row}.holder = ANY (ARRAY(SELECT o.holder FROM owner o))`;

export const HOLDERS_FOUND = "to_json(ARRAY(SELECT o.holder FROM owner o)) AS holders";

const KEPT = [
  ...["tag", "trading_day", "account_id", "bucket", "position_id", "signal_id", "n", "leg", "side", "instrument"],
  ...["cause", "authority", "stop_paise", "target_paise", "valid_until", "version", "planned_at"],
];
const CHANGED = ["status", "is_final", "has_fills", "state", "pricing"];
export const CHANGED_TYPES = "status text, is_final boolean, has_fills boolean, state jsonb, pricing jsonb";

/**
 * The orders of `wanted` (sorted by tag, locked in that order) that still have the expected version, as after the
 * change. Each row is looked up by key: a join planned on a small table would scan the whole day later.
 */
export const sameVersion = (day: string, ownColumns: string): string => `
      SELECT ${ownColumns}, ${KEPT.map((each) => `i.${each}`).join(", ")}, ${CHANGED.map((each) => `w.${each}`).join(", ")}
      FROM wanted w CROSS JOIN LATERAL (
        SELECT ${KEPT.map((each) => `found.${each}`).join(", ")} FROM intent found
        WHERE found.tag = w.tag AND found.trading_day = ${day}::date AND found.version = w.version
        LIMIT 1 FOR UPDATE
      ) AS i`;

/** Each row by its key, for the same reason: a join could scan the table. */
export const writeChanged = (from: string, where: string): string => `
      INSERT INTO intent (${[...KEPT, ...CHANGED].join(", ")})
      SELECT ${[...KEPT, ...CHANGED].map((each) => `${from}.${each}`).join(", ")} FROM ${from} WHERE ${where}
      ON CONFLICT (tag, trading_day) DO UPDATE
      SET ${CHANGED.map((each) => `${each} = excluded.${each}`).join(", ")}, version = excluded.version + 1`;

/** A hashed set lookup. Without the last two words PostgreSQL would plan a nested-loop join. */
export const isIn = (column: string, set: string): string => `(${column} IN (SELECT ${set})) IS TRUE`;

export const holds = (found: readonly number[], lease: BucketLease): boolean => found.includes(holderOf(lease));

export const bucketsOf = (asked: readonly { readonly lease: BucketLease }[]): readonly number[] => [
  ...new Set(asked.map(({ lease }) => lease.bucket)),
];

export interface OrderAsk {
  readonly lease: BucketLease;
  readonly day: IstDate;
}
