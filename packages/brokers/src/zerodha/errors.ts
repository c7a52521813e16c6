import type { LoginError } from "../port/login-flow.ts";
import { readJson, type Verdict } from "../transport/answers.ts";
import type { HttpReply } from "../transport/http.ts";
import { RETRY_AFTER_MS } from "./endpoints.ts";
import { errorReply } from "./wire.ts";

const REASON_MAX = 300;

/** Kite evaluated the call and refused it. `NetworkException`, `DataException` and `GeneralException` are ambiguous. */
const REFUSALS: ReadonlySet<string> = new Set([
  "InputException",
  "OrderException",
  "MarginException",
  "HoldingException",
  "UserException",
  "PermissionException",
]);
/** Neither status nor type of this error is published. */
const WRONG_ADDRESS = /\bIP\b.*\bnot allowed\b/i;

export const unreadable: Verdict = { kind: "unclear", reason: "Zerodha answered in a shape we do not know" };

/** Total: only a known refusal is a refusal. */
export function judge({ status }: Pick<HttpReply, "status">, body: unknown): Verdict {
  if (status === 429) return { kind: "throttled", retryAfterMs: RETRY_AFTER_MS };
  const parsed = errorReply.safeParse(body);
  if (!parsed.success || status < 400) return unreadable;
  const { error_type: type, message } = parsed.data;
  if (status >= 500) return { kind: "unclear", reason: `${type} ${status}` };
  if (type === "TokenException") return { kind: "session_expired" };
  if (REFUSALS.has(type) || WRONG_ADDRESS.test(message))
    return { kind: "rejected", reason: message.slice(0, REASON_MAX) };
  return { kind: "unclear", reason: `${type} ${status}` };
}

/** A login may be retried, so an unclear answer does no harm. */
export function toLoginError(reply: HttpReply): LoginError {
  const error = judge(reply, readJson(reply.body));
  switch (error.kind) {
    case "rejected":
      return { kind: "refused", reason: error.reason };
    case "session_expired":
      return { kind: "refused", reason: "Zerodha does not accept this key, secret or request token" };
    case "throttled":
      return error;
    case "unclear":
      return { kind: "unavailable", reason: error.reason };
  }
}
