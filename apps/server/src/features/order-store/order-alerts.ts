import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { LedgerFact, PositionId } from "@vriddhi/core/ledger/ledger-event";
import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { type PositionResult, profitPerPosition } from "@vriddhi/core/ledger/profit";
import type { Side } from "@vriddhi/core/order/order";
import { formatLongDay } from "@vriddhi/core/schedule/day-format";
import { istDate } from "@vriddhi/core/time/ist";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import {
  alertSentences,
  CLOSED_SENTENCE,
  closedSentence,
  filledSentence,
  inAccount,
  nakedSentence,
  summarySentences,
} from "./alert.texts.ts";
import { type EventRow, eventOf } from "./order-rows.ts";

interface AlertRow {
  readonly ledger_id: string;
  readonly trading_day: string;
  readonly account_id: string;
  readonly key: string;
  readonly fact: LedgerFact;
  readonly alert: "notice" | "urgent";
  /** `null` when the user is deleted or the account was never linked. */
  readonly user_id: string | null;
  readonly broker: TradingBroker | null;
  /** Leg of the order, or of the position's entry; `null` when the fact concerns neither. */
  readonly leg: "entry" | "exit" | null;
  readonly side: Side | null;
  readonly symbol: string | null;
  readonly filled: number | null;
  readonly average_price: number | null;
}

type NoticeData =
  | {
      readonly kind: "order_filled" | "position_closed" | "trading_alert";
      readonly data: { readonly sentence: string };
    }
  | { readonly kind: "daily_summary"; readonly data: { readonly day: string; readonly sentences: readonly string[] } };

export type OrderNotice = NoticeData & { readonly userId: string; readonly key: string };

export interface OrderAlertsDeps {
  readonly database: Database;
  readonly log: Logger;
  count(level: AlertRow["alert"]): void;
  notify(tx: Tx, notice: OrderNotice): Promise<void>;
  notifyPages(tx: Tx, userIds: readonly string[]): Promise<void>;
}

export const ALERTS_WAIT = "EXISTS (SELECT FROM order_alert)";

/** Empties the outbox: alerts are sent in the transaction that removes them, each once, by any process. */
const AT_ONCE = 50;
const TAKE = `WITH taken AS (
    DELETE FROM order_alert WHERE ledger_id IN (
      SELECT ledger_id FROM order_alert ORDER BY ledger_id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    ) RETURNING *
  )
  SELECT taken.*, person.id AS user_id, account.broker, named.leg, named.side, named.instrument->>'symbol' AS symbol,
    (named.state->>'filled')::int AS filled, (named.state->>'averagePrice')::int AS average_price
  FROM taken
  LEFT JOIN trading_account account ON account.id = taken.account_id
  LEFT JOIN users person ON person.id = account.user_id
  LEFT JOIN intent named ON named.trading_day = taken.trading_day
    AND named.tag = coalesce(taken.fact->>'tag', taken.fact->>'positionId')
  ORDER BY taken.ledger_id`;

const TRADES = `SELECT l.id, l.trading_day, l.account_id, l.at, l.fact FROM ledger l
  WHERE l.account_id = ANY ($1::text[]) AND l.trading_day = ANY ($2::date[])
    AND l.kind IN ('fill', 'fill_seen', 'closed_outside', 'closed_by_broker') ORDER BY l.id`;

type Results = ReadonlyMap<PositionId, PositionResult>;

const isClosed = ({ fact }: AlertRow): boolean => fact.kind === "position_flat";

async function resultsOf({ client }: Tx, rows: readonly AlertRow[]): Promise<Results> {
  const closed = rows.filter(isClosed);
  if (closed.length === 0) return new Map();
  const brokers = new Map(closed.map(({ account_id, broker }) => [account_id, broker]));
  const values = [[...brokers.keys()], [...new Set(closed.map(({ trading_day }) => trading_day))]];
  const trades = await client.query<EventRow>(TRADES, values);
  const days = Map.groupBy(trades.rows, ({ account_id, trading_day }) => `${account_id} ${trading_day}`);
  return new Map(
    [...days.values()].flatMap((events) => {
      const broker = brokers.get(events[0]?.account_id ?? "") ?? null;
      return broker === null ? [] : [...profitPerPosition(foldLedger(events.map(eventOf)), tariffOf(broker))];
    }),
  );
}

function filledData({ broker, leg, side, symbol, filled, average_price }: AlertRow): NoticeData | null {
  if (leg !== "entry" || side === null || symbol === null || !filled || average_price === null) return null;
  const sentence = inAccount(broker, filledSentence(side, filled, symbol, average_price));
  return { kind: "order_filled", data: { sentence } };
}

function dataOf(row: AlertRow, results: Results): NoticeData | null {
  const { broker, fact, symbol, trading_day } = row;
  switch (fact.kind) {
    case "order_moved":
      return filledData(row);
    case "position_flat": {
      const result = results.get(fact.positionId);
      const isKnown = result !== undefined && symbol !== null;
      const sentence = isKnown ? closedSentence(symbol, result.gross, result.net) : CLOSED_SENTENCE;
      return { kind: "position_closed", data: { sentence: inAccount(broker, sentence) } };
    }
    case "day_closed":
      return {
        kind: "daily_summary",
        data: {
          day: formatLongDay(istDate(trading_day)),
          sentences: [inAccount(broker, summarySentences(fact).join(" "))],
        },
      };
    case "position_naked":
      return { kind: "trading_alert", data: { sentence: inAccount(broker, nakedSentence(fact.cause)) } };
    default: {
      // The session's own code notifies the owner of a lost session.
      const sentence = alertSentences[fact.kind];
      return sentence === undefined ? null : { kind: "trading_alert", data: { sentence: inAccount(broker, sentence) } };
    }
  }
}

function noticeOf(row: AlertRow, results: Results): OrderNotice | null {
  const { account_id, trading_day, key, user_id } = row;
  const data = dataOf(row, results);
  if (user_id === null || data === null) return null;
  return { ...data, userId: user_id, key: `ledger:${account_id}:${trading_day}:${key}` };
}

export const createOrderAlerts =
  ({ database, log, count, notify, notifyPages }: OrderAlertsDeps) =>
  async (): Promise<void> => {
    const rows = await database.transaction(async (tx) => {
      const taken = await tx.client.query<AlertRow>(TAKE);
      const results = await resultsOf(tx, taken.rows);
      for (const row of taken.rows) {
        const notice = noticeOf(row, results);
        if (notice !== null) await notify(tx, notice);
      }
      await notifyPages(
        tx,
        taken.rows.flatMap(({ user_id }) => user_id ?? []),
      );
      return taken.rows;
    });
    for (const { account_id: accountId, fact, alert } of rows) {
      count(alert);
      if (alert === "urgent") log.error({ accountId, fact }, "orders: manual check needed");
    }
  };
