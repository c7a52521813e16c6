import type { Random } from "@vriddhi/core/shared/random";
import { type EpochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { lruPut } from "../bounded-map/lru-put.ts";
import { DurableMap, type PartLogs } from "../event-log/part-log.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { drawCode, drawUuid } from "./draw.ts";
import { type SmsReply, type SmsRequest, type TextMessage, toE164 } from "./sms-wire.ts";

export const TWOFACTOR_PREFIX = "/API/V1/";

const CODE_DIGITS = 6;
const CODE_LIFETIME_MS = 10 * MINUTE_MS;

interface Session {
  readonly phone: string;
  readonly code: string;
  readonly expiresAt: EpochMs;
}

const success = (details: string): SmsReply => ({ status: 200, body: { Status: "Success", Details: details } });
/** 2Factor refuses with HTTP 400; the body counts. */
const failure = (details: string): SmsReply => ({ status: 400, body: { Status: "Error", Details: details } });

const OWN_CODE = /^\d{4,8}$/;

/** 2Factor.in, the session-id contract: the gateway creates and checks the codes, the key is in the path. */
export function createTwofactor(deps: {
  readonly apiKey: string;
  readonly random: Random;
  readonly inbox: Inbox<TextMessage>;
  readonly memories: PartLogs;
}) {
  /** In the order of sending, so that a phone's newest is the last one. */
  const sessions = new DurableMap<Session>(deps.memories.memory("sms.twofactor"));

  function send(phone: string, code: string, template: string | undefined, now: EpochMs): SmsReply {
    const to = toE164(phone);
    if (to === null) return failure("Invalid Phone Number - Length Mismatch(Expected: 10)");
    const sessionId = drawUuid(deps.random);
    lruPut(sessions, sessionId, { phone: to, code, expiresAt: later(now, CODE_LIFETIME_MS) });
    const signature = template === undefined ? "" : ` - ${template}`;
    const text = `${code} is your one-time password. Do not share it with anyone.${signature}`;
    deps.inbox.add({ to, text, at: new Date(now).toISOString() });
    return success(sessionId);
  }

  /** A match does not use the code up, and an expired code is a success: callers must read the details. */
  function verify(session: Session | undefined, code: string | undefined, now: EpochMs): SmsReply {
    if (session === undefined) return failure("Invalid API / SessionId Combination - No Entry Exists");
    if (now >= session.expiresAt) return success("OTP Expired");
    return code === session.code ? success("OTP Matched") : failure("OTP Mismatch");
  }

  function newestOf(phone: string): Session | undefined {
    const to = toE164(phone);
    return [...sessions.values()].findLast((session) => session.phone === to);
  }

  function route(target: string, action: string, extra: string | undefined, now: EpochMs): SmsReply {
    if (target === "VERIFY") return verify(sessions.get(action), extra, now);
    if (target === "VERIFY3") return verify(newestOf(action), extra, now);
    if (/^AUTOGEN[23]?$/.test(action)) return send(target, drawCode(deps.random, CODE_DIGITS), extra, now);
    if (OWN_CODE.test(action)) return send(target, action, extra, now);
    return failure("Invalid OTP Value");
  }

  return {
    clear: () => sessions.clear(),
    handle(request: SmsRequest, now: EpochMs): SmsReply {
      const parts = request.path.slice(TWOFACTOR_PREFIX.length).split("/");
      const [key, service, target = "", action = "", extra] = parts.map(decodeURIComponent);
      if (key !== deps.apiKey) return failure("Invalid API Key - No Account Exists");
      return service === "SMS" ? route(target, action, extra, now) : failure("Invalid API Endpoint");
    },
  };
}
