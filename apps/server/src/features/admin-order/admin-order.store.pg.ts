import { accountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type CompactState, wholeState } from "@vriddhi/core/order/compact-state";
import type { OrderStatus } from "@vriddhi/core/order/order-state";
import type { SkipReason } from "@vriddhi/core/risk/pre-trade";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { users } from "../../platform/db/schema/account.ts";
import { operatorOrders, operatorPlacements } from "../../platform/db/schema/desk.ts";
import { instruments } from "../../platform/db/schema/schedule.ts";
import { HUMAN_NOW, MARKET_DAY } from "../../platform/events/work-watch.ts";
import type { AdminOrderStore, NewPlacement, OpenShare, OperatorRow, ShareState } from "./admin-order.store.ts";

/** `NOTIFY` in the transaction that stores rows. Best effort: workers also poll. */
export const OPERATOR_ORDERS_CHANNEL = "operator_order";

const ADD_SHARES = `INSERT INTO operator_share (order_id, account_id, user_id, broker, quantity, capital_paise)
  SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::text[], $5::int[], $6::bigint[])`;

const HAS_NO_OUTCOME = `
  NOT EXISTS (
    SELECT FROM intent i
    WHERE i.account_id = s.account_id AND i.trading_day = $2::date AND i.signal_id = s.order_id AND i.n = 0)
  AND NOT EXISTS (
    SELECT FROM ledger l
    WHERE l.account_id = s.account_id AND l.trading_day = $2::date AND l.key = 'skipped:' || s.order_id)`;

export const OPERATOR_ORDERS_VALID = `EXISTS (
  SELECT FROM operator_order WHERE trading_day = ${MARKET_DAY} AND valid_until > ${HUMAN_NOW})`;

/** Rows that the operator placed on the market's day, valid or not: an account may still lack its outcome. */
export const OPERATOR_ORDERS_OF_DAY = `EXISTS (SELECT FROM operator_order WHERE trading_day = ${MARKET_DAY})`;

const OPEN = `SELECT s.account_id, s.user_id, s.broker, s.quantity, s.capital_paise,
    CASE WHEN link.sealed_access IS NULL THEN NULL ELSE link.session_until END AS session_until,
    link.daily_trades_max, funds.available_paise, period.band_paise,
    coalesce(preferences.never_trade, '{}') AS never_trade,
    (SELECT coalesce(json_object_agg(f.broker_symbol, f.quantity), '{}') FROM foreign_position f
      WHERE f.account_id = s.account_id AND f.trading_day = $2::date) AS foreign_positions
  FROM operator_share s
  LEFT JOIN broker_links link ON link.account_id = s.account_id AND link.broker = s.broker
  LEFT JOIN trading_wish preferences ON preferences.user_id = s.user_id
  LEFT JOIN account_readiness funds
    ON funds.link_id = link.id AND funds.trading_day = $2::date AND funds.funds = 'read'
  LEFT JOIN LATERAL (
    SELECT max(p.band_paise) AS band_paise FROM subscription_periods p
    WHERE p.user_id = s.user_id AND p.starts_at <= $3::timestamptz AND p.ends_at > $3::timestamptz
  ) period ON true
  WHERE s.order_id = $1 AND ${HAS_NO_OUTCOME}`;

const STATES = `SELECT o.n, o.symbol, s.user_id, s.broker, s.quantity, coalesce(u.name, '') AS name,
    l.fact ->> 'reason' AS skip, i.tag, i.status, i.state
  FROM operator_order o
  JOIN operator_share s ON s.order_id = o.id
  LEFT JOIN users u ON u.id = s.user_id
  LEFT JOIN intent i
    ON i.account_id = s.account_id AND i.trading_day = o.trading_day AND i.signal_id = o.id AND i.n = 0
  LEFT JOIN ledger l
    ON l.account_id = s.account_id AND l.trading_day = o.trading_day AND l.key = 'skipped:' || o.id
  WHERE o.placement_id = $1
  ORDER BY o.n, s.capital_paise DESC, s.account_id`;

interface OpenRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly broker: BrokerName;
  readonly quantity: number;
  readonly capital_paise: string;
  readonly session_until: Date | null;
  readonly daily_trades_max: number | null;
  readonly available_paise: string | null;
  readonly band_paise: string | null;
  readonly never_trade: readonly string[];
  readonly foreign_positions: Readonly<Record<string, number>>;
}

interface StateRow {
  readonly n: number;
  readonly symbol: string;
  readonly user_id: string;
  readonly broker: BrokerName;
  readonly quantity: number;
  readonly name: string;
  readonly skip: SkipReason | null;
  readonly tag: string | null;
  readonly status: OrderStatus | null;
  readonly state: CompactState | null;
}

const amountOrNull = (text: string | null): Paise | null => (text === null ? null : paise(Number(text)));

const toRow = (row: typeof operatorOrders.$inferSelect): OperatorRow => ({
  id: row.id,
  n: row.n,
  day: istDate(row.tradingDay),
  isin: row.isin,
  symbol: row.symbol,
  side: row.side,
  totalQuantity: row.totalQuantity,
  price: paise(row.pricePaise),
  limit: row.limitPaise === null ? null : paise(row.limitPaise),
  stop: paise(row.stopPaise),
  madeAt: row.madeAt,
  validUntil: row.validUntil,
});

