import type { Role } from "@vriddhi/contract/account";
import type { IstDate } from "@vriddhi/core/time/ist";
import { and, count, desc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp } from "../../platform/db/instant.ts";
import { sessions } from "../../platform/db/schema/account.ts";
import { auditEvents } from "../../platform/db/schema/audit.ts";
import type { Proof } from "../../platform/http/handler.ts";
import type { SessionStore } from "./session.store.ts";

const FIND_SESSION = `
  SELECT s.id, s.is_remembered, s.last_seen_at, s.expires_at, s.proved_at, s.proved_by,
         u.id AS user_id, u.role, u.name, u.email, u.dob, u.created_at
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND u.deleted_at IS NULL`;

interface FoundRow {
  id: string;
  is_remembered: boolean;
  last_seen_at: Date;
  expires_at: Date;
  proved_at: Date;
  proved_by: Proof;
  user_id: string;
  role: Role;
  name: string;
  email: string;
  dob: IstDate | null;
  created_at: Date;
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
      caller: {
        sessionId: row.id,
        userId: row.user_id,
        role: row.role,
        name: row.name,
        email: row.email,
        dob: row.dob,
        createdAt: fromTimestamp(row.created_at),
        provedAt: fromTimestamp(row.proved_at),
        provedBy: row.proved_by,
      },
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
