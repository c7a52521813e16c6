import { and, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import { sessions, users } from "../../platform/db/schema/account.ts";
import { adminSessions } from "../../platform/db/schema/desk.ts";
import { mailCodes } from "../../platform/db/schema/security.ts";
import type { CredentialStore } from "./credential.store.ts";

const holder = { id: users.id, name: users.name, email: users.email, passwordHash: users.passwordHash };

const isAddressTaken = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && cause.code === "23505" && cause.constraint === "users_email_unique";

export const createCredentialStore = (database: Database): CredentialStore => ({
  transaction: database.transaction,
  async findByEmail(email) {
    const [row] = await database.db
      .select(holder)
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deletedAt)));
    return row ?? null;
  },
  async findById(id) {
    const [row] = await database.db.select(holder).from(users).where(eq(users.id, id));
    return row ?? null;
  },
  async putCode({ db }, code) {
    await db.delete(mailCodes).where(and(eq(mailCodes.userId, code.userId), eq(mailCodes.purpose, code.purpose)));
    await db.insert(mailCodes).values(code);
  },
  async spendTry({ db }, userId, purpose, now, triesMax) {
    const [row] = await db
      .update(mailCodes)
      .set({ tries: sql`${mailCodes.tries} + 1` })
      .where(
        and(
          eq(mailCodes.userId, userId),
          eq(mailCodes.purpose, purpose),
          gt(mailCodes.expiresAt, now),
          lt(mailCodes.tries, triesMax),
        ),
      )
      .returning();
    return row ?? null;
  },
  async dropCodes({ db }, userId) {
    await db.delete(mailCodes).where(eq(mailCodes.userId, userId));
  },
  async setPassword({ db }, userId, passwordHash, isCommon) {
    const changed = { passwordHash, hasCommonPassword: isCommon, passwordWarnedAt: null };
    await db.update(users).set(changed).where(eq(users.id, userId));
  },
  // The unique index decides between two concurrent requests for one address; the loser's transaction continues.
  async setEmail({ client }, userId, email) {
    await client.query("SAVEPOINT old_address");
    try {
      await client.query("UPDATE users SET email = $2 WHERE id = $1", [userId, email]);
      return true;
    } catch (cause) {
      if (!isAddressTaken(cause)) throw cause;
      await client.query("ROLLBACK TO SAVEPOINT old_address");
      return false;
    }
  },
  async endSessions({ db }, userId, exceptSessionId) {
    const mine = eq(sessions.userId, userId);
    await db.delete(sessions).where(exceptSessionId === null ? mine : and(mine, ne(sessions.id, exceptSessionId)));
    await db.delete(adminSessions).where(eq(adminSessions.userId, userId));
  },
});
