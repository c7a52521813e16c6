import { daysUntil, REMINDER_DAYS, reminderDue } from "@vriddhi/core/billing/reminder";
import { subscriptionAt } from "@vriddhi/core/billing/subscription";
import { DAY_MS, type EpochMs, later } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { DraftMail } from "../../platform/mail/mail.ts";
import type { NotifySubscriber } from "../../platform/mail/subscription-notice.ts";
import { expiredMail, reminderMail } from "./subscription.mails.ts";
import type { EndingSubscription, SubscriptionStore } from "./subscription.store.ts";

const EXPIRED = "expired";
/** A day more than the first reminder, because days are counted in midnights. */
const LOOK_AHEAD_MS = (REMINDER_DAYS[0] + 1) * DAY_MS;

export interface NoticeDeps {
  readonly store: SubscriptionStore;
  readonly notifySubscriber: NotifySubscriber;
  readonly plansUrl: string;
}

/** Notifies users of a subscription end that is near or past, each once; idempotent. */
export function createSubscriptionNotices({ store, notifySubscriber, plansUrl }: NoticeDeps) {
  const notify = (notice: Parameters<SubscriptionStore["note"]>[1], mail: DraftMail): Promise<void> =>
    store.transaction(async (tx) => {
      const { userId, kind, day } = notice;
      if (await store.note(tx, notice))
        await notifySubscriber(tx, { userId, key: `${kind}:${day}`, mail, isMailOwed: false });
    });

  async function remind({ userId, name, email }: EndingSubscription, now: EpochMs): Promise<void> {
    const { cover } = subscriptionAt(await store.periodsOf(userId), now);
    const due = cover && reminderDue(cover, now);
    if (cover === null || due === null) return;
    const { endsAt } = cover;
    const notice = { userId, kind: `reminder-${due}`, day: istDateOf(endsAt), at: now };
    const mail = reminderMail({
      to: { name, address: email },
      endsAt,
      plansUrl,
      daysLeft: daysUntil(endsAt, now),
    });
    await notify(notice, mail);
  }

  async function tellEnd({ userId, name, email, endsAt }: EndingSubscription, now: EpochMs): Promise<void> {
    const notice = { userId, kind: EXPIRED, day: istDateOf(endsAt), at: now };
    await notify(notice, expiredMail({ to: { name, address: email }, endsAt, plansUrl }));
  }

  return {
    async run(now: EpochMs): Promise<void> {
      for (const ending of await store.listEnding(now, later(now, LOOK_AHEAD_MS))) await remind(ending, now);
      for (const ended of await store.listEnded(now, EXPIRED)) await tellEnd(ended, now);
    },
  };
}
