import type { Random } from "@vriddhi/core/shared/random";
import { type EpochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { lruPut } from "../bounded-map/lru-put.ts";
import { DurableMap, type PartLogs } from "../event-log/part-log.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { drawCode, drawUuid } from "./draw.ts";
import { type SmsReply, type SmsRequest, type TextMessage, toE164 } from "./sms-wire.ts";

/** Replaces `https://control.msg91.com`. */
export const MSG91_PREFIX = "/msg91/api/v5/";

/** The vendor's defaults. */
const CODE_DIGITS_DEFAULT = 4;
const CODE_LIFETIME_DEFAULT_MINUTES = 24 * 60;
const CODE_DIGITS_MIN = 4;
const CODE_DIGITS_MAX = 9;

interface Entry {
  readonly code: string;
  readonly expiresAt: EpochMs;
  readonly isVerified: boolean;
}

const success = (body: Record<string, string>): SmsReply => ({ status: 200, body: { type: "success", ...body } });
/** MSG91 refuses with HTTP 200. */
const failure = (message: string): SmsReply => ({ status: 200, body: { type: "error", message } });

function wholeNumber(text: string | null, fallback: number): number {
  const value = Number(text ?? "");
  return Number.isInteger(value) && value > 0 ? value : fallback;
}

/** MSG91 v5, the phone-keyed contract: no session id, so all sends to one phone share their state. */
export function createMsg91(deps: {
  readonly apiKey: string;
  readonly random: Random;
  readonly inbox: Inbox<TextMessage>;
  readonly memories: PartLogs;
}) {
  const entries = new DurableMap<Entry>(deps.memories.memory("sms.msg91"));

  const deliver = (to: string, text: string, now: EpochMs) =>
    deps.inbox.add({ to, text, at: new Date(now).toISOString() });

  function send(to: string, query: URLSearchParams, now: EpochMs): SmsReply {
    const template = query.get("template_id") ?? "";
    if (template === "") return failure("Template ID Missing or Invalid Template");
    const digits = wholeNumber(query.get("otp_length"), CODE_DIGITS_DEFAULT);
    if (digits < CODE_DIGITS_MIN || digits > CODE_DIGITS_MAX) return failure("Invalid OTP length");
    const code = query.get("otp") ?? drawCode(deps.random, digits);
    const lifetimeMinutes = wholeNumber(query.get("otp_expiry"), CODE_LIFETIME_DEFAULT_MINUTES);
    lruPut(entries, to, { code, expiresAt: later(now, lifetimeMinutes * MINUTE_MS), isVerified: false });
    deliver(to, `Your verification code is ${code}. - ${template}`, now);
    return success({ request_id: drawUuid(deps.random).replaceAll("-", "").slice(0, 24) });
  }

  function verify(to: string, query: URLSearchParams, now: EpochMs): SmsReply {
    const entry = entries.get(to);
    if (entry === undefined) return failure("Mobile no. not found");
    if (entry.isVerified) return failure("Mobile no. already verified");
    if (now >= entry.expiresAt) return failure("OTP expired");
    if (query.get("otp") !== entry.code) return failure("OTP not match");
    entries.set(to, { ...entry, isVerified: true });
    return success({ message: "OTP verified success" });
  }

  function retry(to: string, query: URLSearchParams, now: EpochMs): SmsReply {
    const entry = entries.get(to);
    if (entry === undefined || entry.isVerified || now >= entry.expiresAt) {
      return failure("No OTP request found to retryotp");
    }
    const isVoice = query.get("retrytype") !== "text";
    deliver(to, `${isVoice ? "Voice call: your" : "Your"} verification code is ${entry.code}.`, now);
    return success({ message: "retry send successfully" });
  }

  return {
    clear: () => entries.clear(),
    handle(request: SmsRequest, now: EpochMs): SmsReply {
      const { query } = request;
      if ((request.headers["authkey"] ?? query.get("authkey")) !== deps.apiKey) return failure("Invalid authkey");
      const to = toE164((query.get("mobile") ?? "").trim());
      if (to === null) return failure("Mobile number empty or not numeric");
      switch (`${request.method} ${request.path.slice(MSG91_PREFIX.length)}`) {
        case "POST otp":
          return send(to, query, now);
        case "GET otp/verify":
          return verify(to, query, now);
        case "GET otp/retry":
          return retry(to, query, now);
        default:
          return { status: 404, body: { type: "error", message: "Route not found" } };
      }
    },
  };
}
