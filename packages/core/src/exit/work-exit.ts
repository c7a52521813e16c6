import type { Pricing } from "../order/order.ts";
import { remainingOf } from "../order/order-state.ts";
import type { Paise } from "../shared/money.ts";
import { type EpochMs, later } from "../time/clock.ts";
import type {
  CloseReason,
  ExitAction,
  ExitCause,
  ExitMarket,
  ExitNow,
  ExitOrder,
  ExitPosition,
  ExitSettings,
} from "./exit-model.ts";
import { bandEdge, isLockedAtCircuit, isMoreWilling, marketableLimit } from "./exit-price.ts";

export interface WorkFacts {
  readonly position: ExitPosition;
  readonly market: ExitMarket;
  readonly now: ExitNow;
  readonly settings: ExitSettings;
  readonly open: number;
}

export const waitForNews: ExitAction = { kind: "wait", until: null };

export const waitUntil = (since: EpochMs, durationMs: number): ExitAction => ({
  kind: "wait",
  until: later(since, durationMs),
});

/** Just before the hand-over a new order would be too late, so the order stays unless it is too big. */
function replace({ now }: WorkFacts, order: ExitOrder, cause: ExitCause): ExitAction {
  const mayStay = now.phase === "hands_off" && cause !== "closed_outside";
  return mayStay ? waitForNews : { kind: "cancel", tag: order.tag, cause };
}

/** Sets the order to the whole open quantity, including what it filled. */
function change(facts: WorkFacts, order: ExitOrder, pricing: Pricing, cause: ExitCause): ExitAction {
  const { open, settings } = facts;
  if (order.modifications >= settings.modificationsMax) return replace(facts, order, cause);
  return { kind: "modify", tag: order.tag, quantity: order.state.filled + open, pricing, cause };
}

/** One change turns a resting stop into the closing order, so that an exit rests at the broker at every moment. */
export const canBecomeLimit = (
  { modifications }: ExitOrder,
  { stopBecomesLimit, modificationsMax }: ExitSettings,
): boolean => stopBecomesLimit && modifications < modificationsMax;

/** A suspicion never cancels a resting stop: it closes by changing that order or not at all. */
const isLeftAlone = ({ settings }: WorkFacts, order: ExitOrder, reason: CloseReason): boolean =>
  reason === "feed_silent" && !canBecomeLimit(order, settings);

/** A stop becomes a limit only where the broker supports that. */
function repriceTo(facts: WorkFacts, order: ExitOrder, limit: Paise, cause: ExitCause): ExitAction {
  const canBeModified = order.pricing.kind === "limit" || facts.settings.stopBecomesLimit;
  return canBeModified ? change(facts, order, { kind: "limit", limit }, cause) : replace(facts, order, cause);
}

const resize = (facts: WorkFacts, order: ExitOrder, cause: ExitCause): ExitAction =>
  order.isTriggered ? repriceTo(facts, order, order.pricing.limit, cause) : change(facts, order, order.pricing, cause);

/** Raised seldom while the entry still fills, and when it is final. `null` for not now. */
function follow(facts: WorkFacts, order: ExitOrder): ExitAction | null {
  const { position, now, settings, open } = facts;
  if (remainingOf(order.state) >= open) return null;
  if (position.isEntryFinal) return resize(facts, order, "follow_fill");
  const { uncoveredSince } = position;
  if (order.quantityRises >= settings.risesWhileFilling || uncoveredSince === null) return waitForNews;
  const isDue = now.human - uncoveredSince >= settings.nakedAfterMs;
  return isDue ? resize(facts, order, "follow_fill") : waitUntil(uncoveredSince, settings.nakedAfterMs);
}

const toLimit = (facts: WorkFacts, order: ExitOrder, cause: ExitCause): ExitAction =>
  repriceTo(facts, order, marketableLimit(facts.position, facts.market, facts.settings), cause);

/** At the circuit it keeps its place; alerts once. */
function restAtCircuit(facts: WorkFacts, order: ExitOrder): ExitAction {
  const edge = bandEdge(facts.position, facts.market);
  if (order.pricing.limit !== edge) return repriceTo(facts, order, edge, "circuit");
  // Not yet shown in the book, so it may still be refused.
  if (order.state.status !== "stuck")
    return order.state.seenAt === null ? waitForNews : { kind: "alert", tag: order.tag, reason: "circuit" };
  return follow(facts, order) ?? waitForNews;
}

/** A limit, or a triggered stop: it should have traded by now. */
function pursue(facts: WorkFacts, order: ExitOrder): ExitAction {
  const { position, market, now, settings } = facts;
  if (isLockedAtCircuit(position, market)) return restAtCircuit(facts, order);
  const isStuck = order.state.status === "stuck" || position.stuck !== null;
  if (now.phase === "late" && order.state.status !== "stuck")
    return { kind: "alert", tag: order.tag, reason: "not_flat_in_time" };
  const raised = follow(facts, order);
  if (raised !== null && raised.kind !== "wait") return raised;
  const patienceMs = isStuck ? settings.stuckRetryMs : settings.repriceAfterMs;
  if (now.human - order.workingSince < patienceMs) return waitUntil(order.workingSince, patienceMs);
  const wanted = marketableLimit(position, market, settings);
  if (isMoreWilling(position, wanted, order.pricing.limit)) return repriceTo(facts, order, wanted, "reprice");
  return waitUntil(now.human, patienceMs);
}

export function workExit(facts: WorkFacts, order: ExitOrder, reason: CloseReason | null): ExitAction {
  if (remainingOf(order.state) > facts.open) return resize(facts, order, "closed_outside");
  if (order.pricing.kind === "limit" || order.isTriggered) return pursue(facts, order);
  if (reason !== null && !isLeftAlone(facts, order, reason)) return toLimit(facts, order, reason);
  return follow(facts, order) ?? waitForNews;
}
