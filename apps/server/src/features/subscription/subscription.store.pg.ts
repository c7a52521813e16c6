import { paise } from "@vriddhi/core/shared/money";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { subscriptionPeriods } from "../../platform/db/schema/subscription.ts";
import type { SubscriptionStore } from "./subscription.store.ts";

export function createSubscriptionStore({ db }: Database): SubscriptionStore {
  const select = db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.userId, sql.placeholder("userId")))
    .prepare("periods-of-user");
  return {
    async periodsOf(userId) {
      const rows = await select.execute({ userId });
      return rows.map(({ bandPaise, ...row }) => ({ ...row, band: paise(bandPaise) }));
    },
  };
}
