import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { trialUses } from "../../platform/db/schema/billing.ts";
import type { TrialStore } from "./trial.store.ts";

export const createTrialStore = ({ db, transaction }: Database): TrialStore => ({
  transaction,
  async holdPerson(tx, userId) {
    const [row] = await tx.db
      .select({ phone: users.phone })
      .from(users)
      .where(eq(users.id, userId))
      .for("no key update");
    return { phone: row?.phone ?? null };
  },
  async isUsed(tx, userId, phoneHash) {
    const isOwn = eq(trialUses.userId, userId);
    const isMet = phoneHash === null ? isOwn : or(isOwn, eq(trialUses.phoneHash, phoneHash));
    return (await tx.db.select({ id: trialUses.userId }).from(trialUses).where(isMet).limit(1)).length === 1;
  },
  async take(tx, use) {
    const added = await tx.db.insert(trialUses).values(use).onConflictDoNothing().returning({ id: trialUses.userId });
    return added.length === 1;
  },
  async listLateNumbers(most) {
    const rows = await db
      .select({ userId: users.id, phone: users.phone })
      .from(trialUses)
      .innerJoin(users, eq(users.id, trialUses.userId))
      .where(and(isNull(trialUses.phoneHash), isNotNull(users.phone)))
      .limit(most);
    return rows.flatMap(({ userId, phone }) => (phone === null ? [] : [{ userId, phone }]));
  },
  async noteNumber(userId, phoneHash) {
    const isKnown = sql`exists (select 1 from ${trialUses} t where t.phone_hash = ${phoneHash})`;
    await db
      .update(trialUses)
      .set({ phoneHash })
      .where(and(eq(trialUses.userId, userId), isNull(trialUses.phoneHash), sql`not ${isKnown}`));
  },
});
