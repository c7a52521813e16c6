import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import type { DeskLinkRow, DeskOrder, DeskPeriod, DeskRun, DeskSignal, DeskUserStore } from "./desk-user.store.ts";

const PERIODS_SHOWN = 50;
const RUNS_SHOWN = 20;

const PERSON = `SELECT u.id, u.name, u.email, u.phone, u.role, u.created_at, u.suspended_at, u.suspended_reason,
    (SELECT name FROM users WHERE id = u.suspended_by) AS suspended_by,
    EXISTS (SELECT FROM totp_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS has_factor,
    (SELECT max(at) FROM audit_event e WHERE e.user_id = u.id AND e.kind = 'login') AS last_login_at,
    (SELECT jsonb_build_object('amount', c.capital_paise, 'isActive', c.is_active) FROM capital_choice c
      WHERE c.user_id = u.id ORDER BY (c.scope = 'account') DESC LIMIT 1) AS capital
  FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL`;

interface PersonRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly role: string;
  readonly created_at: Date;
  readonly suspended_at: Date | null;
  readonly suspended_reason: string | null;
  readonly suspended_by: string | null;
  readonly has_factor: boolean;
  readonly last_login_at: Date | null;
  readonly capital: { amount: number; isActive: boolean } | null;
}

const ORDERS = `SELECT o.tag, o.trading_day AS "tradingDay", o.planned_at AS "plannedAt", o.account_id AS "accountId", a.user_id AS "userId",
    u.name AS username, a.broker, o.instrument ->> 'symbol' AS symbol, o.side, o.leg, o.cause,
    (o.state ->> 'quantity')::int AS quantity, (o.state ->> 'filled')::int AS filled,
    (o.state ->> 'averagePrice')::float8 AS "averagePrice", o.status, o.state ->> 'reason' AS reason,
    CASE WHEN o.has_fills THEN (SELECT max(l.at) FROM ledger l WHERE l.account_id = o.account_id
      AND l.trading_day = o.trading_day AND l.tag = o.tag AND l.kind IN ('fill', 'fill_seen')) END AS "filledAt"
  FROM intent o JOIN trading_account a ON a.id = o.account_id
  LEFT JOIN users u ON u.id = a.user_id AND u.deleted_at IS NULL`;
const WHICH = `WHERE ($1::uuid IS NULL OR o.account_id IN (SELECT id FROM trading_account WHERE user_id = $1))
    AND ($2::text IS NULL OR o.signal_id = $2) AND ($3::text IS NULL OR o.status = $3)
    AND ($1::uuid IS NOT NULL OR o.trading_day = coalesce(
      (SELECT trading_day FROM signal WHERE id = $2), (SELECT trading_day FROM operator_order WHERE id = $2),
      (SELECT max(trading_day) FROM intent)))
  ORDER BY o.planned_at DESC, o.tag LIMIT $4`;

const SIGNALS = `SELECT s.id, s.desk, s.trading_day AS "tradingDay", s.seq, s.symbol, s.side,
    s.price_paise::float8 AS "pricePaise", s.made_at AS "madeAt",
    count(o.tag)::int AS accounts, (count(*) FILTER (WHERE o.has_fills))::int AS filled
  FROM (SELECT * FROM signal ORDER BY made_at DESC LIMIT $1) s
  LEFT JOIN intent o ON o.signal_id = s.id AND o.trading_day = s.trading_day AND o.leg = 'entry'
  GROUP BY s.id, s.desk, s.trading_day, s.seq, s.symbol, s.side, s.price_paise, s.made_at ORDER BY s.made_at DESC`;

/** Serialises refunds of one purchase. */
const HOLD = `SELECT o.payment_id, o.amount_paise::float8 AS paid, o.kind,
    (SELECT coalesce(sum(r.amount_paise), 0)::float8 FROM refunds r
      WHERE r.payment_id = o.payment_id AND r.state <> 'failed') AS refunded
  FROM payment_orders o WHERE o.id = $2 AND o.user_id = $1 AND o.state = 'paid' FOR UPDATE OF o`;

type Dated<T, Keys extends keyof T> = Omit<T, Keys> & {
  readonly [K in Keys]: Date | (null extends T[K] ? null : never);
};

const orNull = (value: Date | null): EpochMs | null => (value === null ? null : fromTimestamp(value));

type Reading = Pick<DeskUserStore, "find" | "periodsOf" | "linksOf" | "runsOf">;

