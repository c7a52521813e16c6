import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { newsletterReaders as readers } from "../../platform/db/schema/blog.ts";
import type { ReaderState, ReaderStore } from "./newsletter.store.ts";

const columns = { id: readers.id, email: readers.email, state: readers.state, confirmUntil: readers.confirmUntil };

export const createReaderStore = ({ db, pool, transaction }: Database): ReaderStore => ({
  transaction,
  async open(tx, email, now) {
    await tx.db
      .insert(readers)
      .values({ id: randomUUID(), email, state: "unconfirmed", createdAt: now })
      .onConflictDoNothing();
    const [reader] = await tx.db.select(columns).from(readers).where(eq(readers.email, email)).for("update");
    if (reader === undefined) throw new Error("newsletter: the new subscriber row is missing");
    return reader;
  },
  async setToken(tx, id, tokenHash, until) {
    await tx.db.update(readers).set({ tokenHash, confirmUntil: until }).where(eq(readers.id, id));
  },
  async findByToken(tokenHash) {
    const [reader] = await db.select(columns).from(readers).where(eq(readers.tokenHash, tokenHash));
    return reader ?? null;
  },
  async confirm(id, now) {
    await db
      .update(readers)
      .set({ state: "confirmed", confirmedAt: now, endedAt: null, softBounces: 0 })
      .where(and(eq(readers.id, id), sql`${readers.state} <> 'confirmed'`));
  },
  end: (id, state, now) =>
    transaction(async (tx) => {
      // A used confirmation link must not subscribe again.
      const { rowCount } = await tx.client.query(
        "UPDATE newsletter_readers SET state = $2, token_hash = NULL, ended_at = $3 WHERE id = $1",
        [id, state, toTimestamp(now)],
      );
      await tx.client.query("DELETE FROM newsletter_deliveries WHERE reader_id = $1 AND state = 'waiting'", [id]);
      return rowCount === 1;
    }),
  async noteSoftBounce(email) {
    const [reader] = await db
      .update(readers)
      .set({ softBounces: sql`${readers.softBounces} + 1` })
      .where(eq(readers.email, email))
      .returning({ id: readers.id, count: readers.softBounces });
    return reader ?? null;
  },
  async findByEmail(email) {
    const [reader] = await db.select(columns).from(readers).where(eq(readers.email, email));
    return reader ?? null;
  },
  async markLastBounced(id, now) {
    await pool.query(
      `UPDATE newsletter_deliveries SET state = 'bounced', changed_at = $2 WHERE (issue_id, reader_id) IN (
         SELECT issue_id, reader_id FROM newsletter_deliveries WHERE reader_id = $1 AND state IN ('sent', 'unknown')
         ORDER BY changed_at DESC LIMIT 1)`,
      [id, toTimestamp(now)],
    );
  },
  async counts() {
    const { rows } = await pool.query<{ state: ReaderState; count: number }>(
      "SELECT state, count(*)::int AS count FROM newsletter_readers GROUP BY state",
    );
    const of = (state: ReaderState): number => rows.find((row) => row.state === state)?.count ?? 0;
    return {
      unconfirmed: of("unconfirmed"),
      confirmed: of("confirmed"),
      unsubscribed: of("unsubscribed"),
      bounced: of("bounced"),
    };
  },
});
