import { remainingOf } from "../order/order-state.ts";
import { isClosingPhase } from "../risk/trading-hours.ts";
import {
  coverableQuantity,
  exitSide,
  hasFailedOrEnded,
  isLive,
  isUnsent,
  isWorking,
  openQuantity,
  oversoldQuantity,
} from "./exit-facts.ts";
import type {
  CloseReason,
  ExitAction,
  ExitMarket,
  ExitNow,
  ExitOrder,
  ExitPosition,
  ExitSettings,
} from "./exit-model.ts";
import { isStopPassed, isTargetReached, marketableLimit, protectiveStop } from "./exit-price.ts";
import { type WorkFacts, waitForNews, waitUntil, workExit } from "./work-exit.ts";

/** Why it is closed now; `null` while its stop protects it. From 15:00 on a suspicion holds nothing back. */
function closeReason({ position, market, now }: WorkFacts): CloseReason | null {
  const { orderedClose } = position;
  const isOver = isClosingPhase(now.phase) || now.phase === "hands_off";
  if (orderedClose !== null && !(isOver && orderedClose === "feed_silent")) return orderedClose;
  if (isOver) return "square_off";
  return isTargetReached(position, market) ? "target" : null;
}

function releaseAll(live: readonly ExitOrder[]): ExitAction | null {
  const unsent = live.find(({ state }) => isUnsent(state));
  if (unsent !== undefined) return { kind: "withdraw", tag: unsent.tag };
  const working = live.find((order) => isWorking(order) && !order.isCommandPending);
  if (working !== undefined) return { kind: "cancel", tag: working.tag, cause: "one_exit" };
  return live.length === 0 ? null : waitForNews;
}

/** Oversold: raises one alert and takes no automatic action. */
function tellOversold(position: ExitPosition, orders: readonly ExitOrder[]): ExitAction | null {
  const isAlerted = position.stuck === "oversold" || oversoldQuantity(position, orders) <= 0;
  return isAlerted ? null : { kind: "alert", tag: null, reason: "oversold" };
}

/** Two exits could sell more than there is: cancels the abandoned one, else the newer one. */
function keepOne(live: readonly ExitOrder[]): ExitAction {
  const kept =
    live.find((order) => isWorking(order) && !order.state.wasGivenUp) ?? live.find((order) => isWorking(order));
  const others = live.filter((order) => order !== (kept ?? live[0]));
  return releaseAll(others) ?? waitForNews;
}

/** Cancelled by our own replacement: not a refusal. */
const isEndedByUs = ({ state, isEndedByOthers }: ExitOrder): boolean =>
  state.status === "cancelled" && !isEndedByOthers;

function refusalsInARow(orders: readonly ExitOrder[]): number {
  const ended = orders.filter((order) => hasFailedOrEnded(order) && !isEndedByUs(order));
  return ended.length - 1 - ended.findLastIndex(({ state }) => state.filled > 0);
}

/** Given up or cancelled from outside: the position is read before the next order. */
const isInQuestion = ({ state, isEndedByOthers }: ExitOrder): boolean =>
  state.status === "abandoned" || isEndedByOthers;

function beforePlacing({ position, now, settings }: WorkFacts, orders: readonly ExitOrder[]): ExitAction | null {
  if (!position.isConfirmed && orders.some(isInQuestion)) return waitForNews;
  const refusals = refusalsInARow(orders);
  if (position.stuck === null && refusals >= settings.refusalsMax)
    return { kind: "alert", tag: null, reason: "refused_repeatedly" };
  const endedAt = orders.at(-1)?.endedAt ?? null;
  // An abandoned exit was not refused, so it does not delay the next one.
  const sentRefusals = refusalsInARow(orders.filter(({ state }) => state.status !== "abandoned"));
  // An alert on the previous exit causes no wait: that exit may have worked until now.
  const isRetried = sentRefusals > 1;
  const pauseMs = sentRefusals >= settings.refusalsLong ? settings.refusedRetryMs : settings.stuckRetryMs;
  const isPaced = isRetried && endedAt !== null && now.human - endedAt < pauseMs;
  return isPaced ? waitUntil(endedAt, pauseMs) : null;
}

/** Filled quantity whose exit ended, or that has had none for too long. */
function isNaked({ position, now, settings }: WorkFacts, orders: readonly ExitOrder[]): boolean {
  const { uncoveredSince } = position;
  const isTooLong = uncoveredSince !== null && now.human - uncoveredSince >= settings.nakedAfterMs;
  return isTooLong || orders.some(hasFailedOrEnded);
}

