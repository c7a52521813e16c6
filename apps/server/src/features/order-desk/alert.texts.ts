import type { LedgerEventKind } from "@vriddhi/core/ledger/ledger-event";

/** What a person is told of their account; no amounts, for the sentence may stand on a lock screen. */
export const alertSentences: Partial<Readonly<Record<LedgerEventKind, string>>> = {
  order_contradicted:
    "Your broker said something of an order that cannot be. We look at it; nothing new is bought meanwhile.",
  order_late: "An order that your broker had not shown us appeared late. It is being cancelled or closed.",
  position_naked: "A position stood without its protecting stop for a moment. It is being closed.",
  position_stuck:
    "A position cannot be closed at the moment. Its closing order stands at the best price the exchange takes.",
  position_handed_over:
    "A position was still open when your broker closes what is open by itself. Your broker closes it.",
  broker_differs: "Your broker's positions are not what our orders say. Please compare them in your broker's app.",
  daily_stop_hit: "Your daily stop was reached. What is open is being closed, and nothing more is bought today.",
  closed_outside: "You closed a part of a position yourself. We leave the rest as it was planned.",
  blocked: "New orders of your account are stopped.",
};

export const CLOSED_SENTENCE = "A position was closed. The dashboard shows what it came to.";