const createReading = ({ pool }: Database): Reading => ({
  async find(userId) {
    const [row] = (await pool.query<PersonRow>(PERSON, [userId])).rows;
    if (row === undefined) return null;
    const { id, name, email, phone, role, capital } = row;
    return {
      id,
      name,
      email,
      phone,
      role,
      createdAt: fromTimestamp(row.created_at),
      hasSecondFactor: row.has_factor,
      lastLoginAt: orNull(row.last_login_at),
      capital: capital && { amount: paise(capital.amount), isActive: capital.isActive },
      suspension: row.suspended_at && {
        since: fromTimestamp(row.suspended_at),
        reason: row.suspended_reason ?? "",
        by: row.suspended_by,
      },
    };
  },
  async periodsOf(userId) {
    const { rows } = await pool.query<Dated<DeskPeriod, "startsAt" | "endsAt"> & { readonly band: Paise }>(
      `SELECT plan, band_paise::float8 AS band, starts_at AS "startsAt", ends_at AS "endsAt", order_id IS NOT NULL AS "isPaid"
       FROM subscription_periods WHERE user_id = $1 ORDER BY starts_at DESC LIMIT ${PERIODS_SHOWN}`,
      [userId],
    );
    return rows.map((row) => ({
      ...row,
      startsAt: fromTimestamp(row.startsAt),
      endsAt: fromTimestamp(row.endsAt),
    }));
  },
  async linksOf(userId) {
    const { rows } = await pool.query<Dated<DeskLinkRow, "sessionUntil">>(
      `SELECT broker, client_id AS "clientId", session_until AS "sessionUntil",
         refusal_detail AS "lastError" FROM broker_links WHERE user_id = $1 ORDER BY broker`,
      [userId],
    );
    return rows.map((row) => ({ ...row, sessionUntil: orNull(row.sessionUntil) }));
  },
  async runsOf(userId) {
    const { rows } = await pool.query<Dated<DeskRun, "startedAt" | "stoppedAt">>(
      `SELECT id, trading_day AS "tradingDay", broker, capital_paise::float8 AS capital, approval_mode AS "approvalMode",
         is_background AS "isBackground", started_at AS "startedAt", stopped_at AS "stoppedAt", stop_cause AS "stopCause"
       FROM algo_run WHERE user_id = $1 ORDER BY trading_day DESC, started_at DESC LIMIT ${RUNS_SHOWN}`,
      [userId],
    );
    return rows.map((row) => ({
      ...row,
      startedAt: fromTimestamp(row.startedAt),
      stoppedAt: orNull(row.stoppedAt),
    }));
  },
});

type Listing = Pick<DeskUserStore, "listOrders" | "listSignals" | "ownerOf">;

const createListing = ({ pool }: Database): Listing => ({
  async listOrders({ userId, signalId, status, limit }) {
    const { rows } = await pool.query<Dated<DeskOrder, "plannedAt" | "filledAt">>(`${ORDERS} ${WHICH}`, [
      userId ?? null,
      signalId ?? null,
      status ?? null,
      limit,
    ]);
    return rows.map((row) => ({ ...row, plannedAt: fromTimestamp(row.plannedAt), filledAt: orNull(row.filledAt) }));
  },
  async listSignals(limit) {
    const { rows } = await pool.query<Dated<DeskSignal, "madeAt">>(SIGNALS, [limit]);
    return rows.map((row) => ({ ...row, madeAt: fromTimestamp(row.madeAt) }));
  },
  async ownerOf(tag) {
    const { rows } = await pool.query<{ userId: string; username: string | null }>(
      `SELECT a.user_id AS "userId", u.name AS username FROM intent o JOIN trading_account a ON a.id = o.account_id
       LEFT JOIN users u ON u.id = a.user_id AND u.deleted_at IS NULL WHERE o.tag = $1 LIMIT 1`,
      [tag],
    );
    return rows[0] ?? null;
  },
});

/** Checked wherever a plan is checked. */
const IS_SUSPENDED = {
  name: "is-suspended",
  text: "SELECT FROM users WHERE id = $1 AND suspended_at IS NOT NULL",
};

/** `reader` is the database for read-only queries. */
export function createDeskUserStore(database: Database, reader: Database = database): DeskUserStore {
  const { pool, transaction } = database;
  return {
    transaction,
    ...createReading(reader),
    ...createListing(reader),
    async isSuspended(userId) {
      const { rowCount } = await pool.query({ ...IS_SUSPENDED, values: [userId] });
      return rowCount === 1;
    },
    async suspend({ client }, userId, { at, reason, by }) {
      const { rowCount } = await client.query(
        `UPDATE users SET suspended_at = $2, suspended_reason = $3, suspended_by = $4
         WHERE id = $1 AND suspended_at IS NULL AND deleted_at IS NULL`,
        [userId, toTimestamp(at), reason, by],
      );
      return rowCount === 1;
    },
    async restore({ client }, userId) {
      const { rowCount } = await client.query(
        `UPDATE users SET suspended_at = NULL, suspended_reason = NULL, suspended_by = NULL
         WHERE id = $1 AND suspended_at IS NOT NULL`,
        [userId],
      );
      return rowCount === 1;
    },
    async holdPurchase({ client }, userId, orderId) {
      const { rows } = await client.query<{ payment_id: string; paid: number; refunded: number; kind: string }>(HOLD, [
        userId,
        orderId,
      ]);
      const [row] = rows;
      if (row === undefined) return null;
      const { payment_id: paymentId, paid, refunded, kind } = row;
      return { orderId, paymentId, paid: paise(paid), refunded: paise(refunded), isPlan: kind === "plan" };
    },
  };
}
