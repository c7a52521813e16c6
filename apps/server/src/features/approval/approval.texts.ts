import type { ApprovalAnswer } from "@vriddhi/core/risk/approval";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";

const RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const CLOCK = new Intl.DateTimeFormat("en-US", { timeStyle: "medium", timeZone: "Asia/Kolkata" });

const inRupees = (amount: Paise): string => RUPEES.format(amount / PAISE_PER_RUPEE);

/** 9:36:40 AM IST */
export const clockTime = (at: number): string => `${CLOCK.format(at).replace("\u202f", " ")} IST`;

export const offerSentence = (offer: {
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly symbol: string;
  readonly limit: Paise;
}): string => {
  const { side, quantity, symbol, limit } = offer;
  const verb = side === "buy" ? "Buy" : "Sell short";
  const edge = side === "buy" ? "no more than" : "no less than";
  return `${verb} ${quantity} ${symbol} for ${edge} ${inRupees(limit)} each.`;
};

export const decidedSentences: Readonly<Record<"approved" | "declined" | "price_moved", string>> = {
  approved: "Approved. The order is on its way.",
  declined: "Declined. Nothing is traded.",
  price_moved: "The price has moved too far from the offer, so nothing is traded.",
};

/** For a user who answers after the decision. */
export const overSentences: Readonly<Record<ApprovalAnswer, string>> = {
  approved: "This entry was approved already.",
  declined: "This entry was declined already.",
  lapsed: "The 15 seconds are over. Nothing was traded.",
  price_moved: "The price had moved too far when it was approved. Nothing was traded.",
};
