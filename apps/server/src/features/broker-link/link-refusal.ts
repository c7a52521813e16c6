import type { BrokerError } from "@vriddhi/brokers/port/broker-error";
import type { LoginError } from "@vriddhi/brokers/port/login-flow";
import { unreachable } from "@vriddhi/core/shared/assert";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Explained } from "../../platform/http/handler.ts";
import { linkMessages, sessionEnded } from "./link.messages.ts";
import type { LinkRefusal } from "./link.store.ts";

const WORDS_MAX = 200;

/** How brokers name a call from another address. */
const WRONG_ADDRESS = /\bIP\b/i;

export const isAddressRefusal = (error: BrokerError): boolean =>
  error.kind === "rejected" && WRONG_ADDRESS.test(error.reason);

export const printable = (words: string): string =>
  words
    .replace(/[\p{Cc}\p{Cf}<>]+/gu, " ")
    .trim()
    .slice(0, WORDS_MAX);

export const refused = (detail: string): Explained<"broker_refused"> => ({ code: "broker_refused", detail });

type BrokersRefusal = Explained<"broker_refused"> | "broker_unavailable" | "broker_busy";

export function toRefusal(error: LoginError): BrokersRefusal {
  switch (error.kind) {
    case "refused":
    case "person_needed":
      return refused(printable(error.reason) || linkMessages.broker_refused);
    case "throttled":
      return "broker_busy";
    case "unavailable":
      return "broker_unavailable";
    default:
      return unreachable(error);
  }
}

export const toKeptRefusal = (refusal: BrokersRefusal, at: EpochMs): LinkRefusal =>
  typeof refusal === "string"
    ? { code: refusal, detail: linkMessages[refusal], at }
    : { code: refusal.code, detail: refusal.detail, at };

export const toSessionEnd = (words: string, at: EpochMs): LinkRefusal => ({
  code: "session_expired",
  detail: sessionEnded(printable(words)),
  at,
});