/** We cancelled the stop to close the position: that reason holds even if the price has left the target since. */
function nakedBy({ begunClose }: ExitPosition, orders: readonly ExitOrder[]): CloseReason {
  const last = orders.findLast(hasFailedOrEnded);
  return (last !== undefined && isEndedByUs(last) ? begunClose : null) ?? "naked";
}

function placeExit(facts: WorkFacts, orders: readonly ExitOrder[]): ExitAction {
  const { position, market, now, settings, open } = facts;
  if (now.phase === "hands_off") return { kind: "hand_over", tag: null };
  const held = beforePlacing(facts, orders);
  if (held !== null) return held;
  const passed = isStopPassed(position, market) ? "stop_passed" : null;
  const reason = closeReason(facts) ?? (isNaked(facts, orders) ? nakedBy(position, orders) : passed);
  return {
    kind: "place",
    n: orders.length,
    side: exitSide(position),
    quantity: open,
    pricing:
      reason === null
        ? protectiveStop(position, market, settings)
        : { kind: "limit", limit: marketableLimit(position, market, settings) },
    cause: reason ?? "protect",
  };
}

function reconsider(facts: WorkFacts, order: ExitOrder): ExitAction {
  const isTooMuch = order.state.quantity > facts.open;
  const isWrongKind = order.pricing.kind === "stop_limit" && closeReason(facts) !== null;
  const isUnwelcome = isTooMuch || isWrongKind || facts.now.phase === "hands_off";
  return isUnwelcome ? { kind: "withdraw", tag: order.tag } : waitForNews;
}

/** Stuck or failing orders are retried seldom; a too big one shrinks at once, a too small one grows nearly as soon. */
function pauseOf({ position, settings, open }: WorkFacts, order: ExitOrder): number {
  const { state, changesUndone, modifications } = order;
  const isUndone = changesUndone >= settings.undoneMax;
  const isSlow = isUndone || state.status === "stuck" || position.stuck !== null;
  const remaining = remainingOf(state);
  if (!isSlow || remaining > open) return settings.commandPauseMs;
  if (remaining === open || modifications >= settings.modificationsMax) return settings.stuckRetryMs;
  return isUndone ? settings.undoneUncoveredMs : settings.commandPauseMs;
}

function manageOne(facts: WorkFacts, orders: readonly ExitOrder[], order: ExitOrder): ExitAction {
  if (isUnsent(order.state)) return reconsider(facts, order);
  if (!isWorking(order) || order.isCommandPending) return waitForNews;
  const { lastCommandAt } = order;
  const pauseMs = pauseOf(facts, order);
  if (lastCommandAt !== null && facts.now.human - lastCommandAt < pauseMs) return waitUntil(lastCommandAt, pauseMs);
  const isInDoubt = !facts.position.isConfirmed && orders.some(isInQuestion);
  // An exit is not raised before the position was read: the difference may be closed already.
  const open = isInDoubt ? Math.min(facts.open, remainingOf(order.state)) : facts.open;
  return workExit({ ...facts, open }, order, closeReason(facts));
}

/** Alerts once for a position that is still open after `flatBy`, whatever state its exit has. */
const isLateWithoutAlert = ({ position, now }: WorkFacts, live: readonly ExitOrder[]): boolean =>
  now.phase === "late" && position.stuck === null && live.every(({ state }) => state.status !== "stuck");

/** `null` when the position is flat and none of our orders works. Stateless: the same facts give the same step. */
export function planExit(
  position: ExitPosition,
  market: ExitMarket,
  orders: readonly ExitOrder[],
  now: ExitNow,
  settings: ExitSettings,
): ExitAction | null {
  const open = coverableQuantity(position, orders);
  const live = orders.filter(isLive);
  if (openQuantity(position, orders) === 0) return releaseAll(live) ?? tellOversold(position, orders);
  if (position.isHandedOver) return null;
  if (now.phase === "handed_over") return { kind: "hand_over", tag: live.find(isWorking)?.tag ?? null };
  const facts: WorkFacts = { position, market, now, settings, open };
  const [first] = live;
  if (isLateWithoutAlert(facts, live))
    return { kind: "alert", tag: live.find(isWorking)?.tag ?? null, reason: "not_flat_in_time" };
  if (first === undefined) return open === 0 ? waitForNews : placeExit(facts, orders);
  return live.length > 1 ? keepOne(live) : manageOne(facts, orders, first);
}
