import type { NewsletterCategory } from "@vriddhi/core/blog/newsletter";
import { and, desc, eq } from "drizzle-orm";
import type pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { newsletterIssues as issues } from "../../platform/db/schema/blog.ts";
import type { Issue, IssueStore, SendingTotals } from "./newsletter.store.ts";

type IssueRow = typeof issues.$inferSelect;

const LISTED = 100;

async function countNow(pool: Pick<pg.Pool, "query">, id: string): Promise<SendingTotals> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    "SELECT state, count(*)::int AS count FROM newsletter_deliveries WHERE issue_id = $1 GROUP BY state",
    [id],
  );
  const of = (...states: string[]): number =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
  return {
    readers: rows.reduce((sum, { count }) => sum + count, 0),
    waiting: of("waiting", "sending"),
    sent: of("sent", "bounced"),
    refused: of("refused"),
    unknown: of("unknown"),
    bounced: of("bounced"),
  };
}

export async function toIssue(pool: Pick<pg.Pool, "query">, row: IssueRow): Promise<Issue> {
  const kept = row.totals as SendingTotals | null;
  const totals = row.state === "draft" ? null : (kept ?? (await countNow(pool, row.id)));
  return { ...row, category: row.category as NewsletterCategory, totals };
}

const BEGIN = `
  UPDATE newsletter_issues SET state = 'sending', sending_at = $2 WHERE id = $1 AND state = 'draft'
    AND EXISTS (SELECT FROM newsletter_readers WHERE state = 'confirmed')`;

export function createIssueStore({ db, pool }: Database): IssueStore {
  const all = async (rows: readonly IssueRow[]): Promise<readonly Issue[]> => {
    const found: Issue[] = [];
    for (const row of rows) found.push(await toIssue(pool, row));
    return found;
  };
  const isDraft = (id: string) => and(eq(issues.id, id), eq(issues.state, "draft"));
  return {
    list: async () => all(await db.select().from(issues).orderBy(desc(issues.createdAt)).limit(LISTED)),
    async listSent(offset, limit) {
      const sent = db.select().from(issues).where(eq(issues.state, "sent"));
      return all(await sent.orderBy(desc(issues.sentAt)).offset(offset).limit(limit));
    },
    async find(id) {
      const [row] = await db.select().from(issues).where(eq(issues.id, id));
      return row === undefined ? null : toIssue(pool, row);
    },
    async add(id, text, now) {
      await db.insert(issues).values({ id, ...text, state: "draft", createdAt: now });
    },
    async change(id, text, now) {
      const values = { ...text, updatedAt: now };
      return (await db.update(issues).set(values).where(isDraft(id)).returning({ id: issues.id })).length === 1;
    },
    async remove(id) {
      return (await db.delete(issues).where(isDraft(id)).returning({ id: issues.id })).length === 1;
    },
    async begin(id, now) {
      if ((await pool.query(BEGIN, [id, toTimestamp(now)])).rowCount === 1) return "begun";
      const [left] = await db.select({ state: issues.state }).from(issues).where(isDraft(id));
      return left === undefined ? "no draft" : "empty";
    },
  };
}

/** Counted again: a mail that bounces after the end changes the totals. */
export async function keepTotals(pool: Pick<pg.Pool, "query">, id: string): Promise<void> {
  const totals = await countNow(pool, id);
  await pool.query("UPDATE newsletter_issues SET totals = $2 WHERE id = $1", [id, JSON.stringify(totals)]);
}
