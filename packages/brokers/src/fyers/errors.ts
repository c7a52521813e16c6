import { DAY_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { BrokerError } from "../port/broker-error.ts";
import type { LoginError } from "../port/login-flow.ts";
import type { HttpFailure, HttpReply } from "../transport/http.ts";
import { RETRY_AFTER_MS } from "./endpoints.ts";
import { errorReply, recordedReply, UNACKNOWLEDGED, unacknowledgedReply } from "./wire.ts";

/** Whether something may have happened when the answer is no answer. */
export type CallKind = "write" | "read";

type ReplyHead = Pick<HttpReply, "status" | "headers">;

const REASON_MAX = 300;

/** Expired, invalid, not to be authenticated. */
const SESSION_CODES: ReadonlySet<number> = new Set([-8, -15, -16, -17]);
export const isSessionOver = (code: number): boolean => SESSION_CODES.has(code);
const TOO_MANY = -429;
/**
 * Fyers looked at the call and said no: a wrong parameter, order or position, an order that is over, one that was turned
 * down, a wrong symbol, a wrong app. -52 is not in the docs' list.
 */
const REFUSALS: ReadonlySet<number> = new Set([-50, -51, -52, -53, -99, -300, -352]);
/** How the refusal of an address that is not registered looks is not published. */
const WRONG_ADDRESS = /\bIP\b.*\bnot (?:allowed|mapped|registered|whitelisted)\b/i;

/** Nobody knows whether it happened: a read did no harm, an order may be live. */
const unsure = (kind: CallKind, reason: string): BrokerError =>
  kind === "write" ? { kind: "outcome_unknown", reason } : { kind: "unavailable", reason };

export const failureToError = ({ kind, reason }: HttpFailure, call: CallKind): BrokerError =>
  kind === "never_sent" ? { kind: "unavailable", reason } : unsure(call, reason);

export const unreadable = (kind: CallKind): BrokerError => unsure(kind, "Fyers answered in a shape we do not know");

export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const headerOf = ({ headers }: ReplyHead, name: string): string => [headers[name] ?? ""].flat()[0] ?? "";

/** Milliseconds in one header, seconds in the other; anything else is not understood. */
function retryAfterMs(reply: ReplyHead): number {
  const [ms, seconds] = [headerOf(reply, "x-retry-after-ms"), headerOf(reply, "retry-after")];
  const wait = /^\d{1,12}$/.test(ms) ? Number(ms) : /^\d{1,9}$/.test(seconds) ? Number(seconds) * SECOND_MS : 0;
  return wait === 0 ? RETRY_AFTER_MS : Math.min(wait, DAY_MS);
}

const rejected = (message: string): BrokerError => ({
  kind: "rejected",
  reason: message === "" ? "Fyers refused without a reason" : message.slice(0, REASON_MAX),
});

/** Errors come with 200 too. */
const isAnswer = (status: number): boolean => status === 200 || (status >= 400 && status < 500);

interface Said {
  readonly code: number | null;
  readonly message: string;
}

function errorIn(body: unknown): Said | null {
  const parsed = errorReply.safeParse(body);
  return parsed.success ? { code: parsed.data.code ?? null, message: parsed.data.message } : null;
}

function saidError(status: number, { code, message }: Said, kind: CallKind): BrokerError {
  if (status === 401 || (code !== null && isSessionOver(code))) return { kind: "session_expired" };
  const isRefusal = (code !== null && REFUSALS.has(code)) || status === 403 || WRONG_ADDRESS.test(message);
  return isRefusal ? rejected(message) : unsure(kind, `code ${code} ${status}`);
}

/** Total: what is not known to be a refusal is not called one. */
export function toBrokerError(reply: ReplyHead, body: unknown, kind: CallKind): BrokerError {
  const { status } = reply;
  if (status === 429) return { kind: "throttled", retryAfterMs: retryAfterMs(reply) };
  if (!isAnswer(status)) return unsure(kind, `status ${status}`);
  if (unacknowledgedReply.safeParse(body).success) return unsure(kind, "sent without an acknowledgement");
  const said = errorIn(body);
  if (said === null) return unreadable(kind);
  if (said.code === TOO_MANY) return { kind: "throttled", retryAfterMs: retryAfterMs(reply) };
  return saidError(status, said, kind);
}

/** An order that was turned down is recorded, and the error carries its number. */
export function toPlacementError(reply: ReplyHead, body: unknown): BrokerError {
  const error = toBrokerError(reply, body, "write");
  const said = errorIn(body);
  const isRecorded = isAnswer(reply.status) && recordedReply.safeParse(body).success;
  if (error.kind !== "outcome_unknown" || !isRecorded || said === null || said.code === UNACKNOWLEDGED) return error;
  return rejected(said.message);
}

/** A login may be tried again: nothing is lost by not knowing. The steps' codes are documented nowhere. */
export function toLoginError(reply: ReplyHead, body: unknown): LoginError {
  const error = toBrokerError(reply, body, "read");
  if (error.kind === "throttled") return error;
  const said = isAnswer(reply.status) ? errorIn(body) : null;
  if (said === null)
    return { kind: "unavailable", reason: error.kind === "unavailable" ? error.reason : "Fyers gave no answer" };
  const reason = said.message === "" ? "Fyers does not accept this login" : said.message.slice(0, REASON_MAX);
  return { kind: "refused", reason };
}
