import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { paise } from "@vriddhi/core/shared/money";
import { and, eq } from "drizzle-orm";
import { keyedHash } from "../../platform/crypto/derived-key.ts";
import type { Database } from "../../platform/db/database.ts";
import { brokerLinks } from "../../platform/db/schema/broker.ts";
import { tradingAccounts } from "../../platform/db/schema/order.ts";
import type { TradingAccountStore } from "./trading-account.store.ts";

/** The capital of the newest run of the day; without a run, of the newest operator order. */
const CAPITALS = `SELECT DISTINCT ON (account_id) account_id, capital_paise FROM (
    SELECT account_id, capital_paise, 0 AS rank, started_at AS at FROM algo_run
      WHERE account_id = ANY ($1::text[]) AND trading_day = $2::date
    UNION ALL
    SELECT share.account_id, share.capital_paise, 1, placed.made_at FROM operator_order placed
      JOIN operator_share share ON share.order_id = placed.id AND share.account_id = ANY ($1::text[])
      WHERE placed.trading_day = $2::date
  ) known ORDER BY account_id, rank, at DESC`;

/** `clientKey` makes client numbers unreadable to a reader of the table. */
export function createTradingAccountStore({ db, pool }: Database, clientKey: Buffer): TradingAccountStore {
  const hashOf = (broker: BrokerName, clientId: string): Buffer =>
    keyedHash(clientKey, "trading-account", broker, clientId.toUpperCase());
  return {
    async bind(tx, linkId, at) {
      const [link] = await tx.db.select().from(brokerLinks).where(eq(brokerLinks.id, linkId));
      if (link === undefined) return;
      const { userId, broker } = link;
      const clientHash = hashOf(broker, link.clientId);
      await tx.db
        .insert(tradingAccounts)
        .values({ id: randomUUID(), userId, broker, clientHash, createdAt: at })
        .onConflictDoNothing();
      const [account] = await tx.db
        .select({ id: tradingAccounts.id })
        .from(tradingAccounts)
        .where(
          and(
            eq(tradingAccounts.userId, userId),
            eq(tradingAccounts.broker, broker),
            eq(tradingAccounts.clientHash, clientHash),
          ),
        );
      if (account === undefined || account.id === link.accountId) return;
      await tx.db.update(brokerLinks).set({ accountId: account.id }).where(eq(brokerLinks.id, linkId));
    },
    async ofLink(linkId) {
      const [link] = await db.select({ id: brokerLinks.accountId }).from(brokerLinks).where(eq(brokerLinks.id, linkId));
      return link === undefined || link.id === null ? null : accountId(link.id);
    },
    async ofUser(userId, tx) {
      const rows = await (tx?.db ?? db)
        .select({ id: tradingAccounts.id })
        .from(tradingAccounts)
        .where(eq(tradingAccounts.userId, userId));
      return rows.map(({ id }) => accountId(id));
    },
    async capitalsOf(accounts, day) {
      const { rows } = await pool.query<{ account_id: string; capital_paise: string }>(CAPITALS, [accounts, day]);
      return new Map(rows.map((row) => [accountId(row.account_id), paise(Number(row.capital_paise))]));
    },
    async linkOf(account) {
      const [link] = await db.select().from(brokerLinks).where(eq(brokerLinks.accountId, account));
      if (link === undefined) return null;
      return { accountId: account, linkId: link.id, userId: link.userId, broker: link.broker };
    },
    async ownerOf(account) {
      const [row] = await db
        .select({ userId: tradingAccounts.userId, broker: tradingAccounts.broker })
        .from(tradingAccounts)
        .where(eq(tradingAccounts.id, account));
      return row ?? null;
    },
  };
}
