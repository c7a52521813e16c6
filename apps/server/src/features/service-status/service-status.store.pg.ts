import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import { mayPass } from "@vriddhi/core/readiness/readiness";
import { isReadinessReason } from "@vriddhi/core/readiness/readiness-reason";
import { type ServicePart, STATUS_LIMITS } from "@vriddhi/core/site/service-status";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { QUEUE_SCHEMA } from "../../platform/queue/queue.ts";
import type { ServiceStatusStore, StoredFacts } from "./service-status.store.ts";

/** Arbitrary fixed number: one process at a time compares its outage with the stored ones. */
const OUTAGE_LOCK = 7_262_014;
const INCIDENTS_MAX = 100;

const FEEDS = `SELECT desk, last_tick_at AS "lastTickAt" FROM desk_feeds ORDER BY desk DESC`;

/** $1 the trading day, $2 since when orders count, $3 by when an order must have its answer. */
const BROKERS = `WITH log_ins AS (
    SELECT l.broker, count(*) FILTER (WHERE d.outcome = 'connected')::int AS connected,
      count(*) FILTER (WHERE d.outcome = 'broker_unavailable')::int AS unavailable
    FROM due_steps d JOIN broker_links l ON l.id::text = d.subject
    WHERE d.kind = 'reconnect' AND d.trading_day = $1::date GROUP BY l.broker
  ),
  calls AS (
    SELECT w.tag, min(w.at) FILTER (WHERE w.direction = 'request') AS asked,
      min(w.at) FILTER (WHERE w.direction = 'answer') AS answered
    FROM wire_record w WHERE w.trading_day = $1::date AND w.at >= $2 AND w.call = 'place' GROUP BY w.tag
  ),
  orders AS (
    SELECT account.broker, count(*)::int AS sent,
      count(*) FILTER (WHERE calls.answered - calls.asked <= make_interval(secs => $4::float8 / 1000))::int AS answered
    FROM calls JOIN intent i ON i.tag = calls.tag AND i.trading_day = $1::date
    JOIN trading_account account ON account.id = i.account_id WHERE calls.asked <= $3 GROUP BY account.broker
  )
  SELECT coalesce(log_ins.broker, orders.broker) AS broker, coalesce(connected, 0) AS connected,
    coalesce(unavailable, 0) AS unavailable, coalesce(sent, 0) AS sent, coalesce(answered, 0) AS answered
  FROM log_ins FULL JOIN orders ON orders.broker = log_ins.broker`;

/** Entries that no user had to approve, of the newest signal that has any. */
const ORDERS = `WITH newest AS (
    SELECT s.id, s.trading_day, s.made_at, s.valid_until FROM signal s ORDER BY s.made_at DESC LIMIT 20
  )
  SELECT s.trading_day AS day, s.made_at AS "madeAt",
    percentile_cont(0.5) WITHIN GROUP (ORDER BY sent.ms)::float8 AS "p50Ms",
    percentile_cont(0.99) WITHIN GROUP (ORDER BY sent.ms)::float8 AS "p99Ms"
  FROM newest s JOIN LATERAL (
    SELECT extract(epoch FROM min(w.at) - s.made_at) * 1000 AS ms FROM wire_record w
    JOIN intent i ON i.tag = w.tag AND i.trading_day = w.trading_day
    WHERE w.trading_day = s.trading_day AND w.at BETWEEN s.made_at AND s.valid_until + interval '1 minute'
      AND w.direction = 'request' AND w.call = 'place' AND i.signal_id = s.id AND i.leg = 'entry'
      AND NOT EXISTS (SELECT FROM approval_offer o WHERE o.tag = i.tag)
    GROUP BY w.tag
  ) sent ON true
  GROUP BY s.id, s.trading_day, s.made_at ORDER BY s.made_at DESC LIMIT 1`;

const BUCKETS = "SELECT count(*)::int AS n FROM bucket_owner WHERE worker IS NULL OR lease_until < $1";

const MORNINGS = `SELECT trading_day AS day, reason, count(*)::int AS accounts FROM account_readiness
  WHERE trading_day = (SELECT max(trading_day) FROM account_readiness WHERE trading_day <= $1::date)
  GROUP BY trading_day, reason`;

/** A retry waits on purpose, so its age counts from its creation; a mail for later is not due yet. */
const MAIL = `SELECT max(extract(epoch FROM now() - CASE WHEN state = 'created' THEN start_after ELSE created_on END)
    * 1000)::float8 AS ms
  FROM ${QUEUE_SCHEMA}.job WHERE name = 'mail' AND state IN ('created', 'retry', 'active')
    AND (state <> 'created' OR start_after <= now())`;

