import { INCIDENT_AFTER_MS } from "@vriddhi/core/site/service-status";
import { later, type MarketClock } from "@vriddhi/core/time/clock";
import type { Database } from "../../platform/db/database.ts";
import { createServiceStatusStore } from "./service-status.store.pg.ts";

/** Called by each worker when the database is back; a short outage is no incident. */
export async function recordOutage(database: Database, clock: MarketClock, lengthMs: number): Promise<void> {
  if (lengthMs < INCIDENT_AFTER_MS) return;
  const now = clock.now();
  await createServiceStatusStore(database).addOutage(later(now, -lengthMs), now);
}
