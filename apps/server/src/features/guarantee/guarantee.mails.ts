import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";
import type { GuaranteeResult } from "./guarantee.store.ts";

const RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const DAY_IN_INDIA = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });

/** A period that made way for a higher band has several parts. */
const AND = new Intl.ListFormat("en-IN", { type: "conjunction" });

export function guaranteeMail(to: Mail["to"], result: GuaranteeResult): Mail {
  const { gross, fee, evidence, outcome } = result;
  const spans = evidence.map(({ from, to }) => `${DAY_IN_INDIA.format(from)} to ${DAY_IN_INDIA.format(to)}`);
  const way =
    outcome === "refund"
      ? "It goes back the way you paid, usually within 5 to 7 working days."
      : "The payment is too old to be sent back the way you paid, so our team will transfer it to you and will write to you about it.";
  return {
    to,
    subject: `Your ${brand.name} fee is refunded`,
    ...renderMail({
      heading: "Your fee is refunded",
      paragraphs: [
        `From ${AND.format(spans)} your connected account shows a gross result of ${RUPEES.format((gross ?? 0) / PAISE_PER_RUPEE)}. As promised, the whole fee of ${RUPEES.format(fee / PAISE_PER_RUPEE)} is refunded.`,
        way,
      ],
      closing: "The figures it was judged by are in your dashboard under Subscription.",
    }),
  };
}
