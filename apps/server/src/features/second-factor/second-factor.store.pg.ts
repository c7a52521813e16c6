import { randomUUID } from "node:crypto";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { factorRemovals, recoveryCodes, totpFactors } from "../../platform/db/schema/security.ts";
import type { SecondFactorStore } from "./second-factor.store.ts";

export const createSecondFactorStore = (database: Database): SecondFactorStore => ({
  transaction: database.transaction,
  async find(userId) {
    const [row] = await database.db.select().from(totpFactors).where(eq(totpFactors.userId, userId));
    return row ?? null;
  },
  async putUnconfirmed(userId, sealedSecret) {
    const put = await database.db
      .insert(totpFactors)
      .values({ userId, sealedSecret })
      .onConflictDoUpdate({
        target: totpFactors.userId,
        set: { sealedSecret, lastStep: 0 },
        setWhere: isNull(totpFactors.confirmedAt),
      })
      .returning({ userId: totpFactors.userId });
    return put.length === 1;
  },
  async spendStep(userId, step) {
    const spent = await database.db
      .update(totpFactors)
      .set({ lastStep: step })
      .where(and(eq(totpFactors.userId, userId), lt(totpFactors.lastStep, step)))
      .returning({ userId: totpFactors.userId });
    return spent.length === 1;
  },
  async confirm({ db }, userId, { sealedSecret, at, recoveryHashes }) {
    const waits = and(
      eq(totpFactors.userId, userId),
      eq(totpFactors.sealedSecret, sealedSecret),
      isNull(totpFactors.confirmedAt),
    );
    const confirmed = await db.update(totpFactors).set({ confirmedAt: at }).where(waits).returning();
    if (confirmed.length === 0) return false;
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await db.insert(recoveryCodes).values(recoveryHashes.map((codeHash) => ({ id: randomUUID(), userId, codeHash })));
    return true;
  },
  async spendRecovery(userId, codeHash, at) {
    const spent = await database.db
      .update(recoveryCodes)
      .set({ usedAt: at })
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
      .returning({ id: recoveryCodes.id });
    return spent.length === 1;
  },
  async cancelRemoval(userId) {
    await database.db.delete(factorRemovals).where(eq(factorRemovals.userId, userId));
  },
  async remove({ db }, userId) {
    await db.delete(totpFactors).where(eq(totpFactors.userId, userId));
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  },
});
