/** Answers of the broker to an order or a read: nothing was accepted. */
export type Refusal =
  | { readonly kind: "rejected"; readonly reason: string }
  | { readonly kind: "session_expired" }
  | { readonly kind: "throttled"; readonly retryAfterMs: number };

/** Sorted by the caller's next action. `outcome_unknown`: the order may be live; look it up by tag before a resend. */
export type OrderError =
  | Refusal
  /** No byte left: a caller that can prove it may resend under the same tag. */
  | { readonly kind: "never_sent"; readonly reason: string }
  | {
      readonly kind: "outcome_unknown";
      readonly reason: string;
      /** False after an answer or a connection reset: nothing of it is left in our buffers. */
      readonly mayStillArrive: boolean;
    };

/** Failures of a read; an unavailable read proves nothing, least of all absence. */
export type ReadError = Refusal | { readonly kind: "unavailable"; readonly reason: string };

export type BrokerError = OrderError | ReadError;
