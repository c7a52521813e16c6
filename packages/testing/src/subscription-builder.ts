import type { SubscriptionPeriod } from "@vriddhi/core/billing/subscription";
import { rupees } from "@vriddhi/core/shared/money";
import { DAY_MS, later } from "@vriddhi/core/time/clock";
import { VIRTUAL_START } from "./virtual-clock.ts";

export function aSubscriptionPeriod(given: Partial<SubscriptionPeriod> = {}): SubscriptionPeriod {
  const startsAt = given.startsAt ?? VIRTUAL_START;
  return {
    id: "period-1",
    purchaseId: given.id ?? "period-1",
    plan: "MONTHLY",
    startsAt,
    endsAt: later(startsAt, 30 * DAY_MS),
    band: rupees(50_000),
    paymentId: "pay_1",
    ...given,
  };
}
