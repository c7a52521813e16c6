import { eq } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { newsletterIssues as issues } from "../../platform/db/schema/blog.ts";
import { keepTotals, toIssue } from "./issue.store.pg.ts";
import type { Addressee, DeliveryStore, Issue } from "./newsletter.store.ts";

/** Skips rows locked by other processes. Commits before the first mail is sent. */
const CLAIM = `
  UPDATE newsletter_deliveries AS delivery SET state = 'sending', owner = $3, changed_at = $4
  FROM (
    SELECT issue_id, reader_id FROM newsletter_deliveries WHERE issue_id = $1 AND state = 'waiting'
    LIMIT $2 FOR UPDATE SKIP LOCKED
  ) AS next JOIN newsletter_readers AS reader ON reader.id = next.reader_id
  WHERE delivery.issue_id = next.issue_id AND delivery.reader_id = next.reader_id
  RETURNING delivery.reader_id AS "readerId", reader.email`;

/** Also for mails that were given up meanwhile: the sender knows their outcome. */
const SETTLE = `
  UPDATE newsletter_deliveries AS delivery
  SET state = told.outcome, changed_at = $4, owner = CASE WHEN told.outcome = 'waiting' THEN NULL ELSE owner END
  FROM unnest($2::uuid[], $3::text[]) AS told (reader_id, outcome)
  WHERE delivery.issue_id = $1 AND delivery.reader_id = told.reader_id AND delivery.owner = $5
    AND delivery.state IN ('sending', 'unknown')`;

export const ISSUES_WAIT = "EXISTS (SELECT FROM newsletter_issues WHERE state = 'sending')";

/** Readers who were confirmed before the sending began, sorted by id. */
const FILL = `
  WITH next AS (
    SELECT id FROM newsletter_readers
    WHERE state = 'confirmed' AND confirmed_at <= $4 AND id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
    ORDER BY id LIMIT $3
  ), added AS (
    INSERT INTO newsletter_deliveries (issue_id, reader_id, state, changed_at) SELECT $1, id, 'waiting', $5 FROM next
    ON CONFLICT DO NOTHING
  ) SELECT max(id::text) AS last, count(*)::int AS count FROM next`;

const GIVE_UP = `
  UPDATE newsletter_deliveries SET state = 'unknown', changed_at = $3
  WHERE state = 'sending' AND (owner = ANY ($1) OR changed_at < $2)`;

export const createDeliveryStore = ({ db, pool, transaction }: Database): DeliveryStore => ({
  async running() {
    const rows = await db.select().from(issues).where(eq(issues.state, "sending")).orderBy(issues.sendingAt);
    const found: Issue[] = [];
    for (const row of rows) found.push(await toIssue(pool, { ...row, totals: NOT_COUNTED }));
    return found;
  },
  fill: (issueId, limit, now) =>
    transaction(async ({ client }) => {
      // One process at a time; another one can send meanwhile.
      const { rows } = await client.query<{ filled_to: string | null; sending_at: Date }>(
        "SELECT filled_to, sending_at FROM newsletter_issues WHERE id = $1 AND NOT is_filled FOR UPDATE SKIP LOCKED",
        [issueId],
      );
      const [issue] = rows;
      if (issue === undefined) return false;
      const values = [issueId, issue.filled_to, limit, issue.sending_at, toTimestamp(now)];
      const filled = (await client.query<{ last: string | null; count: number }>(FILL, values)).rows[0];
      const isFilled = (filled?.count ?? 0) < limit;
      await client.query(
        "UPDATE newsletter_issues SET filled_to = coalesce($2::uuid, filled_to), is_filled = $3 WHERE id = $1",
        [issueId, filled?.last ?? null, isFilled],
      );
      return !isFilled;
    }),
  async claim(issueId, limit, owner, now) {
    return (await pool.query<Addressee>(CLAIM, [issueId, limit, owner, toTimestamp(now)])).rows;
  },
  async settle(issueId, outcomes, owner, now) {
    const ids = outcomes.map(({ readerId }) => readerId);
    const states = outcomes.map(({ outcome }) => outcome);
    await pool.query(SETTLE, [issueId, ids, states, toTimestamp(now), owner]);
  },
  async owners() {
    const { rows } = await pool.query<{ owner: string }>(
      "SELECT DISTINCT owner FROM newsletter_deliveries WHERE state = 'sending' AND owner IS NOT NULL",
    );
    return rows.map(({ owner }) => owner);
  },
  async giveUp(owners, before, now) {
    return (await pool.query(GIVE_UP, [owners, toTimestamp(before), toTimestamp(now)])).rowCount ?? 0;
  },
  async finish(issueId, now) {
    const { rowCount } = await pool.query(
      `UPDATE newsletter_issues SET state = 'sent', sent_at = $2 WHERE id = $1 AND state = 'sending' AND is_filled
       AND NOT EXISTS (SELECT FROM newsletter_deliveries WHERE issue_id = $1 AND state IN ('waiting', 'sending'))`,
      [issueId, toTimestamp(now)],
    );
    if (rowCount === 1) await keepTotals(pool, issueId);
    return rowCount === 1;
  },
});

const NOT_COUNTED = { readers: 0, waiting: 0, sent: 0, refused: 0, unknown: 0, bounced: 0 };
