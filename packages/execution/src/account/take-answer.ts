import type { OrderError } from "@vriddhi/brokers/port/broker-error";
import type { BrokerOrderId } from "@vriddhi/core/order/order";
import type { CommandAnswer } from "@vriddhi/core/order/order-command";
import type { OrderEvent } from "@vriddhi/core/order/order-event";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";

export function eventOfAnswer(result: Result<BrokerOrderId, OrderError>, at: EpochMs): OrderEvent {
  if (result.ok) return { kind: "sent", at, orderId: result.value };
  const { error } = result;
  switch (error.kind) {
    case "rejected":
      return { kind: "refused", reason: error.reason };
    case "throttled":
      return { kind: "throttled" };
    case "never_sent":
    case "session_expired":
      return { kind: "never_sent" };
    case "outcome_unknown":
      return { kind: "outcome_unknown", at, isResetProved: !error.mayStillArrive };
  }
}

/** The broker's answer to a command; the book shows whether it was done. */
export function answerOfCommand(result: Result<null, OrderError>): CommandAnswer {
  if (result.ok) return "taken";
  const { error } = result;
  switch (error.kind) {
    case "rejected":
      return "refused";
    case "throttled":
      return "turned_away";
    case "never_sent":
    case "session_expired":
      return "never_sent";
    case "outcome_unknown":
      return error.mayStillArrive ? "lost" : "lost_reset";
  }
}

/** How long the broker or a missing session delays the next attempt; `null` for the usual pause. */
export function pauseAfter(result: Result<unknown, OrderError>, accessRetryMs: number): number | null {
  if (result.ok) return null;
  if (result.error.kind === "throttled") return result.error.retryAfterMs;
  return result.error.kind === "session_expired" ? accessRetryMs : null;
}
