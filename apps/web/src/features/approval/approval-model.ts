import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { judgeRoundTrip } from "@vriddhi/core/charges/charges";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { paise } from "@vriddhi/core/shared/money";
import type { Reply } from "../../lib/api.ts";
import { approvalTexts as texts } from "./approval.texts.ts";

export type Offer = Reply<"GET", "/approvals/by-link">;
export type OfferOrder = NonNullable<Offer["order"]>;
export type Answer = NonNullable<Offer["answer"]>;
export type Decision = "approve" | "decline";

export const brokerName = (broker: TradingBroker): string => (broker === "paper" ? "Paper" : brokerTitles[broker]);

/** The text for a decided offer: never more than is known. */
export interface Outcome {
  readonly tone: "good" | "quiet" | "warn";
  readonly title: string;
  readonly body: string;
  /** It may still change: polling continues. */
  readonly isOpen: boolean;
}

const quiet = (title: string, body: string): Outcome => ({ tone: "quiet", title, body, isOpen: false });

/** Only the tab that was tapped knows how many seconds were left. */
const approvedTitle = (leftSeconds: number | null): string =>
  leftSeconds === null ? texts.approved : texts.approvedWith(leftSeconds);

const WORKING: ReadonlySet<OfferOrder["status"]> = new Set([
  "planned",
  "ready",
  "sending",
  "accepted",
  "partly_filled",
]);

function outcomeOfOrder({ broker, quantity, side }: Offer, order: OfferOrder, leftSeconds: number | null): Outcome {
  const title = approvedTitle(leftSeconds);
  const { status, filled, average_price_paise: average } = order;
  if (status === "unknown")
    return { tone: "warn", title: texts.missing, body: texts.missingBody(brokerName(broker)), isOpen: true };
  const isOpen = WORKING.has(status);
  if (filled > 0) return { tone: "good", title, body: texts.filled(filled, quantity, average), isOpen };
  if (isOpen) return { tone: "good", title, body: texts.onItsWay, isOpen };
  if (status === "rejected") return quiet(texts.refused, texts.noTrade);
  if (status === "cancelled") return quiet(texts.unfilled, texts.unfilledBody(side));
  // Without a tap here it may have ended unanswered, as by the kill switch.
  return quiet(leftSeconds === null ? texts.ended : texts.notSent, texts.noTrade);
}

export function outcomeOf(offer: Offer, answer: Answer, order: OfferOrder | null, leftSeconds: number | null): Outcome {
  switch (answer) {
    case "lapsed":
      return quiet(texts.lapsed, texts.lapsedBody);
    case "declined":
      return quiet(texts.declined, texts.declinedBody);
    case "price_moved":
      return quiet(texts.priceMoved, texts.priceMovedBody(offer.guard_paise));
    case "approved":
      return order === null
        ? { tone: "good", title: approvedTitle(leftSeconds), body: texts.onItsWay, isOpen: true }
        : outcomeOfOrder(offer, order, leftSeconds);
  }
}

/** A tap was sent and no answer came before the deadline: the outcome is unknown here. */
export const unsureOutcome: Outcome = { tone: "warn", title: texts.unsure, body: texts.unsureBody, isOpen: true };

/** The deadline passed without a tap here; another device may have answered, so only the server has the outcome. */
export const endedOutcome: Outcome = { tone: "quiet", title: texts.lapsed, body: texts.endedBody, isOpen: true };

/** The loss from its limit to its stop, with the charges of both. */
export function plannedRisk({ broker, side, quantity, limit_paise, stop_paise }: Offer): number | null {
  if (stop_paise === null) return null;
  const [limit, stop] = [paise(limit_paise), paise(stop_paise)];
  const prices = side === "buy" ? { buyPrice: limit, sellPrice: stop } : { buyPrice: stop, sellPrice: limit };
  return judgeRoundTrip({ quantity, ...prices }, tariffOf(broker)).net;
}
