import { GST_PERCENT } from "@vriddhi/core/billing/gst";
import type { Span } from "@vriddhi/core/billing/subscription";
import type { Paise } from "@vriddhi/core/shared/money";
import { brand } from "@vriddhi/core/site/brand";
import { SUBSCRIPTION_PATH } from "@vriddhi/core/site/dashboard-path";
import type { DraftMail } from "../../platform/mail/mail.ts";
import {
  formatLongDay,
  formatMoney,
  formatPeriod,
  formatWholeMoney,
  REFUND_WAY,
} from "../../platform/mail/mail-format.ts";
import type { MailFact } from "../../platform/mail/mail-layout.ts";
import type { OrderKind } from "./order.store.ts";
import type { PeriodPlacement } from "./placement.ts";

/** MONTHLY becomes Monthly. */
export const planTitle = (plan: string): string => `${plan.charAt(0)}${plan.slice(1).toLowerCase()}`.replace("_", " ");

interface Bought {
  readonly plan: string;
  readonly band: Paise;
}

const titleOf = ({ plan, band }: Bought): string => `${planTitle(plan)}, to ${formatWholeMoney(band)}`;
const planLabel = ({ plan, band }: Bought): string =>
  `${planTitle(plan).toLowerCase()} plan (up to ${formatWholeMoney(band)})`;

interface PaidFor {
  readonly to: DraftMail["to"];
  readonly orderId: string;
  readonly amount: Paise;
  readonly tax: Paise;
  readonly invoiceNumber: string;
}

export interface Receipt extends PaidFor {
  readonly plan: string;
  readonly band: Paise;
  readonly placement: PeriodPlacement;
}

function placementSentence({ plan, band, placement }: Receipt): string {
  const { startsAt, endsAt, isRunning, coveredUntil } = placement;
  const what = `Your ${planTitle(plan).toLowerCase()} plan with a capital of up to ${formatWholeMoney(band)}`;
  const runs = isRunning
    ? `${what} runs from today, ${formatLongDay(startsAt)}, to ${formatLongDay(endsAt)}.`
    : `${what} begins on ${formatLongDay(startsAt)}, when your current plan ends, and runs to ${formatLongDay(endsAt)}.`;
  if (coveredUntil <= endsAt) return runs;
  return `${runs} What you bought before follows it; in total you are covered until ${formatLongDay(coveredUntil)}.`;
}

const INVOICES_STAY = "Your invoices keep the dates they were issued with.";

const movedFacts = (moved: PeriodPlacement["moved"]): readonly MailFact[] =>
  moved.map(({ from, to, ...bought }) => [
    `Moved: ${titleOf(bought)}`,
    `from ${formatPeriod(from.startsAt, from.endsAt)} to ${formatPeriod(to.startsAt, to.endsAt)}`,
  ]);

export function receiptMail(receipt: Receipt): DraftMail {
  const { to, orderId, plan, band, amount, tax, placement, invoiceNumber } = receipt;
  const state = placement.isRunning ? "is active" : `begins on ${formatLongDay(placement.startsAt)}`;
  return {
    to,
    subject: `Your ${brand.name} subscription ${state}`,
    attachment: { kind: "invoice", orderId },
    parts: {
      heading: `Thank you, your subscription ${state}`,
      paragraphs: [
        placementSentence(receipt),
        ...(placement.moved.length === 0 ? [] : [`Your earlier plans have new dates. ${INVOICES_STAY}`]),
        "The invoice is attached; you also find it in your dashboard.",
      ],
      facts: [
        ["Paid", formatMoney(amount)],
        ["Plan", titleOf({ plan, band })],
        ["Period", formatPeriod(placement.startsAt, placement.endsAt)],
        ...movedFacts(placement.moved),
        [`Includes ${GST_PERCENT}% GST`, formatMoney(tax)],
        ["Invoice", invoiceNumber],
      ],
      hasFactsFirst: true,
      button: { label: "Open your subscription", leadsTo: SUBSCRIPTION_PATH },
      closing: "The guarantee covers this period. If its gross result is below zero, we refund the fee automatically.",
      preview: `Paid ${formatMoney(amount)}. Runs to ${formatLongDay(placement.endsAt)}. Invoice attached.`,
      reason: `You get this mail because a payment was made in your account. ${brand.riskDisclosure}`,
    },
  };
}

export interface EbookReceipt extends PaidFor {
  readonly downloadUrl: string;
  readonly days: number;
}

export const ebookMail = (given: EbookReceipt): DraftMail => ({
  to: given.to,
  subject: `Your ${brand.name} e-book`,
  attachment: { kind: "invoice", orderId: given.orderId },
  parts: {
    heading: "Your e-book is ready",
    paragraphs: ["Download it with the button. The invoice is attached."],
    button: { label: "Download the e-book", leadsTo: given.downloadUrl },
    facts: [
      ["Link works for", `${given.days} days`],
      ["Paid", formatMoney(given.amount)],
      [`Includes ${GST_PERCENT}% GST`, formatMoney(given.tax)],
      ["Invoice", given.invoiceNumber],
    ],
    closing: `Write to ${brand.supportEmail} if a download fails; we send you a new address.`,
    reason: "You get this mail because the e-book was bought with this address.",
  },
});

