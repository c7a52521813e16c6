import { err, ok, type Result } from "../shared/result.ts";
import type { EpochMs } from "../time/clock.ts";
import type { OrderEvent, OrderEventKind } from "./order-event.ts";
import { isAtBroker, isOrderFinal, type OrderReason, type OrderState, type OrderStatus } from "./order-state.ts";
import { type RowRefusal, takeRow } from "./seen-row.ts";

/** Why an event is impossible for an order. Each is a fault of the caller or the broker and worth an alert. */
export type TransitionRefusal =
  | RowRefusal
  | "not_from_here"
  /** Bytes may be in flight: only an answer or a look-up moves it. */
  | "in_flight"
  | "book_knows_better"
  | "exits_never_expire"
  | "exits_are_never_blocked"
  | "only_exits";

type Outcome = Result<OrderState, TransitionRefusal>;
type EventOf<K extends OrderEventKind> = Extract<OrderEvent, { readonly kind: K }>;
type Handlers = { readonly [K in OrderEventKind]: (order: OrderState, event: EventOf<K>) => Outcome };

const same = (order: OrderState): Outcome => ok(order);
const refuse = (refusal: TransitionRefusal): Outcome => err(refusal);

const isInFlight = ({ status, isProvedUnsent }: OrderState): boolean => status === "sending" && !isProvedUnsent;

/** Nothing of it has left, or the broker is proved to have accepted nothing. */
const isUnsent = ({ status, isProvedUnsent }: OrderState): boolean =>
  status === "planned" || status === "ready" || (status === "sending" && isProvedUnsent);

const isShownByBook = ({ orderId, status, isFinalInBook }: OrderState): boolean =>
  orderId !== null && (isAtBroker(status) || isFinalInBook || status === "handed_over");

const move = (order: OrderState, status: OrderStatus, reason: OrderReason | null): Outcome =>
  ok({ ...order, status, reason, isProvedUnsent: false });

function claim(order: OrderState, { at }: EventOf<"claimed">): Outcome {
  const isClaimable = order.status === "ready" || (order.status === "sending" && order.isProvedUnsent);
  if (!isClaimable) return refuse(isInFlight(order) ? "in_flight" : "not_from_here");
  return ok({ ...order, status: "sending", attempts: order.attempts + 1, claimedAt: at, isProvedUnsent: false });
}

function takeAnswer(order: OrderState, { orderId, at }: EventOf<"sent">): Outcome {
  if (order.orderId !== null) return order.orderId === orderId ? same(order) : refuse("other_order_id");
  if (isUnsent(order)) return refuse("not_from_here");
  const isExpected = order.status === "sending" || order.status === "unknown";
  if (order.status === "handed_over") return ok({ ...order, orderId });
  return ok({
    ...order,
    status: "accepted",
    orderId,
    reason: isExpected ? null : "appeared_late",
    wasGivenUp: !isExpected,
    lateSince: isExpected ? null : at,
  });
}

function proveUnsent(order: OrderState): Outcome {
  if (isInFlight(order)) return ok({ ...order, isProvedUnsent: true });
  return refuse(isShownByBook(order) ? "book_knows_better" : "not_from_here");
}

function takeRefusal(order: OrderState, { reason }: EventOf<"refused">): Outcome {
  if (isInFlight(order)) return ok({ ...order, status: "rejected", reason: "refused_by_broker", brokerReason: reason });
  if (order.status === "rejected" && order.isFinalInBook) return same(order);
  return refuse(isShownByBook(order) ? "book_knows_better" : "not_from_here");
}

function lose(order: OrderState, at: EpochMs, isResetProved: boolean, reason: OrderReason): OrderState {
  return { ...order, status: "unknown", reason, unknownSince: at, isResetProved, isProvedUnsent: false };
}

function loseAnswer(order: OrderState, { at, isResetProved }: EventOf<"outcome_unknown">): Outcome {
  if (isInFlight(order)) return ok(lose(order, at, isResetProved, "answer_lost"));
  return isShownByBook(order) ? same(order) : refuse("not_from_here");
}

function endUnsent(order: OrderState, status: "expired" | "cancelled", reason: OrderReason): Outcome {
  if (isUnsent(order)) return move(order, status, reason);
  return refuse(isInFlight(order) ? "in_flight" : "not_from_here");
}

function endUnapproved(order: OrderState, { answer }: EventOf<"not_approved">): Outcome {
  if (order.leg === "exit") return refuse("exits_are_never_blocked");
  if (order.status !== "planned") return refuse(isInFlight(order) ? "in_flight" : "not_from_here");
  if (answer === "lapsed") return move(order, "expired", "approval_lapsed");
  return move(order, "cancelled", answer);
}

function handOver(order: OrderState): Outcome {
  if (order.leg !== "exit") return refuse("only_exits");
  if (isInFlight(order)) return refuse("in_flight");
  if (order.status === "handed_over") return same(order);
  return isOrderFinal(order.status) ? refuse("not_from_here") : move(order, "handed_over", "broker_square_off");
}

function closeDay(order: OrderState): Outcome {
  if (isOrderFinal(order.status)) return same(order);
  if (isInFlight(order)) return refuse("in_flight");
  if (order.status === "stuck") return move(order, "handed_over", order.reason);
  const isNeverSeen = order.status === "unknown" || order.status === "abandoned";
  return move(order, "expired", isNeverSeen ? "never_appeared" : "day_ended");
}

/** Orders are valid for their day, so none works any more; this does not prove that an unknown one was absent. */
function missDay(order: OrderState): Outcome {
  const isNeverSeen = order.status === "unknown" || order.status === "abandoned";
  return isNeverSeen ? move(order, "expired", order.reason) : closeDay(order);
}

function becomeStuck(order: OrderState, { reason }: EventOf<"stuck">): Outcome {
  if (order.leg !== "exit") return refuse("only_exits");
  return isAtBroker(order.status) ? move(order, "stuck", reason) : refuse("not_from_here");
}

function proveAbsence(order: OrderState): Outcome {
  if (order.status === "unknown") return move(order, "abandoned", "not_found_in_clean_scans");
  if (order.status === "abandoned") return same(order);
  if (isInFlight(order)) return refuse("in_flight");
  return refuse(isShownByBook(order) ? "book_knows_better" : "not_from_here");
}

const handlers: Handlers = {
  released: (order) => (order.status === "planned" ? move(order, "ready", null) : refuse("not_from_here")),
  claimed: claim,
  sent: takeAnswer,
  never_sent: proveUnsent,
  throttled: proveUnsent,
  refused: takeRefusal,
  outcome_unknown: loseAnswer,
  restarted: (order, { at }) =>
    order.status === "sending" ? ok(lose(order, at, false, "process_restarted")) : same(order),
  seen: (order, { at, row }) => takeRow(order, at, row),
  absence_proved: proveAbsence,
  valid_until_passed: (order) =>
    order.leg === "exit" ? refuse("exits_never_expire") : endUnsent(order, "expired", "valid_until_passed"),
  blocked: (order) =>
    order.leg === "exit" ? refuse("exits_are_never_blocked") : endUnsent(order, "cancelled", "blocked"),
  not_approved: endUnapproved,
  withdrawn: (order) => (order.leg === "entry" ? refuse("only_exits") : endUnsent(order, "cancelled", "nothing_left")),
  stuck: becomeStuck,
  handed_over: handOver,
  day_closed: closeDay,
  day_missed: missDay,
};

export function moveOrder(order: OrderState, event: OrderEvent): Outcome {
  const handler = handlers[event.kind] as (order: OrderState, event: OrderEvent) => Outcome;
  return handler(order, event);
}
