import type { Side } from "../order/order.ts";
import type { Paise } from "../shared/money.ts";
import { type EpochMs, later, SECOND_MS } from "../time/clock.ts";
import type { IstDate } from "../time/ist.ts";
import { isWithinGuard } from "./price-guard.ts";
import { phaseOfDay, type TradingHours } from "./trading-hours.ts";

export const APPROVAL_WINDOW_MS = 15 * SECOND_MS;

export type ApprovalMode = "auto" | "manual";

/** One entry that waits for a user's approval. Human clock. */
export interface ApprovalOffer {
  readonly side: Side;
  readonly signalPrice: Paise;
  readonly until: EpochMs;
  readonly decision: ApprovalDecision | null;
}

export type ApprovalAnswer = "approved" | "declined" | "lapsed" | "price_moved";

export interface ApprovalDecision {
  readonly answer: ApprovalAnswer;
  readonly at: EpochMs;
}

export type ApprovalEvent =
  /** `executable` is the entry's current price; `null` if unknown. */
  | { readonly kind: "approve"; readonly at: EpochMs; readonly executable: Paise | null }
  | { readonly kind: "decline"; readonly at: EpochMs }
  | { readonly kind: "time_passed"; readonly at: EpochMs };

export const offerEntry = (side: Side, signalPrice: Paise, at: EpochMs): ApprovalOffer => ({
  side,
  signalPrice,
  until: later(at, APPROVAL_WINDOW_MS),
  decision: null,
});

function answerTo(offer: ApprovalOffer, event: ApprovalEvent): ApprovalAnswer | null {
  if (event.at >= offer.until) return "lapsed";
  if (event.kind === "time_passed") return null;
  if (event.kind === "decline") return "declined";
  const isWanted = event.executable !== null && isWithinGuard(offer.side, offer.signalPrice, event.executable);
  return isWanted ? "approved" : "price_moved";
}

/** Decided once: later events change nothing. */
export function decideApproval(offer: ApprovalOffer, event: ApprovalEvent): ApprovalOffer {
  if (offer.decision !== null) return offer;
  const answer = answerTo(offer, event);
  return answer === null ? offer : { ...offer, decision: { answer, at: event.at } };
}

/** The automatic mode's one approval of the day; only valid on its day. */
export interface DayApproval {
  readonly day: IstDate;
  readonly at: EpochMs;
}

/** Only while entries are possible. Market clock. `null` if too late. */
export function approveDay(hours: TradingHours, day: IstDate, marketNow: EpochMs): DayApproval | null {
  const phase = phaseOfDay(hours, day, marketNow);
  return phase === "before_open" || phase === "entries" ? { day, at: marketNow } : null;
}

export interface ApprovalFacts {
  readonly mode: ApprovalMode;
  readonly today: IstDate;
  readonly dayApproval: DayApproval | null;
  readonly offer: ApprovalOffer | null;
}

export function isEntryApproved({ mode, today, dayApproval, offer }: ApprovalFacts): boolean {
  if (mode === "auto") return dayApproval?.day === today;
  return offer?.decision?.answer === "approved";
}
