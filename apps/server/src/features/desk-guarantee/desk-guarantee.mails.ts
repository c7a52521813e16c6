import type { Paise } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import { SUBSCRIPTION_PATH } from "@vriddhi/core/site/dashboard-path";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { formatMoney, formatPeriod, REFUND_WAY } from "../../platform/mail/mail-format.ts";
import type { HeldCase } from "./desk-guarantee.store.ts";

const REASON = "You get this mail because a period that you paid for has ended.";

export const grantedMail = (
  to: DraftMail["to"],
  { plan, period, fee }: Pick<HeldCase, "plan" | "period" | "fee">,
  isPayout: boolean,
): DraftMail => ({
  to,
  subject: `Your ${brand.name} fee is refunded`,
  parts: {
    heading: "Your fee is refunded",
    paragraphs: [
      `We checked a period that you paid for again, and refund the whole fee of ${formatMoney(fee)} for your ${plan.toLowerCase()} plan.`,
      isPayout
        ? "The payment is too old to be sent back the way you paid, so our team will transfer it to you and will write to you about it."
        : REFUND_WAY,
    ],
    facts: [
      ["Refund", formatMoney(fee)],
      ["Period", formatPeriod(period.from, period.to)],
    ],
    hasFactsFirst: true,
    button: { label: "See it in your dashboard", leadsTo: SUBSCRIPTION_PATH },
    closing: "Your payments and refunds are in your dashboard under Subscription.",
    reason: REASON,
  },
});

export const settledMail = (to: DraftMail["to"], amount: Paise, reference: string): DraftMail => ({
  to,
  subject: `${formatMoney(amount)} was transferred to you`,
  parts: {
    heading: "Your refund was transferred",
    paragraphs: [`We have transferred ${formatMoney(amount)} to you. Banks usually show it within one working day.`],
    facts: [
      ["Amount", formatMoney(amount)],
      ["Reference", reference],
    ],
    hasFactsFirst: true,
    button: { label: "See it in your dashboard", leadsTo: SUBSCRIPTION_PATH },
    closing: "If it has not arrived after two working days, write to our support and name the reference.",
    reason: "You get this mail because a payment of yours was refunded.",
  },
});
