import { accountId } from "@vriddhi/core/allocation/account-id";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { type CompactState, wholeState } from "@vriddhi/core/order/compact-state";
import type { OrderTag, Side } from "@vriddhi/core/order/order";
import { oppositeSide, willingTick } from "@vriddhi/core/order/price-band";
import type { ApprovalAnswer } from "@vriddhi/core/risk/approval";
import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { approvalOffers } from "../../platform/db/schema/approval.ts";
import { HUMAN_NOW, MARKET_DAY } from "../../platform/events/work-watch.ts";
import type { ApprovalStore, StoredOffer, WaitingEntry } from "./approval.store.ts";

/** Reads nothing once no signal is valid: waiting entries end without it. */
const WAITING = `SELECT i.tag, i.trading_day, i.account_id, account.user_id, account.broker, i.signal_id,
    i.instrument->>'isin' AS isin, i.instrument->>'symbol' AS symbol, i.side, (i.state->>'quantity')::int AS quantity,
    (i.pricing->>'limit')::bigint AS limit_paise, s.price_paise, i.valid_until
  FROM intent i
  JOIN trading_account account ON account.id = i.account_id
  JOIN signal s ON s.id = i.signal_id
  WHERE i.bucket = ANY ($1::smallint[]) AND i.trading_day = $2::date AND NOT i.is_final AND i.status = 'planned'
    AND i.leg = 'entry'
    AND EXISTS (SELECT FROM signal live WHERE live.trading_day = $2::date AND live.valid_until > $3::timestamptz)
    AND NOT EXISTS (SELECT FROM approval_offer o WHERE o.tag = i.tag)`;

export const APPROVALS_WAIT = `EXISTS (
    SELECT FROM signal WHERE trading_day = ${MARKET_DAY} AND valid_until > ${HUMAN_NOW})
  OR EXISTS (SELECT FROM approval_offer WHERE trading_day = ${MARKET_DAY} AND NOT is_applied)`;

const LAPSE = `UPDATE approval_offer SET answer = 'lapsed', decided_at = $2::timestamptz, decided_by = 'time'
  WHERE trading_day = $1::date AND NOT is_applied AND answer IS NULL AND until <= $2::timestamptz RETURNING user_id`;

const DECIDE = `UPDATE approval_offer SET answer = $2, decided_at = $3::timestamptz, decided_by = $4
  WHERE tag = $1 AND answer IS NULL AND until > $3::timestamptz AND (user_id = $5::uuid OR token_hash = $6::bytea)
  RETURNING tag`;

const UNAPPLIED = `SELECT o.tag, o.account_id, o.answer, coalesce(i.status = 'planned', false) AS is_waiting
  FROM approval_offer o LEFT JOIN intent i ON i.tag = o.tag AND i.trading_day = o.trading_day
  WHERE o.trading_day = $1::date AND NOT o.is_applied`;

const APPLIED = `UPDATE approval_offer SET is_applied = true, answer = coalesce(answer, 'lapsed'),
    decided_at = coalesce(decided_at, $2::timestamptz), decided_by = coalesce(decided_by, 'time')
  WHERE tag = ANY ($1::text[])`;

const ORDER = "SELECT state FROM intent WHERE tag = $1 AND trading_day = $2::date";

/** The order's own levels; they may differ from the signal's. */
const DETAILS = `SELECT s.sentence, coalesce(i.stop_paise, s.stop_paise)::float8 AS stop,
    coalesce(i.target_paise, s.target_paise)::float8 AS target, coalesce((i.instrument->>'tickSize')::int, 1) AS tick
  FROM signal s LEFT JOIN intent i ON i.tag = $2 AND i.trading_day = $3::date WHERE s.id = $1`;

interface DetailsRow {
  readonly sentence: string;
  readonly stop: number;
  readonly target: number | null;
  readonly tick: number;
}

interface WaitingRow {
  readonly tag: string;
  readonly trading_day: string;
  readonly account_id: string;
  readonly user_id: string;
  readonly broker: TradingBroker;
  readonly signal_id: string;
  readonly isin: string;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly limit_paise: string;
  readonly price_paise: string;
  readonly valid_until: Date;
}

const toWaiting = (row: WaitingRow): WaitingEntry => ({
  tag: row.tag as OrderTag,
  day: istDate(row.trading_day),
  accountId: accountId(row.account_id),
  userId: row.user_id,
  broker: row.broker,
  signalId: row.signal_id,
  isin: row.isin,
  symbol: row.symbol,
  side: row.side,
  quantity: row.quantity,
  limit: paise(Number(row.limit_paise)),
  signalPrice: paise(Number(row.price_paise)),
  validUntil: fromTimestamp(row.valid_until),
});

