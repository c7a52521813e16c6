import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { LedgerEventKind, NakedCause } from "@vriddhi/core/ledger/ledger-event";
import type { Side } from "@vriddhi/core/order/order";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";

/** Sentences to users about their account; without amounts, because a lock screen may show them. */
export const alertSentences: Partial<Readonly<Record<LedgerEventKind, string>>> = {
  order_contradicted:
    "Your broker's reports of an order contradict each other. We are checking it; there are no new entries meanwhile.",
  order_late: "An order that your broker had not shown us appeared late. It is being cancelled or closed.",
  position_stuck:
    "A position cannot be closed at the moment. Its closing order waits at the best price that the exchange takes.",
  position_handed_over: "A position was still open shortly before your broker's own square-off. Your broker closes it.",
  broker_differs: "Your broker's positions are not what our orders say. Please compare them in your broker's app.",
  daily_stop_hit: "Your daily stop was reached. Open positions are being closed, and there are no more entries today.",
  closed_outside: "You closed a part of a position yourself. We leave the rest as it was planned.",
  blocked: "New orders of your account are stopped.",
};

const NAKED: Readonly<Record<NakedCause, string>> = {
  not_placed: "it is not placed yet",
  not_answered: "your broker has not confirmed it",
  refused: "your broker refused it",
  taken_away: "it was cancelled at your broker",
  part_only: "it covers a part of the trade only",
};

export const nakedSentence = (cause: NakedCause): string =>
  `The trade is without its stop: ${NAKED[cause]}. We place it again at once, or close the trade.`;

/** A user may have several accounts, and paper is not money. */
export const inAccount = (broker: TradingBroker | null, sentence: string): string => {
  if (broker === null) return sentence;
  return `${broker === "paper" ? "On paper" : brokerTitles[broker]}: ${sentence}`;
};

const RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const inRupees = (amount: number): string => RUPEES.format(amount / PAISE_PER_RUPEE);
const resultOf = (amount: number): string =>
  amount < 0 ? `a loss of ${inRupees(-amount)}` : `a profit of ${inRupees(amount)}`;

export const filledSentence = (side: Side, quantity: number, symbol: string, average: number): string =>
  `${side === "buy" ? "Bought" : "Sold short"} ${quantity} ${symbol} at ${inRupees(average)} on average.`;

export const closedSentence = (symbol: string, gross: number, net: number): string =>
  `${symbol} was closed with ${resultOf(gross)} before and ${resultOf(net)} after charges.`;

export const CLOSED_SENTENCE = "A position was closed. The dashboard shows the result.";

export const summarySentences = (result: {
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
}) => [
  `The day ended with ${resultOf(result.net)} after charges.`,
  `Before charges it was ${resultOf(result.gross)}; charges were ${inRupees(result.charges)}.`,
];
