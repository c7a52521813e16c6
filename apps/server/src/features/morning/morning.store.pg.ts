import { eq } from "drizzle-orm";
import { users } from "../../platform/db/schema/account.ts";
import { dayStarts } from "../../platform/db/schema/schedule.ts";
import type { MorningStore } from "./morning.store.ts";

export const createMorningStore = (): MorningStore => ({
  async contactOf(tx, userId) {
    const [found] = await tx.db.select({ name: users.name, address: users.email }).from(users).where(eq(users.id, userId));
    return found ?? null;
  },
  async recordStart(tx, linkId, day, at) {
    await tx.db.insert(dayStarts).values({ linkId, tradingDay: day, at });
  },
});
