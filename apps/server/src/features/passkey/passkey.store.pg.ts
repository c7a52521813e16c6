import { and, eq, gt, lt } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { passkeyChallenges, passkeys } from "../../platform/db/schema/security.ts";
import type { PasskeyStore } from "./passkey.store.ts";

const holder = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  dob: users.dob,
  createdAt: users.createdAt,
};

export const createPasskeyStore = ({ db }: Database): PasskeyStore => ({
  async putChallenge(challenge) {
    await db
      .insert(passkeyChallenges)
      .values(challenge)
      .onConflictDoUpdate({ target: passkeyChallenges.id, set: challenge });
  },
  async takeChallenge(id, now) {
    await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
    const [row] = await db
      .delete(passkeyChallenges)
      .where(and(eq(passkeyChallenges.id, id), gt(passkeyChallenges.expiresAt, now)))
      .returning();
    return row ?? null;
  },
  listOf: (userId) => db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt),
  async insert(passkey) {
    const row = { ...passkey, transports: [...passkey.transports] };
    const added = await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id });
    return added.length === 1;
  },
  async findByCredential(credentialId) {
    const [row] = await db
      .select({ passkey: passkeys, holder })
      .from(passkeys)
      .innerJoin(users, eq(users.id, passkeys.userId))
      .where(eq(passkeys.credentialId, credentialId));
    return row ?? null;
  },
  async raiseCounter(id, counter) {
    const isHigher = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
    const raised = await db
      .update(passkeys)
      .set({ counter })
      .where(and(eq(passkeys.id, id), isHigher))
      .returning({ id: passkeys.id });
    return raised.length === 1;
  },
  async removeAll(userId) {
    const gone = await db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
    return gone.length;
  },
  async remove(id, userId) {
    const gone = await db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id });
    return gone.length === 1;
  },
});
