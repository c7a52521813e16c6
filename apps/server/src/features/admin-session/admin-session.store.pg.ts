import { type StaffArea, type StaffRole, staffRoles } from "@vriddhi/core/back-office/admin-session";
import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { fromTimestamp } from "../../platform/db/instant.ts";
import { users } from "../../platform/db/schema/account.ts";
import { adminSessions } from "../../platform/db/schema/desk.ts";
import { CALLER_COLUMNS, type CallerRow, toCaller } from "../../platform/http/caller-row.ts";
import type { AdminSessionStore } from "./admin-session.store.ts";

const FIND = `
  SELECT s.door, s.browser_hash, s.expires_at, ${CALLER_COLUMNS}
  FROM admin_session s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = $1 AND u.deleted_at IS NULL`;

const DEVICES = `SELECT count(*)::int AS logins, count(*) FILTER (WHERE device = $2)::int AS alike FROM audit_event
  WHERE user_id = $1 AND kind IN ('login', 'desk_login', 'blog_login')`;

/** The session columns that the back office's database role may read. */
const SHOWN = {
  id: adminSessions.id,
  userId: adminSessions.userId,
  door: adminSessions.door,
  device: adminSessions.device,
  ip: adminSessions.ip,
  isBound: adminSessions.isBound,
  createdAt: adminSessions.createdAt,
  expiresAt: adminSessions.expiresAt,
};

interface FoundRow extends CallerRow {
  readonly door: StaffArea;
  readonly browser_hash: Buffer | null;
  readonly expires_at: Date;
}

export const createAdminSessionStore = ({ db, pool, transaction }: Database): AdminSessionStore => ({
  transaction,
  async insert(tx, session, tokenHash) {
    await tx.db.insert(adminSessions).values({ ...session, tokenHash });
  },
  async find(tokenHash) {
    const { rows } = await pool.query<FoundRow>({ name: "find-admin-session", text: FIND, values: [tokenHash] });
    const row = rows[0];
    if (!row) return null;
    return {
      caller: toCaller(row),
      door: row.door,
      browserHash: row.browser_hash,
      expiresAt: fromTimestamp(row.expires_at),
    };
  },
  async setProof(id, at, by) {
    await db.update(adminSessions).set({ provedAt: at, provedBy: by }).where(eq(adminSessions.id, id));
  },
  async remove(tx, id) {
    const gone = await tx.db
      .delete(adminSessions)
      .where(eq(adminSessions.id, id))
      .returning({ userId: adminSessions.userId });
    return gone[0]?.userId ?? null;
  },
  async list(now) {
    const rows = await db
      .select({ session: SHOWN, email: users.email, role: users.role })
      .from(adminSessions)
      .innerJoin(users, eq(users.id, adminSessions.userId))
      .where(and(gt(adminSessions.expiresAt, now), isNull(users.deletedAt), inArray(users.role, [...staffRoles])))
      .orderBy(desc(adminSessions.createdAt));
    return rows.map(({ session, email, role }) => ({
      id: session.id,
      userId: session.userId,
      email,
      role: role as StaffRole,
      door: session.door,
      device: session.device,
      ip: session.ip,
      isBound: session.isBound === true,
      createdAt: session.createdAt,
      expiresAt: session.expiresAt,
    }));
  },
  async expiryOf(id) {
    const [row] = await db
      .select({ expiresAt: adminSessions.expiresAt })
      .from(adminSessions)
      .where(eq(adminSessions.id, id));
    return row?.expiresAt ?? null;
  },
  async isNewDevice(userId, device) {
    const { rows } = await pool.query<{ logins: number; alike: number }>(DEVICES, [userId, device]);
    const seen = rows[0];
    return seen !== undefined && seen.logins > 0 && seen.alike === 0;
  },
});
