import { TRIAL_PLAN } from "@vriddhi/core/billing/plans";
import { and, eq, gt, gte, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database, Tx } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import { trialKeys, trialUses } from "../../platform/db/schema/billing.ts";
import { brokerLinks } from "../../platform/db/schema/broker.ts";
import { subscriptionPeriods } from "../../platform/db/schema/subscription.ts";
import type { TrialStore } from "./trial.store.ts";

const ofTrial = (userId: string) =>
  and(eq(subscriptionPeriods.userId, userId), eq(subscriptionPeriods.plan, TRIAL_PLAN));

const accountsOf = (tx: Tx, userId: string) =>
  tx.db
    .select({ broker: brokerLinks.broker, clientId: brokerLinks.clientId })
    .from(brokerLinks)
    .where(eq(brokerLinks.userId, userId));

export const createTrialStore = ({ db, transaction }: Database): TrialStore => ({
  transaction,
  async holdPerson(tx, userId) {
    const [person] = await tx.db
      .select({ email: users.email, phone: users.phone })
      .from(users)
      .where(eq(users.id, userId))
      .for("no key update");
    return { email: person?.email ?? "", phone: person?.phone ?? null, accounts: await accountsOf(tx, userId) };
  },
  accountsOf,
  async hadTrial(tx, userId) {
    return (
      (await tx.db.select({ id: trialUses.userId }).from(trialUses).where(eq(trialUses.userId, userId))).length === 1
    );
  },
  async take(tx, use) {
    const added = await tx.db.insert(trialUses).values(use).onConflictDoNothing().returning({ id: trialUses.userId });
    return added.length === 1;
  },
  async noteKeys(tx, userId, keys, at) {
    let areAllOwn = true;
    for (const hash of keys) {
      await tx.db.insert(trialKeys).values({ hash, userId, notedAt: at }).onConflictDoNothing();
      const isForeign = and(eq(trialKeys.hash, hash), ne(trialKeys.userId, userId));
      if ((await tx.db.select({ hash: trialKeys.hash }).from(trialKeys).where(isForeign)).length > 0) areAllOwn = false;
    }
    return areAllOwn;
  },
  async endTrial(tx, userId, now) {
    const dropped = await tx.db
      .delete(subscriptionPeriods)
      .where(and(ofTrial(userId), gte(subscriptionPeriods.startsAt, now)))
      .returning({ id: subscriptionPeriods.id });
    const cut = await tx.db
      .update(subscriptionPeriods)
      .set({ endsAt: now })
      .where(and(ofTrial(userId), lt(subscriptionPeriods.startsAt, now), gt(subscriptionPeriods.endsAt, now)))
      .returning({ id: subscriptionPeriods.id });
    if (dropped.length + cut.length === 0) return null;
    const [person] = await tx.db
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, userId));
    return person ?? null;
  },
  listIncomplete: (most) =>
    db
      .select({ userId: trialUses.userId, startedAt: trialUses.startedAt })
      .from(trialUses)
      .innerJoin(users, eq(users.id, trialUses.userId))
      .where(
        and(
          isNull(users.deletedAt),
          or(
            and(isNull(trialUses.phoneHash), isNotNull(users.phone)),
            sql`not exists (select 1 from ${trialKeys} k where k.user_id = ${trialUses.userId})`,
          ),
        ),
      )
      .limit(most),
  async noteNumber(tx, userId, phoneHash) {
    const isKnown = sql`exists (select 1 from ${trialUses} t where t.phone_hash = ${phoneHash})`;
    await tx.db
      .update(trialUses)
      .set({ phoneHash })
      .where(and(eq(trialUses.userId, userId), isNull(trialUses.phoneHash), sql`not ${isKnown}`));
  },
});
