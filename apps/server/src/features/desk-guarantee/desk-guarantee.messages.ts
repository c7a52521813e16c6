import type { Paise } from "@vriddhi/core/shared/money";
import type { Messages } from "../../platform/http/handler.ts";
import { formatMoney } from "../../platform/mail/mail-format.ts";

export const deskGuaranteeMessages: Messages<"guarantee_decided" | "payout_settled" | "already_waiting"> = {
  guarantee_decided: "This fee is already being refunded, or nothing is left to refund.",
  payout_settled: "This payout was settled already.",
  already_waiting: "This is already waiting for a second admin.",
};

export const deskGuaranteeTexts = {
  waiting: "Waiting for a second admin",
  grantAsked: (fee: Paise, reason: string) => `Refund the fee of ${formatMoney(fee)}. ${reason}`,
  granted: (fee: Paise, isPayout: boolean) =>
    isPayout
      ? `${formatMoney(fee)} must be transferred manually: see Payouts.`
      : `${formatMoney(fee)} will be refunded.`,
  settleAsked: (amount: Paise, reference: string) => `A payout of ${formatMoney(amount)} was made: ${reference}`,
  settled: (amount: Paise) => `The payout of ${formatMoney(amount)} is settled, and the user is notified.`,
} as const;
