import type { IstDate } from "@vriddhi/core/time/ist";
import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { signups, users } from "../../platform/db/schema/account.ts";
import type { AccountStore, Signup, User } from "./account.store.ts";

const toUser = (row: typeof users.$inferSelect): User => ({ ...row, dob: row.dob as IstDate | null });
const toSignup = (row: typeof signups.$inferSelect): Signup => ({ ...row, dob: row.dob as IstDate });

export const createAccountStore = (database: Database): AccountStore => ({
  transaction: database.transaction,
  async findUser(email) {
    const [row] = await database.db.select().from(users).where(eq(users.email, email));
    return row ? toUser(row) : null;
  },
  async findUserById(id) {
    const [row] = await database.db.select().from(users).where(eq(users.id, id));
    return row ? toUser(row) : null;
  },
  async renewPasswordHash(userId, oldHash, newHash) {
    await database.db
      .update(users)
      .set({ passwordHash: newHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, oldHash)));
  },
  async noteCommonPassword(userId, isCommon) {
    await database.db
      .update(users)
      .set({ hasCommonPassword: isCommon, passwordWarnedAt: null })
      .where(eq(users.id, userId));
  },
  async giveDob(userId, dob) {
    const given = await database.db
      .update(users)
      .set({ dob })
      .where(and(eq(users.id, userId), isNull(users.dob)))
      .returning({ id: users.id });
    return given.length === 1;
  },
  async findSignup(email, now, preferredId = null) {
    const [row] = await database.db
      .select()
      .from(signups)
      .where(and(eq(signups.email, email), gt(signups.expiresAt, now)))
      .orderBy(sql`${signups.id}::text = ${preferredId ?? ""} DESC`, desc(signups.createdAt))
      .limit(1);
    return row ? toSignup(row) : null;
  },
  async insertSignup({ db }, signup) {
    await db.insert(signups).values(signup);
  },
  async setCode({ db }, signupId, codeHash, codeExpiresAt) {
    await db.update(signups).set({ codeHash, codeExpiresAt, tries: 0 }).where(eq(signups.id, signupId));
  },
  async spendTry({ db }, email, signupId, now, triesMax) {
    // Compared as text: a browser may send anything.
    const isMeant = signupId === null ? undefined : sql`${signups.id}::text = ${signupId}`;
    const rows = await db
      .update(signups)
      .set({ tries: sql`${signups.tries} + 1` })
      .where(and(eq(signups.email, email), isMeant, gt(signups.codeExpiresAt, now), lt(signups.tries, triesMax)))
      .returning();
    return rows.map(toSignup);
  },
  async settle({ db }, user) {
    // The same order everywhere, which prevents deadlocks between two verifications of one address.
    await db.delete(signups).where(eq(signups.email, user.email));
    const made = await db
      .insert(users)
      .values(user)
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    return made.length === 1;
  },
});
