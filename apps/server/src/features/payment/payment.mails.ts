import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";
import type { Placement } from "./placement.ts";

const RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 2 });
const money = (amount: Paise): string => RUPEES.format(amount / PAISE_PER_RUPEE);
const WHOLE_RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 0 });
const wholeRupees = (amount: Paise): string => WHOLE_RUPEES.format(amount / PAISE_PER_RUPEE);
const DAY_IN_INDIA = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });
const dayOf = (instant: EpochMs): string => DAY_IN_INDIA.format(instant);

/** MONTHLY becomes Monthly. */
export const planTitle = (plan: string): string => `${plan.charAt(0)}${plan.slice(1).toLowerCase()}`;

export interface Receipt {
  readonly to: Mail["to"];
  readonly plan: string;
  readonly band: Paise;
  readonly amount: Paise;
  readonly placement: Placement;
  readonly invoiceNumber: string;
  readonly billingUrl: string;
}

/** What was bought, from when to when, and where everything that is paid for ends. */
function placeWords({ plan, band, placement }: Receipt): string {
  const { startsAt, endsAt, isRunning, coveredUntil } = placement;
  const what = `Your ${planTitle(plan).toLowerCase()} plan with a capital of up to ${wholeRupees(band)}`;
  const runs = isRunning
    ? `${what} runs from today, ${dayOf(startsAt)}, to ${dayOf(endsAt)}.`
    : `${what} begins on ${dayOf(startsAt)}, when what you have now ends, and runs to ${dayOf(endsAt)}.`;
  if (coveredUntil <= endsAt) return runs;
  return `${runs} Days you paid for before follow it at their own band; all in all you are covered until ${dayOf(coveredUntil)}.`;
}

export function receiptMail(receipt: Receipt): Mail {
  const { to, amount, placement, invoiceNumber, billingUrl } = receipt;
  const state = placement.isRunning ? "is active" : `begins on ${dayOf(placement.startsAt)}`;
  const { text, html } = renderMail({
    heading: `Thank you, your subscription ${state}`,
    paragraphs: [
      placeWords(receipt),
      `We received ${money(amount)}. Your invoice ${invoiceNumber} is in your dashboard under Subscription:`,
      billingUrl,
    ],
    closing: brand.riskDisclosure,
  });
  return { to, subject: `Your ${brand.name} subscription ${state}`, text, html };
}

export function ebookMail(given: {
  readonly to: Mail["to"];
  readonly downloadUrl: string;
  readonly invoiceUrl: string;
  readonly invoiceNumber: string;
  readonly days: number;
}): Mail {
  const { to, downloadUrl, invoiceUrl, invoiceNumber, days } = given;
  return {
    to,
    subject: `Your ${brand.name} e-book`,
    ...renderMail({
      heading: "Your e-book is ready",
      paragraphs: [
        `Download it here; the address works for ${days} days:`,
        downloadUrl,
        `Your invoice ${invoiceNumber}:`,
        invoiceUrl,
      ],
      closing: `Write to ${brand.supportEmail} if a download fails; we send you a new address.`,
    }),
  };
}

/** To the people who run the product. */
export function payoutMail(given: {
  readonly refundId: string;
  readonly amount: Paise;
  readonly paymentId: string;
}): Mail {
  return {
    to: { name: brand.name, address: brand.supportEmail },
    subject: `Payout needed: ${money(given.amount)}`,
    ...renderMail({
      heading: "A refund has to be paid out by hand",
      paragraphs: [
        `The payment provider does not take a refund of ${money(given.amount)} for payment ${given.paymentId}.`,
        `Transfer it to the customer and settle payout ${given.refundId}.`,
      ],
      closing: "The credit note is written when the payout is settled.",
    }),
  };
}
