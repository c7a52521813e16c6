import { paise } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import { SUBSCRIPTION_PATH } from "@vriddhi/core/site/dashboard-path";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { formatMoney, formatPeriod, REFUND_WAY } from "../../platform/mail/mail-format.ts";
import type { GuaranteeResult } from "./guarantee.store.ts";

export function guaranteeMail(to: DraftMail["to"], result: GuaranteeResult): DraftMail {
  const { plan, gross, fee, evidence, outcome } = result;
  const way =
    outcome === "refund"
      ? REFUND_WAY
      : "The payment is too old to be sent back the way you paid, so our team will transfer it to you and will write to you about it.";
  return {
    to,
    subject: `Your ${brand.name} fee is refunded`,
    parts: {
      heading: "Your fee is refunded",
      paragraphs: [
        `Your connected account shows a gross result of ${formatMoney(gross ?? paise(0))}. As promised, the whole fee of ${formatMoney(fee)} for your ${plan.toLowerCase()} plan is refunded.`,
        way,
      ],
      facts: [
        ["Refund", formatMoney(fee)],
        // A period replaced by a larger plan has several parts.
        ...evidence.map(({ from, to: until }) => ["Period", formatPeriod(from, until)] as const),
        ["Gross result", formatMoney(gross ?? paise(0))],
      ],
      hasFactsFirst: true,
      button: { label: "See the calculation", leadsTo: SUBSCRIPTION_PATH },
      closing: "The figures behind this are in your dashboard under Subscription.",
      reason: "You get this mail because a period that you paid for has ended.",
    },
  };
}