interface RefundNotice {
  readonly to: DraftMail["to"];
  readonly refundId: string;
  readonly amount: Paise;
  readonly order: Bought & { readonly kind: OrderKind; readonly amount: Paise };
  readonly isPlanEnded: boolean;
  readonly creditNote: string | null;
  readonly remainingPlans: readonly (Bought & Span)[];
  /** A guest has no dashboard. */
  readonly isGuest: boolean;
}

function refundSentence({ amount, order, isPlanEnded, remainingPlans }: RefundNotice): string {
  const money = formatMoney(amount);
  const end = remainingPlans.at(-1)?.endsAt;
  if (order.kind === "ebook") return `We have refunded ${money} of what you paid for the e-book.`;
  if (!isPlanEnded) {
    const rest =
      end === undefined
        ? ""
        : ` This refund ends none of your plans: in total you are covered until ${formatLongDay(end)}.`;
    return `We have refunded ${money} of the ${formatMoney(order.amount)} that you paid for your ${planLabel(order)}.${rest}`;
  }
  const what = amount < order.amount ? `${money}, the remaining amount of your payment,` : money;
  const goesOn =
    end === undefined ? "You have no other plan." : `Your other plans continue until ${formatLongDay(end)}.`;
  return `Your ${planLabel(order)} was cancelled and ${what} refunded. ${goesOn}`;
}

function refundFacts({ amount, order, isPlanEnded, creditNote, remainingPlans }: RefundNotice): readonly MailFact[] {
  const isPlan = order.kind === "plan";
  return [
    ["Refund", formatMoney(amount)],
    ...(isPlan ? [[isPlanEnded ? "Cancelled" : "Plan", titleOf(order)] as const] : []),
    ...(creditNote === null ? [] : [["Credit note", creditNote] as const]),
    ...(isPlanEnded
      ? remainingPlans.map(
          (next) => ["Continues", `${titleOf(next)}, ${formatPeriod(next.startsAt, next.endsAt)}`] as const,
        )
      : []),
  ];
}

export function refundedMail(refund: RefundNotice): DraftMail {
  const { to, refundId, order, isPlanEnded, creditNote, isGuest } = refund;
  const ended = `Your ${planLabel(order)} is cancelled and refunded`;
  return {
    to,
    subject: isPlanEnded ? ended : `A refund from ${brand.name} is on its way to you`,
    ...(creditNote === null ? {} : { attachment: { kind: "credit_note", refundId } }),
    parts: {
      heading: isPlanEnded ? ended : "A refund is on its way to you",
      paragraphs: [
        refundSentence(refund),
        REFUND_WAY,
        ...(creditNote === null ? [] : ["The credit note is attached."]),
      ],
      facts: refundFacts(refund),
      hasFactsFirst: true,
      ...(isGuest ? {} : { button: { label: "See it in your dashboard", leadsTo: SUBSCRIPTION_PATH } }),
      closing: `If you did not expect this, write to ${brand.supportEmail}.`,
      reason: "You get this mail because a payment of yours was refunded.",
    },
  };
}

interface SurplusNotice {
  readonly to: DraftMail["to"];
  readonly plan: string | null;
  readonly paymentId: string;
  readonly amount: Paise;
}

/** An order was paid twice; without a plan it is the e-book, whose buyer has no dashboard. */
export const surplusMail = ({ to, plan, paymentId, amount }: SurplusNotice): DraftMail => ({
  to,
  subject: `Your second payment to ${brand.name} is being returned`,
  parts: {
    heading: "Your second payment is being returned",
    paragraphs: [
      `Two payments reached us for one order, ${plan === null ? "the e-book" : `your ${planTitle(plan).toLowerCase()} plan`}. ` +
        `One of them counts; the other, ${formatMoney(amount)}, is returned in full.`,
      `${REFUND_WAY} You need to do nothing.`,
    ],
    facts: [
      ["Refund", formatMoney(amount)],
      ["Payment", paymentId],
    ],
    hasFactsFirst: true,
    ...(plan === null ? {} : { button: { label: "Open your subscription", leadsTo: SUBSCRIPTION_PATH } }),
    closing: `If it has not arrived by then, write to ${brand.supportEmail} and name the payment.`,
    reason: "You get this mail because a payment was made twice.",
  },
});

export const payoutMail = (given: {
  readonly refundId: string;
  readonly amount: Paise;
  readonly paymentId: string;
}): DraftMail => ({
  to: { name: brand.name, address: brand.supportEmail },
  subject: `Payout needed: ${formatMoney(given.amount)}`,
  parts: {
    heading: "A refund has to be paid out by hand",
    paragraphs: ["The payment provider does not take this refund. Transfer it to the customer and settle the payout."],
    facts: [
      ["Amount", formatMoney(given.amount)],
      ["Payment", given.paymentId],
      ["Payout", given.refundId],
    ],
    closing: "Where the money was invoiced, the credit note is written when the payout is settled.",
    reason: "You get this mail because you run the product.",
  },
});
