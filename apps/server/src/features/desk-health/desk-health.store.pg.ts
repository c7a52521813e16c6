import { type EpochMs, HOUR_MS } from "@vriddhi/core/time/clock";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { QUEUE_SCHEMA } from "../../platform/queue/queue.ts";
import type { DeskHealth, DeskHealthStore } from "./desk-health.store.ts";

/** Bounds the query: far more rows than an hour of logins writes. */
const AUDIT_ROWS_MAX = 50_000;
const TAGS_LOOKED_AT = 5_000;

const QUEUES = `SELECT name, count(*)::int AS waiting, max(extract(epoch FROM now() - start_after))::float8 AS "oldestS"
  FROM ${QUEUE_SCHEMA}.job WHERE state IN ('created', 'retry', 'active') AND start_after <= now()
  GROUP BY name ORDER BY name`;

const ORDERS = `WITH newest AS (SELECT max(trading_day) AS day FROM intent),
  calls AS (
    SELECT w.tag, min(w.at) FILTER (WHERE w.direction = 'request') AS asked,
      min(w.at) FILTER (WHERE w.direction = 'answer') AS answered
    FROM (SELECT id, tag, at, direction FROM wire_record WHERE trading_day = (SELECT day FROM newest) AND call = 'place'
      ORDER BY id DESC LIMIT ${2 * TAGS_LOOKED_AT}) w GROUP BY w.tag),
  times AS (SELECT extract(epoch FROM answered - asked) * 1000 AS ms FROM calls WHERE answered >= asked)
  SELECT (SELECT day FROM newest) AS "tradingDay", (SELECT count(*)::int FROM calls) AS sent,
    (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)::float8 FROM times) AS "p50Ms",
    (SELECT percentile_cont(0.99) WITHIN GROUP (ORDER BY ms)::float8 FROM times) AS "p99Ms",
    (SELECT count(*)::int FROM intent WHERE trading_day = (SELECT day FROM newest) AND status = 'unknown') AS unknown,
    (SELECT count(*)::int FROM intent WHERE trading_day = (SELECT day FROM newest) AND status = 'stuck') AS stuck`;

const LOGINS = `SELECT count(*)::int AS n FROM audit_event
  WHERE id > (SELECT coalesce(max(id), 0) - ${AUDIT_ROWS_MAX} FROM audit_event) AND kind = 'login_failed' AND at > $1`;

const MORNINGS = `SELECT trading_day AS day, reason, count(*)::int AS accounts FROM account_readiness
  WHERE trading_day = (SELECT max(trading_day) FROM account_readiness) GROUP BY trading_day, reason ORDER BY accounts DESC`;

const BUCKETS = `SELECT count(*) FILTER (WHERE worker IS NULL OR lease_until < $1)::int AS without,
  count(*) FILTER (WHERE suspects <> '{}')::int AS covered FROM bucket_owner`;

interface MorningRow {
  readonly day: string;
  readonly reason: string | null;
  readonly accounts: number;
}

function morningsOf(rows: readonly MorningRow[]): DeskHealth["mornings"] {
  return {
    tradingDay: rows[0]?.day ?? null,
    ready: rows.find(({ reason }) => reason === null)?.accounts ?? 0,
    reasons: rows.flatMap(({ reason, accounts }) => (reason === null ? [] : [{ reason, accounts }])),
  };
}

const NO_ORDERS: DeskHealth["orders"] = { tradingDay: null, sent: 0, p50Ms: null, p99Ms: null, unknown: 0, stuck: 0 };
const orNull = (value: Date | null | undefined): EpochMs | null => (value ? fromTimestamp(value) : null);

export const createDeskHealthStore = ({ pool }: Pick<Database, "pool">): DeskHealthStore => ({
  async read(now) {
    const one = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
      (await pool.query<Row>(text, [...values])).rows;
    const feeds = await one<{ desk: string; at: Date | null }>(
      "SELECT desk, last_tick_at AS at FROM desk_feeds ORDER BY desk",
    );
    const [orders] = await one<DeskHealth["orders"]>(ORDERS);
    const [logins] = await one<{ n: number }>(LOGINS, [new Date(now - HOUR_MS).toISOString()]);
    const [beat] = await one<{ at: Date | null }>("SELECT max(at) AS at FROM scheduler_beats");
    const [buckets] = await one<{ without: number; covered: number }>(BUCKETS, [toTimestamp(now)]);
    return {
      feeds: feeds.map(({ desk, at }) => ({ desk, lastTickAt: orNull(at) })),
      queues: await one<DeskHealth["queues"][number]>(QUEUES),
      orders: orders ?? NO_ORDERS,
      failedLogins: logins?.n ?? 0,
      mornings: morningsOf(await one<MorningRow>(MORNINGS)),
      schedulerBeatAt: orNull(beat?.at),
      bucketsWithoutWorker: buckets?.without ?? 0,
      bucketsCovered: buckets?.covered ?? 0,
    };
  },
});
