import { ok } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { DeskHealthStore } from "./desk-health.store.ts";

export interface DeskHealthDeps {
  readonly store: DeskHealthStore;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
}

const orNull = (at: EpochMs | null): string | null => (at === null ? null : toTimestamp(at));

export const deskHealthHandlers = (deps: DeskHealthDeps): Handlers<"readDeskHealth"> => ({
  async readDeskHealth() {
    const [now, marketNow] = [deps.humanClock.now(), deps.marketClock.now()];
    const health = await deps.store.read(now);
    const { orders, mornings } = health;
    return ok({
      at: toTimestamp(now),
      feeds: health.feeds.map(({ desk, lastTickAt }) => ({
        desk,
        last_tick_at: orNull(lastTickAt),
        age_s: lastTickAt === null ? null : Math.max(0, marketNow - lastTickAt) / SECOND_MS,
      })),
      queues: health.queues.map(({ name, waiting, oldestS }) => ({ name, waiting, oldest_s: oldestS })),
      orders: {
        trading_day: orders.tradingDay,
        sent: orders.sent,
        p50_ms: orders.p50Ms,
        p99_ms: orders.p99Ms,
        unknown: orders.unknown,
        stuck: orders.stuck,
      },
      failed_logins: health.failedLogins,
      mornings: { trading_day: mornings.tradingDay, ready: mornings.ready, reasons: [...mornings.reasons] },
      scheduler_beat_at: orNull(health.schedulerBeatAt),
      buckets_covered: health.bucketsCovered,
      buckets_without_worker: health.bucketsWithoutWorker,
    });
  },
});