const toOpenShare = (row: OpenRow): OpenShare => ({
  accountId: accountId(row.account_id),
  userId: row.user_id,
  broker: row.broker,
  quantity: row.quantity,
  capital: paise(Number(row.capital_paise)),
  sessionUntil: row.session_until === null ? null : fromTimestamp(row.session_until),
  entriesMax: row.daily_trades_max,
  funds: amountOrNull(row.available_paise),
  band: amountOrNull(row.band_paise),
  neverTrade: row.never_trade,
  foreign: row.foreign_positions,
});

function toOrder({ tag, status, state }: StateRow): ShareState["order"] {
  if (tag === null || status === null || state === null) return null;
  const { filled, reason, brokerReason, orderId, seenAt } = wholeState(state);
  return {
    tag,
    status,
    filled,
    reason,
    brokerMessage: brokerReason,
    hasReachedBroker: orderId !== null,
    isSeen: seenAt !== null,
  };
}

const toState = (row: StateRow): ShareState => ({
  n: row.n,
  symbol: row.symbol,
  userId: row.user_id,
  broker: row.broker,
  quantity: row.quantity,
  name: row.name,
  skip: row.skip,
  order: toOrder(row),
});

const toColumns = (row: OperatorRow, placementId: string) => ({
  id: row.id,
  placementId,
  n: row.n,
  tradingDay: row.day,
  isin: row.isin,
  symbol: row.symbol,
  side: row.side,
  orderType: row.limit === null ? ("market" as const) : ("limit" as const),
  totalQuantity: row.totalQuantity,
  limitPaise: row.limit,
  pricePaise: row.price,
  stopPaise: row.stop,
  madeAt: row.madeAt,
  validUntil: row.validUntil,
});

const add: AdminOrderStore["add"] = async ({ db, client }, { rows, ...placement }: NewPlacement) => {
  await db.insert(operatorPlacements).values(placement);
  for (const { row, shares } of rows) {
    await db.insert(operatorOrders).values(toColumns(row, placement.id));
    await client.query(ADD_SHARES, [
      row.id,
      shares.map((share) => share.accountId),
      shares.map((share) => share.userId),
      shares.map((share) => share.broker),
      shares.map((share) => share.quantity),
      shares.map((share) => share.capital),
    ]);
  }
  await client.query("SELECT pg_notify($1, $2)", [OPERATOR_ORDERS_CHANNEL, placement.id]);
};

function createPlacementReads({ db }: Database): Pick<AdminOrderStore, "find" | "listNewest"> {
  const select = () =>
    db
      .select({ placement: operatorPlacements, byName: users.name })
      .from(operatorPlacements)
      .leftJoin(users, eq(users.id, operatorPlacements.byUserId));

  async function withRows(found: Awaited<ReturnType<typeof select>>) {
    const ids = found.map(({ placement }) => placement.id);
    const rows =
      ids.length === 0
        ? []
        : await db
            .select()
            .from(operatorOrders)
            .where(inArray(operatorOrders.placementId, ids))
            .orderBy(asc(operatorOrders.n));
    const byPlacement = Map.groupBy(rows, ({ placementId }) => placementId);
    return found.map(({ placement, byName }) => ({
      ...placement,
      byName,
      rows: (byPlacement.get(placement.id) ?? []).map(toRow),
    }));
  }

  return {
    async find(id) {
      const [found] = await withRows(await select().where(eq(operatorPlacements.id, id)));
      return found ?? null;
    },
    listNewest: async (limit) => withRows(await select().orderBy(desc(operatorPlacements.placedAt)).limit(limit)),
  };
}

export const createAdminOrderStore = (database: Database): AdminOrderStore => {
  const { db, pool, transaction } = database;
  return {
    transaction,
    add,
    async listOn(day) {
      const rows = await db
        .select()
        .from(operatorOrders)
        .where(eq(operatorOrders.tradingDay, day))
        .orderBy(asc(operatorOrders.madeAt), asc(operatorOrders.n));
      return rows.map(toRow);
    },
    async listOpen({ id, day }, marketNow) {
      const values = [id, day, toTimestamp(marketNow)];
      const { rows } = await pool.query<OpenRow>({ name: "desk_open_shares", text: OPEN, values });
      return rows.map(toOpenShare);
    },
    async statesOf(placementId) {
      const { rows } = await pool.query<StateRow>({ name: "desk_share_states", text: STATES, values: [placementId] });
      return rows.map(toState);
    },
    ...createPlacementReads(database),
    async findShare(symbol) {
      const [row] = await db
        .select({ isin: instruments.isin, tickPaise: instruments.tickPaise })
        .from(instruments)
        .where(and(eq(instruments.symbol, symbol), eq(instruments.isRenamed, false)))
        .orderBy(desc(instruments.seenOn), desc(instruments.tickPaise))
        .limit(1);
      return row === undefined ? null : { isin: row.isin, tick: paise(row.tickPaise) };
    },
  };
};
