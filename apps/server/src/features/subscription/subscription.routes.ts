import { ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { subscriptionReplies } from "./subscription.messages.ts";
import type { SubscriptionService } from "./subscription.service.ts";

export const subscriptionHandlers = (
  service: SubscriptionService,
): Handlers<"readSubscription" | "cancelSubscription" | "resumeSubscription"> => ({
  async readSubscription({ caller }) {
    const { period, status, waitingPlan, daysRemaining, hoursRemaining } = await service.of(caller.userId);
    return ok({
      id: period?.id ?? null,
      user_id: caller.userId,
      plan: waitingPlan ?? period?.plan ?? null,
      start_date: period ? toTimestamp(period.startsAt) : null,
      end_date: period ? toTimestamp(period.endsAt) : null,
      is_active: status === "active",
      payment_id: period?.paymentId ?? null,
      has_subscription: period !== null,
      days_remaining: daysRemaining,
      hours_remaining: hoursRemaining,
      status,
    });
  },
  async cancelSubscription({ caller }) {
    const changed = await service.setReminded(caller.userId, false);
    return changed.ok ? ok({ message: subscriptionReplies.cancelled, reminders: false }) : changed;
  },
  async resumeSubscription({ caller }) {
    const changed = await service.setReminded(caller.userId, true);
    return changed.ok ? ok({ message: subscriptionReplies.resumed, reminders: true }) : changed;
  },
});
