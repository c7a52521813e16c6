import { and, count, desc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp } from "../../platform/db/instant.ts";
import { sessions } from "../../platform/db/schema/account.ts";
import { auditEvents } from "../../platform/db/schema/audit.ts";
import { CALLER_COLUMNS, type CallerRow, toCaller } from "../../platform/http/caller-row.ts";
import type { SessionStore } from "./session.store.ts";

const FIND_SESSION = `
  SELECT s.is_remembered, s.last_seen_at, s.expires_at, ${CALLER_COLUMNS}
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND u.deleted_at IS NULL`;

interface FoundRow extends CallerRow {
  readonly is_remembered: boolean;
  readonly last_seen_at: Date;
  readonly expires_at: Date;
}

export const createSessionStore = ({ db, pool }: Database): SessionStore => ({
  async insert(row, tokenHash) {
    await db.insert(sessions).values({ ...row, tokenHash });
  },
  async find(tokenHash) {
    const { rows } = await pool.query<FoundRow>({
      name: "find-session",
      text: FIND_SESSION,
      values: [tokenHash],
    });
    const row = rows[0];
    if (!row) return null;
    return {
      session: {
        isRemembered: row.is_remembered,
        lastSeenAt: fromTimestamp(row.last_seen_at),
        expiresAt: fromTimestamp(row.expires_at),
      },
      caller: toCaller(row),
    };
  },
  async isNewDevice(userId, device) {
    const [logins] = await db
      .select({ all: count(), alike: count(sql`case when ${auditEvents.device} = ${device} then 1 end`) })
      .from(auditEvents)
      .where(and(eq(auditEvents.userId, userId), eq(auditEvents.kind, "login")));
    return logins !== undefined && logins.all > 0 && logins.alike === 0;
  },
  async touch(id, at) {
    await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, id));
  },
  listOf: (userId) => db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.lastSeenAt)),
  async spanOf(id) {
    const span = { isRemembered: sessions.isRemembered, expiresAt: sessions.expiresAt };
    const [row] = await db.select(span).from(sessions).where(eq(sessions.id, id));
    return row ?? null;
  },
  async setProof(id, at, by) {
    await db.update(sessions).set({ provedAt: at, provedBy: by }).where(eq(sessions.id, id));
  },
  async setToken(id, tokenHash) {
    await db.update(sessions).set({ tokenHash }).where(eq(sessions.id, id));
  },
  async removeOthers(id, userId) {
    const gone = await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, id)))
      .returning({ id: sessions.id });
    return gone.length;
  },
  async remove(id, userId) {
    const gone = await db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .returning({ id: sessions.id });
    return gone.length === 1;
  },
});
