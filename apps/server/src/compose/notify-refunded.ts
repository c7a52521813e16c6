import { refundedMail, surplusMail } from "../features/payment/payment.mails.ts";
import type { RefundDeps } from "../features/payment/refund.service.ts";
import type { Delivery } from "../features/payment/settlement.ts";
import type { SubscriptionService } from "../features/subscription/subscription.service.ts";
import type { PostMail } from "../platform/mail/mail.ts";
import type { NotifySubscriber } from "../platform/mail/subscription-notice.ts";
import { mailboxOf } from "./notify-by-id.ts";

/** A plan's buyer is notified on the purchase's channels; other buyers by mail, guests at the paying address. */
export const createNotifyRefunded =
  (
    postMail: PostMail,
    notifySubscriber: NotifySubscriber,
    aheadOf: SubscriptionService["aheadOf"],
  ): RefundDeps["notifyRefunded"] =>
  async (tx, refund) => {
    const { userId, kind, buyerEmail } = refund.order;
    if (userId === null) {
      if (buyerEmail === null || buyerEmail === "") return;
      return postMail(
        tx,
        refundedMail({ ...refund, to: { name: "", address: buyerEmail }, remainingPlans: [], isGuest: true }),
      );
    }
    const to = await mailboxOf(tx, userId);
    if (to === null) return;
    const mail = refundedMail({ ...refund, to, remainingPlans: await aheadOf(tx, userId), isGuest: false });
    if (kind !== "plan") return postMail(tx, mail);
    await notifySubscriber(tx, { userId, key: `refunded:${refund.refundId}`, mail, isMailOwed: true });
  };

/** A plan's buyer is notified on the purchase's channels, a guest at the paying address. */
export const createNotifySurplus =
  (postMail: PostMail, notifySubscriber: NotifySubscriber): Delivery["notifySurplus"] =>
  async (tx, { userId, kind, plan, buyerEmail }, { email, ...surplus }) => {
    if (userId === null) {
      const address = email ?? buyerEmail ?? "";
      if (address !== "") await postMail(tx, surplusMail({ ...surplus, to: { name: "", address }, plan: null }));
      return;
    }
    const to = await mailboxOf(tx, userId);
    if (to === null) return;
    if (kind !== "plan") return postMail(tx, surplusMail({ ...surplus, to, plan: null }));
    const mail = surplusMail({ ...surplus, to, plan });
    await notifySubscriber(tx, { userId, key: `surplus:${surplus.paymentId}`, mail, isMailOwed: true });
  };
