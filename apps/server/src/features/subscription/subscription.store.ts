import type { SubscriptionPeriod } from "@vriddhi/core/billing/subscription";

export interface SubscriptionStore {
  periodsOf(userId: string): Promise<readonly SubscriptionPeriod[]>;
}
