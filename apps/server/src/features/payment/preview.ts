import { NO_DISCOUNT } from "@vriddhi/core/billing/coupon";
import { bandForOrder, planLengthMs } from "@vriddhi/core/billing/plans";
import type { Purchase } from "@vriddhi/core/billing/purchase";
import type { PurchasePreview } from "@vriddhi/core/billing/purchase-preview";
import type { SubscriptionPeriod } from "@vriddhi/core/billing/subscription";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";

const toPeriod = ({ plan, band, startsAt, endsAt }: SubscriptionPeriod) => ({
  plan,
  capital_upper_band: band / PAISE_PER_RUPEE,
  start_date: toTimestamp(startsAt),
  end_date: toTimestamp(endsAt),
});

function toRunning({ period, pausedUntil, endsAt }: NonNullable<PurchasePreview["running"]>) {
  const { plan, capital_upper_band, start_date, end_date } = toPeriod(period);
  return {
    plan,
    capital_upper_band,
    start_date,
    end_date,
    effect: pausedUntil === null ? ("goes_on" as const) : ("pauses" as const),
    resumes: pausedUntil === null ? null : toTimestamp(pausedUntil),
    ends: toTimestamp(endsAt),
  };
}

function toReply({ plan, band }: Purchase, { bought, coveredUntil, running, timeline }: PurchasePreview) {
  const startsFirst = timeline[0]?.isThisPurchase === true;
  return {
    plan,
    capital_upper_band: band / PAISE_PER_RUPEE,
    start_date: toTimestamp(bought.startsAt),
    end_date: toTimestamp(bought.endsAt),
    begins: startsFirst ? ("at_once" as const) : ("later" as const),
    covered_until: toTimestamp(coveredUntil),
    running: running && toRunning(running),
    timeline: timeline.map((period) => {
      const { plan: name, capital_upper_band, start_date, end_date } = toPeriod(period);
      return { plan: name, capital_upper_band, start_date, end_date, is_this_purchase: period.isThisPurchase };
    }),
  };
}

export const createPreviewHandler =
  (
    preview: (userId: string, purchase: Purchase) => Promise<PurchasePreview>,
  ): Handlers<"previewPurchase">["previewPurchase"] =>
  async ({ caller, query }) => {
    const { plan_name: plan, max_capital: maxCapitalRupees, amount: amountRupees } = query;
    const band = bandForOrder({ plan, maxCapitalRupees, amountRupees, discount: NO_DISCOUNT });
    if (!band) return err("amount_wrong");
    const purchase = { plan, lengthMs: planLengthMs(plan), band: band.band };
    return ok(toReply(purchase, await preview(caller.userId, purchase)));
  };
