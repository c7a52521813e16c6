import { DEFAULT_LEVEL, type Level, type PlanName } from "@vriddhi/core/billing/plans";
import { brand } from "@vriddhi/core/site/brand";
import { serviceClaims } from "../../lib/site-claims.ts";
import { smallCapitalNote } from "../../texts/small-capital.texts.ts";
import type { FaqEntry } from "../../ui/faq-list.tsx";
import type { Share } from "./plan-offer.ts";

export const planNames: Record<PlanName, string> = { MONTHLY: "Monthly", ANNUALLY: "Annually", QUARTERLY: "Quarterly" };

export const plansTexts = {
  title: "Choose Your Subscription Plan",
  lead: "The price depends on the capital you trade with. You pay once per period, and nothing renews automatically.",
  capital: "Your capital",
  band: (level: Level, label: string) => (level === DEFAULT_LEVEL ? `Up to ${label}` : label),
  perDay: "per day",
  billed: (plan: PlanName) => `Billed ${planNames[plan].toLowerCase()} @`,
  insteadOf: "instead of",
  off: (percent: number) => `${percent}% OFF`,
  bestValue: "Best Value",
  saves: (amount: string) => `Save ${amount} a year against monthly payments`,
  savesNothing: (amount: string) => `Twelve payments come to ${amount} a year`,
  shares: {
    capital: "Capital",
    days: "Days included",
    saved: "Saved against monthly",
  } satisfies Record<Share["name"], string>,
  days: (count: number) => `${count} days`,
  percent: (count: number) => `${count}%`,
  included: [
    "Manual or auto mode",
    "Fee back after a gross loss",
    `${serviceClaims.supportDetail}: a person answers ${brand.replyTime}`,
    serviceClaims.onboarding,
  ],
  inEveryPlan: "In every plan",
  subscribe: "Subscribe Now",
  subscribeAsVisitor: "Subscribe Now - Risk Free",
  processing: "Processing...",
  of: (plan: PlanName) => `, ${planNames[plan]} plan`,
  held: (end: string, band: string) => `You have this plan until ${end} (up to ${band})`,
  heldLater: (start: string, end: string, band: string) => `You have this plan from ${start} to ${end} (up to ${band})`,
  chosen: "This is the plan you chose before logging in.",
  taxes: "All prices include GST.",
  smallCapital: smallCapitalNote,
  trialQuestion: "Not sure yet?",
  promises: [
    {
      title: "Your fee back after a loss",
      body: "If the connected account shows a gross loss at the end of the period, we refund 100% of the fee.",
    },
    {
      title: "No automatic renewal",
      body: "You pay once, by UPI, card or net banking. We remind you before the period ends and never charge you automatically.",
    },
    {
      title: "Invoice at once",
      body: "A GST invoice for each payment is in your dashboard the moment it is confirmed.",
    },
  ],
  tableTitle: "All prices at a glance",
  tableCaption: "Prices in rupees, GST included, without a coupon",
  tableCapital: "Capital",
  faqTitle: "Before you pay",
  wentWrong: "Something went wrong with payment",
  notCharged: "The payment did not go through. Try again, or choose another way to pay.",
} as const;

export const plansFaq: readonly FaqEntry[] = [
  {
    question: "What happens when the period ends?",
    answer:
      "Trading stops and nothing is charged. We write to you seven days, three days and one day before; you buy again when you want to go on.",
  },
  {
    question: "Can I change to a higher band later?",
    answer:
      "Yes, at any time. A higher band begins at once, and your unused days follow after it. A purchase of the same band starts when your plan ends; a lower band starts after the higher ones. You see the dates before you pay.",
  },
  {
    question: "How does the fee come back?",
    answer:
      "When a period ends, we work out the gross result of your connected account from its fills. If it is a loss, we refund the whole fee the way you paid it. You do not have to ask. The figures stay in your dashboard. A plan that you have not started to use can also be returned within 30 days; the refund policy says how.",
  },
  {
    question: "What if the payment was taken and I see no plan?",
    answer: `Banks sometimes confirm late. We check such payments with the payment provider, and your plan begins as soon as yours is confirmed. You are never charged twice. ${brand.supportEmail} helps if it takes long.`,
  },
];

export const couponTexts = {
  ask: "Have a coupon?",
  label: "Coupon code",
  apply: "Apply",
  remove: "Remove",
  applied: "Coupon applied! Discount activated.",
  active: (code: string, percent: string) => `${code}: ${percent} off every plan`,
  empty: "Type a coupon code first.",
  invalid: "Invalid coupon",
  unreachable: "The coupon could not be checked. Please try again.",
} as const;
