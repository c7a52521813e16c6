import type { LoginError } from "../port/login-flow.ts";
import { readJson, type Verdict } from "../transport/answers.ts";
import type { HttpReply } from "../transport/http.ts";
import { RETRY_AFTER_MS } from "./endpoints.ts";
import { errorReply, type SmartApiError } from "./wire.ts";

type AnsweredCall = Pick<HttpReply, "status" | "body">;

const REASON_MAX = 300;

/** Token invalid, expired or missing; session of the order system over; client not logged in. */
const SESSION_CODES: ReadonlySet<string> = new Set(["AG8001", "AG8002", "AG8003", "AB1010", "AB1011"]);
const TOKEN_MISSING = "Token missing";

const THROTTLE_CODES: ReadonlySet<string> = new Set(["AB1021"]);
const TOO_MANY = /exceeding access rate|too many requests/i;

/**
 * Angel One evaluated the call and refused it. AB1004, AB1007, AB2001 and AB9000 are absent because they also report
 * internal failures. AB4xxx are request checks; AG7002 and AG8004 are the gateway's, for address and key.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  "AB1005",
  "AB1006",
  "AB1008",
  "AB1009",
  "AB1012",
  "AB1013",
  "AB1014",
  "AB1015",
  "AB1016",
  "AB1017",
  "AB1018",
  "AB2002",
  "AB2020",
  "AG7002",
  "AG8004",
]);
const REQUEST_CHECK = /^AB4\d{3}$/;
/** "Not specified", but a refusal when the sentence specifies it. */
const UNSPECIFIED = "AB2000";

/** Texts without information about the outcome. */
const VAGUE = /not specified|something went wrong|internal (server )?error|^\s*$/i;
/** Independent of the code: only the texts of price ranges are published, and nothing about unregistered addresses. */
const PRICE_RANGE = /limit price protection|permissible range|circuit limit/i;
const WRONG_ADDRESS = /\bIP\b/;

const UNREADABLE = "Angel One answered in a shape we do not know";

export const unreadable: Verdict = { kind: "unclear", reason: UNREADABLE };

const isTooMany = ({ status, body }: AnsweredCall, apiError: SmartApiError | null): boolean =>
  status === 429 ||
  (apiError === null
    ? status === 403 && TOO_MANY.test(body)
    : THROTTLE_CODES.has(apiError.code) || TOO_MANY.test(apiError.message));

const isSessionOver = ({ code, message }: SmartApiError): boolean =>
  SESSION_CODES.has(code) || (code === "" && message === TOKEN_MISSING);

function isRefusal({ code, message }: SmartApiError): boolean {
  if (REFUSALS.has(code) || REQUEST_CHECK.test(code)) return true;
  if (PRICE_RANGE.test(message)) return true;
  if (code.startsWith("AG")) return WRONG_ADDRESS.test(message);
  return code === UNSPECIFIED && !VAGUE.test(message);
}

const reasonOf = ({ code, message }: SmartApiError): string => (message.trim() || code).slice(0, REASON_MAX);

function readError({ body }: AnsweredCall): SmartApiError | null {
  const parsed = errorReply.safeParse(readJson(body));
  return parsed.success ? parsed.data : null;
}

/** Total over all dialects: only a known refusal is a refusal. */
export function judge(reply: AnsweredCall): Verdict {
  if (reply.status >= 500) return { kind: "unclear", reason: `HTTP ${reply.status}` };
  const apiError = readError(reply);
  if (isTooMany(reply, apiError)) return { kind: "throttled", retryAfterMs: RETRY_AFTER_MS };
  if (apiError === null) return unreadable;
  if (isSessionOver(apiError)) return { kind: "session_expired" };
  if (isRefusal(apiError)) return { kind: "rejected", reason: reasonOf(apiError) };
  return { kind: "unclear", reason: `${apiError.code || "no code"} ${reply.status}` };
}

/** A login may be retried, so any readable answer is passed on to the user. */
export function toLoginError(reply: AnsweredCall): LoginError {
  const error = judge(reply);
  if (error.kind === "throttled") return error;
  const apiError = reply.status >= 500 ? null : readError(reply);
  if (apiError === null) return { kind: "unavailable", reason: "reason" in error ? error.reason : UNREADABLE };
  if (apiError.code === "" || VAGUE.test(apiError.message))
    return { kind: "unavailable", reason: reasonOf(apiError) || UNREADABLE };
  return { kind: "refused", reason: reasonOf(apiError) };
}
