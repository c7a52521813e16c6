import { unreachable } from "@vriddhi/core/shared/assert";

/**
 * What can go wrong at a broker, sorted by what the caller must do next and not by HTTP status.
 * `outcome_unknown` is the dangerous one: the order may be live. Look it up by tag before any resend.
 */
export type BrokerError =
  | { readonly kind: "rejected"; readonly reason: string }
  | { readonly kind: "session_expired" }
  /** Nothing was accepted. */
  | { readonly kind: "throttled"; readonly retryAfterMs: number }
  /** Never left us. */
  | { readonly kind: "unavailable"; readonly reason: string }
  | { readonly kind: "outcome_unknown"; readonly reason: string };

export type NextStep = "tell_user" | "relink" | "wait" | "retry" | "reconcile";

export function nextStep(error: BrokerError): NextStep {
  switch (error.kind) {
    case "rejected":
      return "tell_user";
    case "session_expired":
      return "relink";
    case "throttled":
      return "wait";
    case "unavailable":
      return "retry";
    case "outcome_unknown":
      return "reconcile";
    default:
      return unreachable(error);
  }
}