const PAYMENTS = `SELECT extract(epoch FROM $1::timestamptz - min(next_check_at))::float8 * 1000 AS ms FROM payment_orders
  WHERE state <> 'paid' AND next_check_at <= $1::timestamptz`;

interface MorningRow {
  readonly day: IstDate;
  readonly reason: string | null;
  readonly accounts: number;
}

/** Accounts that wait for their owner are left out. */
function morningsOf(rows: readonly MorningRow[]): StoredFacts["mornings"] {
  const [first] = rows;
  if (first === undefined) return null;
  const count = (of: (reason: string | null) => boolean) =>
    rows.filter(({ reason }) => of(reason)).reduce((sum, { accounts }) => sum + accounts, 0);
  const isOurs = (reason: string | null) =>
    reason !== null && isReadinessReason(reason) && (mayPass(reason) || reason === "feed_silent");
  return { day: first.day, ready: count((reason) => reason === null), waiting: count(isOurs) };
}

type Ask = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

async function readOrders(ask: Ask, now: EpochMs): Promise<StoredFacts["orders"]> {
  const [row] = await ask<{ day: IstDate; madeAt: Date; p50Ms: number; p99Ms: number }>(ORDERS);
  if (row === undefined) return null;
  return { day: row.day, ageMs: now - fromTimestamp(row.madeAt), p50Ms: row.p50Ms, p99Ms: row.p99Ms };
}

async function readAll(ask: Ask, day: IstDate, now: EpochMs): Promise<StoredFacts> {
  const { recentMs, answerWithinMs } = STATUS_LIMITS;
  const feeds = await ask<{ desk: StrategyFeed; lastTickAt: Date | null }>(FEEDS);
  const since = [toTimestamp(later(now, -recentMs)), toTimestamp(later(now, -answerWithinMs)), answerWithinMs];
  const brokers = await ask<StoredFacts["brokers"][number] & { broker: BrokerName }>(BROKERS, [day, ...since]);
  const orders = await readOrders(ask, now);
  const [buckets] = await ask<{ n: number }>(BUCKETS, [toTimestamp(now)]);
  const mornings = morningsOf(await ask<MorningRow>(MORNINGS, [day]));
  const [mail] = await ask<{ ms: number | null }>(MAIL);
  const [payments] = await ask<{ ms: number | null }>(PAYMENTS, [toTimestamp(now)]);
  return {
    feeds: feeds.map(({ desk, lastTickAt }) => ({
      desk,
      lastTickAt: lastTickAt === null ? null : fromTimestamp(lastTickAt),
    })),
    brokers,
    orders,
    bucketsWithoutWorker: buckets?.n ?? 0,
    mornings,
    mailAgeMs: mail?.ms ?? null,
    paymentAgeMs: payments?.ms ?? null,
  };
}

export const createServiceStatusStore = ({ pool, transaction }: Database): ServiceStatusStore => ({
  readFacts: (day, now) => readAll(async (text, values = []) => (await pool.query(text, [...values])).rows, day, now),
  async listIncidents(from) {
    const { rows } = await pool.query<{ part: ServicePart; beganAt: Date; endedAt: Date | null }>(
      `SELECT part, began_at AS "beganAt", ended_at AS "endedAt" FROM status_incident
       WHERE ended_at IS NULL OR ended_at > $1 ORDER BY began_at DESC, id DESC LIMIT ${INCIDENTS_MAX}`,
      [toTimestamp(from)],
    );
    return rows.map(({ part, beganAt, endedAt }) => ({
      part,
      beganAt: fromTimestamp(beganAt),
      endedAt: endedAt === null ? null : fromTimestamp(endedAt),
    }));
  },
  async open(part, beganAt) {
    await pool.query("INSERT INTO status_incident (part, began_at) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
      part,
      toTimestamp(beganAt),
    ]);
  },
  async close(part, endedAt) {
    await pool.query(
      "UPDATE status_incident SET ended_at = greatest(began_at, $2::timestamptz) WHERE part = $1 AND ended_at IS NULL",
      [part, toTimestamp(endedAt)],
    );
  },
  addOutage: (from, to) =>
    transaction(async ({ client }) => {
      await client.query("SELECT pg_advisory_xact_lock($1)", [OUTAGE_LOCK]);
      await client.query(
        `INSERT INTO status_incident (part, began_at, ended_at) SELECT 'website', $1::timestamptz, $2::timestamptz
         WHERE NOT EXISTS (SELECT FROM status_incident
           WHERE part = 'website' AND began_at <= $2::timestamptz AND (ended_at IS NULL OR ended_at >= $1::timestamptz))`,
        [toTimestamp(from), toTimestamp(to)],
      );
    }),
});
