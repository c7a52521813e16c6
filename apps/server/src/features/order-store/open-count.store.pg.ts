import { foldLedger, netQuantityOf } from "@vriddhi/core/ledger/ledger-fold";
import type { Database } from "../../platform/db/database.ts";
import { type EventRow, eventOf } from "./order-rows.ts";

export interface OpenCount {
  readonly positions: number;
  readonly orders: number;
  /** Orders with an unknown outcome: they may or may not have reached the exchange. */
  readonly unclear: number;
  /** Tags of orders that are proved absent from their broker's order book: none is expected to trade. */
  readonly abandoned: readonly string[];
  /** Worker processes that hold accounts and renew their leases. */
  readonly workers: number;
}

const ORDERS = `SELECT count(*) FILTER (WHERE status NOT IN ('unknown', 'abandoned'))::int AS orders,
    count(*) FILTER (WHERE status = 'unknown')::int AS unclear,
    coalesce(array_agg(tag ORDER BY tag) FILTER (WHERE status = 'abandoned'), '{}') AS abandoned
  FROM intent WHERE trading_day = $1::date AND NOT is_final`;

const TRADES = `SELECT l.id, l.trading_day, l.account_id, l.at, l.fact FROM ledger l
  WHERE l.trading_day = $1::date AND l.kind IN ('fill', 'fill_seen', 'closed_outside', 'closed_by_broker') ORDER BY l.id`;

const WORKERS = `SELECT count(DISTINCT worker)::int AS workers FROM bucket_owner
  WHERE worker IS NOT NULL AND lease_until > clock_timestamp()`;

const isOpen = (events: readonly EventRow[]): boolean =>
  [...foldLedger(events.map(eventOf)).positions.values()].some((position) => netQuantityOf(position) !== 0);

interface OrdersRow {
  readonly orders: number;
  readonly unclear: number;
  readonly abandoned: readonly string[];
}

/** Reads only the tables, so that it works while no worker runs. */
export async function countOpen({ pool }: Pick<Database, "pool">): Promise<OpenCount> {
  const { rows: days } = await pool.query<{ day: string | null }>("SELECT max(trading_day) AS day FROM intent");
  const { rows: held } = await pool.query<{ workers: number }>(WORKERS);
  const workers = held[0]?.workers ?? 0;
  const day = days[0]?.day ?? null;
  if (day === null) return { positions: 0, orders: 0, unclear: 0, abandoned: [], workers };
  const { rows: counted } = await pool.query<OrdersRow>(ORDERS, [day]);
  const { rows: trades } = await pool.query<EventRow>(TRADES, [day]);
  const positions = [...Map.groupBy(trades, ({ account_id }) => account_id).values()].filter(isOpen).length;
  const [{ orders, unclear, abandoned } = { orders: 0, unclear: 0, abandoned: [] }] = counted;
  return { positions, orders, unclear, abandoned, workers };
}
