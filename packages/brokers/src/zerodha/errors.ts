import type { BrokerError } from "../port/broker-error.ts";
import type { LoginError } from "../port/login-flow.ts";
import type { HttpFailure, HttpReply } from "../transport/http.ts";
import { RETRY_AFTER_MS } from "./endpoints.ts";
import { errorReply } from "./wire.ts";

/** Whether something may have happened when the answer is no answer. */
export type CallKind = "write" | "read";

const REASON_MAX = 300;

/** Kite looked at the call and said no. `NetworkException`, `DataException` and `GeneralException` are not among them. */
const REFUSALS: ReadonlySet<string> = new Set([
  "InputException",
  "OrderException",
  "MarginException",
  "HoldingException",
  "UserException",
  "PermissionException",
]);
/** Neither status nor type of this one is published. */
const WRONG_ADDRESS = /\bIP\b.*\bnot allowed\b/i;

/** Nobody knows whether it happened: a read did no harm, an order may be live. */
const unsure = (kind: CallKind, reason: string): BrokerError =>
  kind === "write" ? { kind: "outcome_unknown", reason } : { kind: "unavailable", reason };

export const failureToError = ({ kind, reason }: HttpFailure, call: CallKind): BrokerError =>
  kind === "never_sent" ? { kind: "unavailable", reason } : unsure(call, reason);

export const unreadable = (kind: CallKind): BrokerError => unsure(kind, "Zerodha answered in a shape we do not know");

export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Total: what is not known to be a refusal is not called one. */
export function toBrokerError(status: number, body: unknown, kind: CallKind): BrokerError {
  if (status === 429) return { kind: "throttled", retryAfterMs: RETRY_AFTER_MS };
  const parsed = errorReply.safeParse(body);
  if (!parsed.success || status < 400) return unreadable(kind);
  const { error_type: type, message } = parsed.data;
  if (status >= 500) return unsure(kind, `${type} ${status}`);
  if (type === "TokenException") return { kind: "session_expired" };
  if (REFUSALS.has(type) || WRONG_ADDRESS.test(message))
    return { kind: "rejected", reason: message.slice(0, REASON_MAX) };
  return unsure(kind, `${type} ${status}`);
}

/** A login may be tried again: nothing is lost by not knowing. */
export function toLoginError(reply: HttpReply): LoginError {
  const error = toBrokerError(reply.status, readJson(reply.body), "read");
  switch (error.kind) {
    case "rejected":
      return { kind: "refused", reason: error.reason };
    case "session_expired":
      return { kind: "refused", reason: "Zerodha does not accept this key, secret or request token" };
    case "throttled":
      return error;
    default:
      return { kind: "unavailable", reason: error.reason };
  }
}
