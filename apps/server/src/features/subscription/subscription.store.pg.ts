import { randomUUID } from "node:crypto";
import { TRIAL_PLAN } from "@vriddhi/core/billing/plans";
import { paise } from "@vriddhi/core/shared/money";
import { eq, sql } from "drizzle-orm";
import type { Database, Tx } from "../../platform/db/database.ts";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { users } from "../../platform/db/schema/account.ts";
import { billingNotices, remindersOff } from "../../platform/db/schema/billing.ts";
import { subscriptionPeriods } from "../../platform/db/schema/subscription.ts";
import type { EndingSubscription, OwnedPeriod, SubscriptionStore } from "./subscription.store.ts";

type Row = typeof subscriptionPeriods.$inferSelect;

/** A user has at most one trial, so its plan identifies it. */
const purchaseOf = ({ id, orderId, plan }: Row): string => orderId ?? (plan === TRIAL_PLAN ? TRIAL_PLAN : id);

const toPeriod = (row: Row): OwnedPeriod => ({
  id: row.id,
  purchaseId: purchaseOf(row),
  plan: row.plan,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  band: paise(row.bandPaise),
  paymentId: row.paymentId,
  orderId: row.orderId,
});

interface EndingRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly ends_at: Date;
}

const toEnding = ({ user_id, name, email, ends_at }: EndingRow): EndingSubscription => ({
  userId: user_id,
  name,
  email,
  endsAt: fromTimestamp(ends_at),
});

/** The last period of each user; periods have no gaps, so its end is the subscription's end. */
const LAST_PERIODS = `
  SELECT u.id AS user_id, u.name, u.email, last.ends_at
  FROM users u
  CROSS JOIN LATERAL (
    SELECT p.ends_at FROM subscription_periods p WHERE p.user_id = u.id ORDER BY p.ends_at DESC LIMIT 1
  ) last
  WHERE u.deleted_at IS NULL`;

const ENDING = `${LAST_PERIODS} AND last.ends_at > $1 AND last.ends_at <= $2
  AND NOT EXISTS (SELECT 1 FROM reminders_off r WHERE r.user_id = u.id)`;

const ENDED = `${LAST_PERIODS} AND last.ends_at <= $1
  AND NOT EXISTS (
    SELECT 1 FROM billing_notices n
    WHERE n.user_id = u.id AND n.kind = $2 AND n.day = (last.ends_at AT TIME ZONE 'Asia/Kolkata')::date)`;

const apply: SubscriptionStore["apply"] = async ({ db }, userId, changes, grant) => {
  const rows = await db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.userId, userId));
  for (const { id, startsAt, endsAt } of changes.moved)
    await db.update(subscriptionPeriods).set({ startsAt, endsAt }).where(eq(subscriptionPeriods.id, id));
  for (const id of changes.dropped) await db.delete(subscriptionPeriods).where(eq(subscriptionPeriods.id, id));
  for (const { of, startsAt, endsAt } of changes.continued) {
    const whole = rows.find((row) => row.id === of);
    if (whole) await db.insert(subscriptionPeriods).values({ ...whole, id: randomUUID(), startsAt, endsAt });
  }
  if (!changes.bought || !grant) return;
  const { plan, band, orderId, paymentId } = grant;
  const bought = { id: randomUUID(), userId, plan, bandPaise: band, orderId, paymentId, ...changes.bought };
  await db.insert(subscriptionPeriods).values(bought);
};

export function createSubscriptionStore({ db, pool, transaction }: Database): SubscriptionStore {
  const select = db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.userId, sql.placeholder("userId")))
    .prepare("periods-of-user");
  return {
    transaction,
    periodsOf: async (userId) => (await select.execute({ userId })).map(toPeriod),
    async holdPeriods(tx: Tx, userId) {
      await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
      const rows = await tx.db.select().from(subscriptionPeriods).where(eq(subscriptionPeriods.userId, userId));
      return rows.map(toPeriod);
    },
    apply,
    async isReminded(userId) {
      return (await db.select().from(remindersOff).where(eq(remindersOff.userId, userId))).length === 0;
    },
    async setReminded(userId, isWanted, at) {
      if (isWanted) await db.delete(remindersOff).where(eq(remindersOff.userId, userId));
      else await db.insert(remindersOff).values({ userId, at }).onConflictDoNothing();
    },
    async wantReminders(tx, userId) {
      await tx.db.delete(remindersOff).where(eq(remindersOff.userId, userId));
    },
    async listEnding(now, until) {
      const { rows } = await pool.query<EndingRow>(ENDING, [toTimestamp(now), toTimestamp(until)]);
      return rows.map(toEnding);
    },
    async listEnded(now, kind) {
      const { rows } = await pool.query<EndingRow>(ENDED, [toTimestamp(now), kind]);
      return rows.map(toEnding);
    },
    async note(tx, notice) {
      const added = await tx.db
        .insert(billingNotices)
        .values(notice)
        .onConflictDoNothing()
        .returning({ kind: billingNotices.kind });
      return added.length === 1;
    },
  };
}
