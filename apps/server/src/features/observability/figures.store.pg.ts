import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import { runFor } from "../../platform/db/async-context.ts";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { QUEUE_SCHEMA } from "../../platform/queue/queue.ts";
import type { PendingFacts } from "./order-facts.ts";

export interface Figure {
  /** The metric's name without its prefix. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly value: number;
}

/** An order that was sent. */
export interface SentOrder {
  readonly tag: string;
  readonly broker: TradingBroker;
  /** `null` for exits, orders of an operator, and entries that waited for their user's approval. */
  readonly signal: { readonly id: string; readonly madeAt: number; readonly validUntil: number } | null;
}

export interface Figures {
  readonly figures: readonly Figure[];
  readonly brokers: ReadonlyMap<AccountId, TradingBroker>;
  readonly sent: readonly SentOrder[];
}

export interface FigureStore {
  read(now: { human: EpochMs; market: EpochMs; day: IstDate }, facts: PendingFacts): Promise<Figures>;
}

/** A step that waits for this long is late. */
const STEP_LATE = "interval '60 seconds'";

/** What grows is read by an index: $1 human, $2 market, $3 its day, $4 all buckets. Queues and leases are on the database's clock. */
const FIGURES = `
  SELECT 'open_orders' AS name, ARRAY[account.broker, o.status] AS labels, count(*)::float8 AS value
  FROM intent o JOIN trading_account account ON account.id = o.account_id
  WHERE o.bucket = ANY ($4::smallint[]) AND o.trading_day = $3::date AND NOT o.is_final GROUP BY account.broker, o.status
  UNION ALL
  SELECT 'buckets_without_owner', '{}', cardinality($4::smallint[]) - count(*)
  FROM bucket_owner WHERE worker IS NOT NULL AND lease_until >= now()
  UNION ALL
  SELECT 'buckets_covered', '{}', count(*) FROM bucket_owner WHERE suspects <> '{}'
  UNION ALL
  SELECT 'trading_halted', '{}', count(*) FROM order_block WHERE account_id = ''
  UNION ALL
  SELECT 'feed_age_seconds', ARRAY[desk], coalesce(greatest(0, extract(epoch FROM $2 - last_tick_at)), 'Infinity')
  FROM desk_feeds
  UNION ALL
  SELECT job.name, ARRAY[queue.name], job.value
  FROM ${QUEUE_SCHEMA}.queue queue CROSS JOIN LATERAL (
    SELECT count(*) AS waiting, coalesce(max(extract(epoch FROM now() - start_after)), 0) AS age FROM ${QUEUE_SCHEMA}.job
    WHERE name = queue.name AND state IN ('created', 'retry', 'active') AND start_after <= now()) waiting
  CROSS JOIN LATERAL (VALUES ('queue_jobs', waiting.waiting), ('queue_oldest_job_age_seconds', waiting.age)) job (name, value)
  WHERE queue.name NOT LIKE '\\_\\_%'
  UNION ALL
  SELECT step.name, '{}', step.value
  FROM (SELECT count(*) FILTER (WHERE run_at < $2 - ${STEP_LATE}) AS late,
      coalesce(max(extract(epoch FROM $2 - run_at)), 0) AS age
    FROM due_steps WHERE state = 'due' AND run_at <= $2 AND useful_until >= $2) due
  CROSS JOIN LATERAL (VALUES ('due_steps_late', due.late), ('due_step_oldest_age_seconds', due.age)) step (name, value)
  UNION ALL
  SELECT 'scheduler_beat_age_seconds', '{}', extract(epoch FROM $1 - max(at)) FROM scheduler_beats HAVING count(*) > 0
  UNION ALL
  SELECT 'accounts', ARRAY[coalesce(reason, 'ready')], count(*) FROM account_readiness
  WHERE trading_day = $3::date GROUP BY reason
  UNION ALL
  SELECT payment.name, '{}', payment.value
  FROM (SELECT count(*) AS pending, coalesce(max(extract(epoch FROM $1 - created_at)), 0) AS age
    FROM payment_orders WHERE state = 'waiting') waiting
  CROSS JOIN LATERAL (VALUES ('payments_pending', waiting.pending), ('payment_oldest_pending_age_seconds', waiting.age))
    payment (name, value)
  UNION ALL
  SELECT 'refunds_waiting', ARRAY[state], count(*) FROM refunds WHERE state IN ('due', 'sent', 'payout') GROUP BY state`;

/** $5 accounts, $6 tags, $7 their days. */
const READ = {
  name: "observability-figures",
  text: `SELECT (SELECT jsonb_agg(to_jsonb(figure)) FROM (${FIGURES}) figure) AS figures,
    (SELECT jsonb_agg(jsonb_build_array(id, broker)) FROM trading_account WHERE id = ANY ($5::text[])) AS brokers,
    (SELECT jsonb_agg(jsonb_build_object('tag', o.tag, 'broker', account.broker, 'signal',
        CASE WHEN o.n = 0 AND s.id IS NOT NULL AND offer.tag IS NULL THEN jsonb_build_object('id', s.id,
          'madeAt', extract(epoch FROM s.made_at) * 1000, 'validUntil', extract(epoch FROM s.valid_until) * 1000) END))
      FROM unnest($6::text[], $7::date[]) AS given (tag, day)
      JOIN intent o ON o.tag = given.tag AND o.trading_day = given.day
      JOIN trading_account account ON account.id = o.account_id
      LEFT JOIN signal s ON s.id = o.signal_id
      LEFT JOIN approval_offer offer ON offer.tag = o.tag) AS sent`,
};

const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket);

interface Row {
  readonly figures: readonly { name: string; labels: string[]; value: number | "Infinity" }[] | null;
  readonly brokers: readonly (readonly [AccountId, TradingBroker])[] | null;
  readonly sent: readonly SentOrder[] | null;
}

export const createFigureStore = ({ pool }: Pick<Database, "pool">): FigureStore => ({
  async read({ human, market, day }, { moves, calls }) {
    const values = [
      ...[toTimestamp(human), toTimestamp(market), day, ALL_BUCKETS],
      ...[moves.map(({ account }) => account), calls.map(({ tag }) => tag), calls.map((call) => call.day)],
    ];
    // Read-only, on connections that neither users nor orders need.
    const { rows } = await runFor("desk_product", () => pool.query<Row>({ ...READ, values }));
    const { figures, brokers, sent } = rows[0] ?? { figures: null, brokers: null, sent: null };
    return {
      figures: (figures ?? []).map((figure) => ({ ...figure, value: Number(figure.value) })),
      brokers: new Map(brokers),
      sent: sent ?? [],
    };
  },
});
