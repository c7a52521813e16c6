import type { PeriodReply } from "@vriddhi/contract/subscription";
import type { SubscriptionPeriod } from "@vriddhi/core/billing/subscription";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { subscriptionReplies } from "./subscription.messages.ts";
import type { PendingPayment, SubscriptionService } from "./subscription.service.ts";

const toPeriodReply = ({ plan, band, startsAt, endsAt }: SubscriptionPeriod): PeriodReply => ({
  plan,
  capital_upper_band: band / PAISE_PER_RUPEE,
  start_date: toTimestamp(startsAt),
  end_date: toTimestamp(endsAt),
});

const toPendingReply = ({ plan, band, amount, since }: PendingPayment) => ({
  plan,
  capital_upper_band: band / PAISE_PER_RUPEE,
  amount: amount / PAISE_PER_RUPEE,
  since: toTimestamp(since),
});

const planShown = (pending: PendingPayment | null, period: SubscriptionPeriod | null, status: string) =>
  (status === "pending" ? (pending?.plan ?? period?.plan) : period?.plan) ?? null;

export const subscriptionHandlers = (
  service: SubscriptionService,
): Handlers<"readSubscription" | "cancelSubscription" | "resumeSubscription"> => ({
  async readSubscription({ caller }) {
    const { period, running, following, cover, status, pendingPayment, daysRemaining, hoursRemaining } =
      await service.of(caller.userId);
    return ok({
      id: period?.id ?? null,
      user_id: caller.userId,
      plan: planShown(pendingPayment, period, status),
      start_date: cover && toTimestamp(cover.startsAt),
      end_date: cover && toTimestamp(cover.endsAt),
      is_active: status === "active",
      payment_id: period?.paymentId ?? null,
      has_subscription: period !== null,
      days_remaining: daysRemaining,
      hours_remaining: hoursRemaining,
      status,
      capital_upper_band: running && running.band / PAISE_PER_RUPEE,
      running: running && toPeriodReply(running),
      following: following.map(toPeriodReply),
      pending_payment: pendingPayment && toPendingReply(pendingPayment),
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
