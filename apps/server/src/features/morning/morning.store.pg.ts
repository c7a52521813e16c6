import { dayStarts } from "../../platform/db/schema/schedule.ts";
import type { MorningStore } from "./morning.store.ts";

export const createMorningStore = (): MorningStore => ({
  async recordStart(tx, linkId, day, at) {
    await tx.db.insert(dayStarts).values({ linkId, tradingDay: day, at });
  },
});
