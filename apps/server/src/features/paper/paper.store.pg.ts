import { createHash, randomUUID } from "node:crypto";
import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { paise } from "@vriddhi/core/shared/money";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database, Tx } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { tradingAccounts } from "../../platform/db/schema/order.ts";
import { paperAccounts } from "../../platform/db/schema/paper.ts";
import { algoRuns } from "../../platform/db/schema/run.ts";
import type { PaperRecord, PaperStore } from "./paper.store.ts";
import { lockPaper, PAPER_CHANNEL } from "./paper-books.store.pg.ts";

type Row = typeof paperAccounts.$inferSelect;

const toRecord = (row: Row): PaperRecord => ({
  id: row.id,
  userId: row.userId,
  accountId: accountId(row.accountId),
  capital: paise(row.capitalPaise),
  sessionNo: row.sessionNo,
  openedAt: row.openedAt,
});

export const PAPER_WORKS = `EXISTS (SELECT FROM paper_order working JOIN paper_account account
    ON account.id = working.paper_id AND account.life = working.life AND account.day = working.day
  WHERE NOT working.is_final)`;

const WORKING = `SELECT working.isin, array_agg(DISTINCT working.paper_id::text) AS papers
  FROM paper_order working JOIN paper_account account
    ON account.id = working.paper_id AND account.life = working.life AND account.day = working.day
  WHERE NOT working.is_final GROUP BY working.isin`;

async function hasRun({ db }: Tx, userId: string): Promise<boolean> {
  const isRunning = and(eq(algoRuns.userId, userId), eq(algoRuns.broker, "paper"), isNull(algoRuns.stoppedAt));
  return (await db.select({ id: algoRuns.id }).from(algoRuns).where(isRunning).limit(1)).length > 0;
}

export function createPaperStore({ db, pool, transaction }: Database): PaperStore {
  return {
    open: ({ userId, capital, day, at }) =>
      transaction(async (tx) => {
        const account = randomUUID();
        const id = randomUUID();
        const opened = await tx.db
          .insert(paperAccounts)
          .values({
            id,
            userId,
            accountId: account,
            capitalPaise: capital,
            day,
            cashPaise: capital,
            taken: [],
            sessionNo: 1,
            openedAt: at,
            life: 1,
          })
          .onConflictDoNothing()
          .returning({ id: paperAccounts.id });
        if (opened.length === 0) return false;
        const clientHash = createHash("sha256").update(id).digest();
        await tx.db.insert(tradingAccounts).values({ id: account, userId, broker: "paper", clientHash, createdAt: at });
        return true;
      }),
    reset: ({ userId, capital, day, at }, isIdle) =>
      transaction(async (tx) => {
        // The same lock as a start: no run begins meanwhile.
        await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
        const [found] = await tx.db.select().from(paperAccounts).where(eq(paperAccounts.userId, userId));
        const stored = found === undefined ? null : await lockPaper(tx, found.id);
        if (stored === null) return "missing";
        if (!isIdle(stored.book) || (await hasRun(tx, userId))) return "busy";
        await tx.db
          .update(paperAccounts)
          .set({
            capitalPaise: capital,
            day,
            cashPaise: capital,
            taken: [],
            sessionNo: sql`${paperAccounts.sessionNo} + 1`,
            openedAt: at,
            life: sql`${paperAccounts.life} + 1`,
          })
          .where(eq(paperAccounts.id, stored.id));
        await tx.client.query("SELECT pg_notify($1, $2)", [PAPER_CHANNEL, stored.id]);
        return "done";
      }),
    async ofUser(userId) {
      const [row] = await db.select().from(paperAccounts).where(eq(paperAccounts.userId, userId));
      return row === undefined ? null : toRecord(row);
    },
    async ofAccounts(accounts) {
      const rows = await db
        .select()
        .from(paperAccounts)
        .where(inArray(paperAccounts.accountId, [...accounts]));
      return new Map<AccountId, PaperRecord>(rows.map((row) => [accountId(row.accountId), toRecord(row)]));
    },
    async listWorking() {
      const { rows } = await pool.query<{ isin: string; papers: string[] }>(WORKING);
      return new Map(rows.map(({ isin, papers }) => [isin, new Set(papers)]));
    },
  };
}
