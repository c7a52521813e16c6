import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";

const RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 2 });
const money = (amount: Paise): string => RUPEES.format(amount / PAISE_PER_RUPEE);

export function receiptMail(given: {
  readonly to: Mail["to"];
  readonly amount: Paise;
  readonly invoiceNumber: string;
  readonly billingUrl: string;
}): Mail {
  const { to, amount, invoiceNumber, billingUrl } = given;
  return {
    to,
    subject: `Your ${brand.name} subscription is active`,
    ...renderMail({
      heading: "Thank you, your subscription is active",
      paragraphs: [
        `We received ${money(amount)}. Your invoice ${invoiceNumber} is in your dashboard under Subscription:`,
        billingUrl,
      ],
      closing: brand.riskDisclosure,
    }),
  };
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
