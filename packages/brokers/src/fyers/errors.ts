import { DAY_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { LoginError } from "../port/login-flow.ts";
import type { Verdict } from "../transport/answers.ts";
import type { HttpReply } from "../transport/http.ts";
import { RETRY_AFTER_MS } from "./endpoints.ts";
import { errorReply, recordedReply, UNACKNOWLEDGED, unacknowledgedReply } from "./wire.ts";

type ReplyHead = Pick<HttpReply, "status" | "headers">;

const REASON_MAX = 300;

/** Expired, invalid or not authenticated. */
const SESSION_CODES: ReadonlySet<number> = new Set([-8, -15, -16, -17]);
export const isSessionOver = (code: number): boolean => SESSION_CODES.has(code);
const TOO_MANY = -429;
/** Fyers evaluated the call and refused it. Not in the docs: -52, -174 and -392; users recorded the last two. */
const REFUSALS: ReadonlySet<number> = new Set([-50, -51, -52, -53, -99, -174, -300, -352, -392]);
/** The text for an unregistered address is not published. */
const WRONG_ADDRESS = /\bIP\b.*\bnot (?:allowed|mapped|registered|whitelisted)\b/i;

export const unreadable: Verdict = { kind: "unclear", reason: "Fyers answered in a shape we do not know" };

const unclear = (reason: string): Verdict => ({ kind: "unclear", reason });

const headerOf = ({ headers }: ReplyHead, name: string): string => [headers[name] ?? ""].flat()[0] ?? "";

/** Milliseconds in one header, seconds in the other; anything else is ignored. */
function retryAfterMs(reply: ReplyHead): number {
  const [ms, seconds] = [headerOf(reply, "x-retry-after-ms"), headerOf(reply, "retry-after")];
  const wait = /^\d{1,12}$/.test(ms) ? Number(ms) : /^\d{1,9}$/.test(seconds) ? Number(seconds) * SECOND_MS : 0;
  return wait === 0 ? RETRY_AFTER_MS : Math.min(wait, DAY_MS);
}

const rejected = (message: string): Verdict => ({
  kind: "rejected",
  reason: message === "" ? "Fyers refused without a reason" : message.slice(0, REASON_MAX),
});

/** Errors also come with status 200. */
const isAnswer = (status: number): boolean => status === 200 || (status >= 400 && status < 500);

interface ApiError {
  readonly code: number | null;
  readonly message: string;
}

function errorIn(body: unknown): ApiError | null {
  const parsed = errorReply.safeParse(body);
  return parsed.success ? { code: parsed.data.code ?? null, message: parsed.data.message } : null;
}

function verdictOf(status: number, { code, message }: ApiError): Verdict {
  if (status === 401 || (code !== null && isSessionOver(code))) return { kind: "session_expired" };
  const isRefusal = (code !== null && REFUSALS.has(code)) || status === 403 || WRONG_ADDRESS.test(message);
  return isRefusal ? rejected(message) : unclear(`code ${code} ${status}`);
}

/** Total: only a known refusal is a refusal. */
export function judge(reply: ReplyHead, body: unknown): Verdict {
  const { status } = reply;
  if (status === 429) return { kind: "throttled", retryAfterMs: retryAfterMs(reply) };
  if (!isAnswer(status)) return unclear(`status ${status}`);
  if (unacknowledgedReply.safeParse(body).success) return unclear("sent without an acknowledgement");
  const apiError = errorIn(body);
  if (apiError === null) return unreadable;
  if (apiError.code === TOO_MANY) return { kind: "throttled", retryAfterMs: retryAfterMs(reply) };
  return verdictOf(status, apiError);
}

/** A rejected order is recorded, and the error carries its number. */
export function judgePlacement(reply: ReplyHead, body: unknown): Verdict {
  const error = judge(reply, body);
  const apiError = errorIn(body);
  const isRecorded = isAnswer(reply.status) && recordedReply.safeParse(body).success;
  if (error.kind !== "unclear" || !isRecorded || apiError === null || apiError.code === UNACKNOWLEDGED) return error;
  return rejected(apiError.message);
}

/** A login may be retried, so an unclear answer does no harm. The steps' codes are undocumented. */
export function toLoginError(reply: ReplyHead, body: unknown): LoginError {
  const error = judge(reply, body);
  if (error.kind === "throttled") return error;
  const apiError = isAnswer(reply.status) ? errorIn(body) : null;
  if (apiError === null)
    return { kind: "unavailable", reason: error.kind === "unclear" ? error.reason : "Fyers gave no answer" };
  const reason = apiError.message === "" ? "Fyers does not accept this login" : apiError.message.slice(0, REASON_MAX);
  return { kind: "refused", reason };
}
