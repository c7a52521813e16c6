import type { IstDate } from "@vriddhi/core/time/ist";
import { BUCKETS, type BucketLease } from "@vriddhi/execution/ports/ownership";

/**
 * The buckets of all callers of a statement, held to its end: a bucket is passed on before it or after it. Locked in the
 * order of their numbers, so that two statements do not wait for each other.
 */
export const owners = (parameter: string): string => `owner AS MATERIALIZED (
      SELECT o.epoch * ${BUCKETS} + o.bucket AS holder FROM bucket_owner o WHERE o.bucket = ANY (${parameter}::smallint[])
      ORDER BY o.bucket FOR SHARE
    )`;

/** Bucket and epoch in one number, as the statements compare them. */
export const holderOf = ({ bucket, epoch }: BucketLease): number => epoch * BUCKETS + bucket;

/** Whether a row's own bucket is its caller's. */
export const isOwned = (row: string): string => `${row}.holder = ANY (ARRAY(SELECT o.holder FROM owner o))`;

/** The owners as they were found, for the callers to compare theirs with. */
export const HOLDERS_FOUND = "to_json(ARRAY(SELECT o.holder FROM owner o)) AS holders";

/** What of an order never changes, and what a change of it brings. */
const KEPT = [
  ...["tag", "trading_day", "account_id", "bucket", "position_id", "signal_id", "n", "leg", "side", "instrument"],
  ...["cause", "authority", "stop_paise", "target_paise", "valid_until", "version", "planned_at"],
];
const CHANGED = ["status", "is_final", "has_fills", "state", "pricing"];
export const CHANGED_TYPES = "status text, is_final boolean, has_fills boolean, state jsonb, pricing jsonb";

/**
 * The orders of `wanted` that still have the version that their callers saw, as they would be after the change, locked in
 * the order of their tags, which `wanted` has. Each is looked for by itself: a join would be planned while the table is
 * small, and read the day from end to end when it has grown.
 */
export const sameVersion = (day: string, ownColumns: string): string => `
      SELECT ${ownColumns}, ${KEPT.map((each) => `i.${each}`).join(", ")}, ${CHANGED.map((each) => `w.${each}`).join(", ")}
      FROM wanted w CROSS JOIN LATERAL (
        SELECT ${KEPT.map((each) => `found.${each}`).join(", ")} FROM intent found
        WHERE found.tag = w.tag AND found.trading_day = ${day}::date AND found.version = w.version
        LIMIT 1 FOR UPDATE
      ) AS i`;

/**
 * Writes orders that `sameVersion` gave. Each meets its own row by its key, for the same reason: an update could be planned
 * from the table to the orders.
 */
export const writeChanged = (from: string, where: string): string => `
      INSERT INTO intent (${[...KEPT, ...CHANGED].join(", ")})
      SELECT ${[...KEPT, ...CHANGED].map((each) => `${from}.${each}`).join(", ")} FROM ${from} WHERE ${where}
      ON CONFLICT (tag, trading_day) DO UPDATE
      SET ${CHANGED.map((each) => `${each} = excluded.${each}`).join(", ")}, version = excluded.version + 1`;

/** Found by a set that is made once; without the last two words it would be a join, each with each. */
export const isIn = (column: string, set: string): string => `(${column} IN (SELECT ${set})) IS TRUE`;

export const holds = (found: readonly number[], lease: BucketLease): boolean => found.includes(holderOf(lease));

export const bucketsOf = (asked: readonly { readonly lease: BucketLease }[]): readonly number[] => [
  ...new Set(asked.map(({ lease }) => lease.bucket)),
];

/** What every caller of a statement brings. */
export interface OrderAsk {
  readonly lease: BucketLease;
  readonly day: IstDate;
}
