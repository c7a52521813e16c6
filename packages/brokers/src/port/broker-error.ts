/** Said by the broker, about an order or a read alike: nothing was accepted. */
export type Refusal =
  | { readonly kind: "rejected"; readonly reason: string }
  | { readonly kind: "session_expired" }
  | { readonly kind: "throttled"; readonly retryAfterMs: number };

/**
 * What can go wrong with an order, a change or a cancellation, sorted by what the caller must do next and not by HTTP
 * status. `outcome_unknown` is the dangerous one: the order may be live. Look it up by tag before any resend.
 */
export type OrderError =
  | Refusal
  /** Not one byte left us: it may be sent again under the same tag, by whoever knows that. */
  | { readonly kind: "never_sent"; readonly reason: string }
  | {
      readonly kind: "outcome_unknown";
      readonly reason: string;
      /** False: an answer came, or the connection was reset, so that nothing of it lies in our buffers any more. */
      readonly mayStillArrive: boolean;
    };

/** What can go wrong with a read: an unavailable one says nothing, least of all that something is not there. */
export type ReadError = Refusal | { readonly kind: "unavailable"; readonly reason: string };

export type BrokerError = OrderError | ReadError;
