import { type SubscriptionView, subscriptionAt } from "@vriddhi/core/billing/subscription";
import type { MarketClock } from "@vriddhi/core/time/clock";
import type { SubscriptionStore } from "./subscription.store.ts";

export interface SubscriptionService {
  of(userId: string): Promise<SubscriptionView>;
  /** The plan that runs now. */
  planOf(userId: string): Promise<string | null>;
}

export function createSubscriptionService(store: SubscriptionStore, clock: MarketClock): SubscriptionService {
  const of = async (userId: string) => subscriptionAt(await store.periodsOf(userId), clock.now());
  return {
    of,
    async planOf(userId) {
      const view = await of(userId);
      return view.status === "active" && view.period ? view.period.plan : null;
    },
  };
}
