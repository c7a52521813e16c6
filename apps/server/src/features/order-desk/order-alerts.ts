import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { alertSentences, CLOSED_SENTENCE } from "./alert.texts.ts";

interface AlertRow {
  readonly ledger_id: string;
  readonly trading_day: string;
  readonly account_id: string;
  readonly key: string;
  readonly fact: LedgerFact;
  readonly alert: "notice" | "urgent";
  /** Null: the person is gone, or the account was never anybody's. */
  readonly user_id: string | null;
}

interface OrderNotice {
  readonly kind: "position_closed" | "trading_alert";
  readonly userId: string;
  readonly key: string;
  readonly data: { readonly sentence: string };
}

export interface OrderAlertsDeps {
  readonly database: Database;
  readonly log: Logger;
  notify(tx: Tx, notice: OrderNotice): Promise<void>;
}

/** Told in the transaction that takes them away: each once, and in any process. */
const AT_ONCE = 50;
const TAKE = `WITH taken AS (
    DELETE FROM order_alert WHERE ledger_id IN (
      SELECT ledger_id FROM order_alert ORDER BY ledger_id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
    ) RETURNING *
  )
  SELECT taken.*, person.id AS user_id FROM taken
  LEFT JOIN trading_account account ON account.id = taken.account_id
  LEFT JOIN users person ON person.id = account.user_id ORDER BY taken.ledger_id`;

function noticeOf({ account_id, trading_day, key, fact, user_id }: AlertRow): OrderNotice | null {
  if (user_id === null) return null;
  const common = { userId: user_id, key: `ledger:${account_id}:${trading_day}:${key}` };
  if (fact.kind === "position_flat") return { kind: "position_closed", ...common, data: { sentence: CLOSED_SENTENCE } };
  // Of a lost session its owner is told where it is noticed.
  const sentence = alertSentences[fact.kind];
  return sentence === undefined ? null : { kind: "trading_alert", ...common, data: { sentence } };
}

/** Tells of what the ledger calls for, beside the order path: nothing there waits for it. */
export const createOrderAlerts =
  ({ database, log, notify }: OrderAlertsDeps) =>
  async (): Promise<void> => {
    const rows = await database.transaction(async (tx) => {
      const taken = await tx.client.query<AlertRow>(TAKE);
      for (const row of taken.rows) {
        const notice = noticeOf(row);
        if (notice !== null) await notify(tx, notice);
      }
      return taken.rows;
    });
    for (const { account_id: accountId, fact, alert } of rows)
      if (alert === "urgent") log.error({ accountId, fact }, "an order needs somebody to look at it");
  };