type Row = typeof approvalOffers.$inferSelect;

const toOffer = (row: Row): StoredOffer => ({
  tag: row.tag as OrderTag,
  day: istDate(row.tradingDay),
  accountId: accountId(row.accountId),
  userId: row.userId,
  broker: row.broker as TradingBroker,
  signalId: row.signalId,
  isin: row.isin,
  symbol: row.symbol,
  side: row.side,
  quantity: row.quantity,
  limit: paise(row.limitPaise),
  signalPrice: paise(row.signalPricePaise),
  sentence: row.sentence,
  offeredAt: row.offeredAt,
  until: row.until,
  answer: row.answer,
});

const createDetails = ({ pool }: Database): Pick<ApprovalStore, "detailsOf" | "orderOf"> => ({
  async detailsOf({ signalId, tag, day, side }) {
    const [row] = (await pool.query<DetailsRow>(DETAILS, [signalId, tag, day])).rows;
    if (row === undefined) return null;
    const inTicks = (price: number, at: Side) => willingTick(price, at, paise(row.tick));
    return {
      reason: row.sentence,
      stop: inTicks(row.stop, oppositeSide(side)),
      target: row.target === null ? null : inTicks(row.target, side),
    };
  },
  async orderOf(tag, day) {
    const [row] = (await pool.query<{ state: CompactState }>(ORDER, [tag, day])).rows;
    if (row === undefined) return null;
    const { status, filled, averagePrice, reason } = wholeState(row.state);
    return { status, filled, averagePrice, reason };
  },
});

export function createApprovalStore(database: Database): ApprovalStore {
  const { db, pool, transaction } = database;
  const one = async (where: ReturnType<typeof and>): Promise<StoredOffer | null> => {
    const [row] = await db.select().from(approvalOffers).where(where);
    return row === undefined ? null : toOffer(row);
  };
  return {
    transaction,
    ...createDetails(database),
    async listWaiting(buckets, day, now) {
      const { rows } = await pool.query<WaitingRow>(WAITING, [buckets, day, toTimestamp(now)]);
      return rows.map(toWaiting);
    },
    async addOffers(tx, offers) {
      const values = offers.map(({ day, limit, signalPrice, ...rest }) => ({
        ...rest,
        tradingDay: day,
        limitPaise: limit,
        signalPricePaise: signalPrice,
      }));
      const added = await tx.db
        .insert(approvalOffers)
        .values(values)
        .onConflictDoNothing()
        .returning({ tag: approvalOffers.tag });
      return new Set(added.map(({ tag }) => tag));
    },
    async listOpenOf(userId, now) {
      const isOpen = and(
        eq(approvalOffers.userId, userId),
        isNull(approvalOffers.answer),
        gt(approvalOffers.until, now),
      );
      const rows = await db.select().from(approvalOffers).where(isOpen).orderBy(desc(approvalOffers.offeredAt));
      return rows.map(toOffer);
    },
    find: (tag, userId) => one(and(eq(approvalOffers.tag, tag), eq(approvalOffers.userId, userId))),
    findByToken: (tokenHash) => one(and(eq(approvalOffers.tokenHash, tokenHash))),
    async decide(tx, tag, decider, answer, at) {
      const [userId, hash] = decider.by === "page" ? [decider.userId, null] : [null, decider.tokenHash];
      const { rowCount } = await tx.client.query(DECIDE, [tag, answer, toTimestamp(at), decider.by, userId, hash]);
      return rowCount === 1;
    },
    async lapse(tx, day, now) {
      const { rows } = await tx.client.query<{ user_id: string }>(LAPSE, [day, toTimestamp(now)]);
      return rows.map(({ user_id }) => user_id);
    },
    async listUnapplied(day) {
      const { rows } = await pool.query<{
        tag: string;
        account_id: string;
        answer: ApprovalAnswer | null;
        is_waiting: boolean;
      }>(UNAPPLIED, [day]);
      return rows.map(({ tag, account_id, answer, is_waiting }) => ({
        tag: tag as OrderTag,
        accountId: accountId(account_id),
        answer,
        isWaiting: is_waiting,
      }));
    },
    async markApplied(tags, at) {
      await pool.query(APPLIED, [tags, toTimestamp(at)]);
    },
  };
}
