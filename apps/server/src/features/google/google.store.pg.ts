import type { IstDate } from "@vriddhi/core/time/ist";
import { and, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { signups, users } from "../../platform/db/schema/account.ts";
import { googleAttempts, passkeys } from "../../platform/db/schema/security.ts";
import type { GoogleStore, GoogleUser } from "./google.store.ts";

const person = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  dob: users.dob,
  createdAt: users.createdAt,
};
type PersonRow = Omit<GoogleUser, "dob"> & { readonly dob: string | null };

const toUser = (row: PersonRow | undefined): GoogleUser | null =>
  row ? { ...row, dob: row.dob as IstDate | null } : null;

export const createGoogleStore = ({ db, transaction }: Database): GoogleStore => ({
  transaction,
  async insertAttempt(attempt, now) {
    await db.delete(googleAttempts).where(lte(googleAttempts.expiresAt, now));
    await db.insert(googleAttempts).values(attempt);
  },
  async takeAttempt(cookieHash) {
    const [row] = await db.delete(googleAttempts).where(eq(googleAttempts.cookieHash, cookieHash)).returning();
    return row ?? null;
  },
  async lockPerson(tx, sub) {
    await tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`google:${sub}`}, 0))`);
  },
  async findById(tx, userId) {
    const isThem = and(eq(users.id, userId), isNull(users.deletedAt));
    const [row] = await tx.db.select(person).from(users).where(isThem);
    return toUser(row);
  },
  async findBySub(tx, sub) {
    const isThem = and(eq(users.googleSub, sub), isNull(users.deletedAt));
    const [row] = await tx.db.select(person).from(users).where(isThem);
    return toUser(row);
  },
  async findUnlinked(tx, email) {
    const isFree = and(eq(users.email, email), isNull(users.googleSub), isNull(users.deletedAt));
    const [row] = await tx.db.select(person).from(users).where(isFree);
    return toUser(row);
  },
  async link(tx, userId, sub) {
    const isFree = and(eq(users.id, userId), isNull(users.googleSub), isNull(users.deletedAt));
    const [row] = await tx.db.update(users).set({ googleSub: sub }).where(isFree).returning(person);
    return toUser(row);
  },
  async unlink(tx, userId) {
    const isLinked = and(eq(users.id, userId), isNotNull(users.googleSub));
    const gone = await tx.db.update(users).set({ googleSub: null }).where(isLinked).returning({ id: users.id });
    return gone.length === 1;
  },
  async hasOtherWay(userId) {
    const [row] = await db
      .select({ passwordHash: users.passwordHash, passkey: passkeys.id })
      .from(users)
      .leftJoin(passkeys, eq(passkeys.userId, users.id))
      .where(eq(users.id, userId))
      .limit(1);
    return row !== undefined && (row.passwordHash !== null || row.passkey !== null);
  },
  async create(tx, user, sub) {
    // Sign-ups first, as in verifying a code: one lock order prevents deadlocks.
    await tx.db.delete(signups).where(eq(signups.email, user.email));
    const row = { ...user, googleSub: sub, passwordHash: null };
    const made = await tx.db.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
    return made.length === 1 ? user : null;
  },
});
