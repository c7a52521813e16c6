import { CAPITAL_MIN } from "../run/capital.ts";
import type { Paise } from "../shared/money.ts";
import { type EpochMs, MINUTE_MS } from "../time/clock.ts";
import type { ReadinessReason } from "./readiness-reason.ts";

export const FUNDS_MIN: Paise = CAPITAL_MIN;

/** In the open market a feed that is silent for longer is not trusted. */
export const FEED_SILENCE_MAX_MS = 2 * MINUTE_MS;

/** Traded every second of every day: a feed without any of them is silent. */
export const PULSE_ISINS = ["INE040A01034", "INE090A01021", "INE002A01018", "INE009A01021", "INE062A01020"] as const;

export type FundsFact =
  | { readonly kind: "read"; readonly available: Paise }
  | { readonly kind: "unread" }
  | { readonly kind: "unavailable" };

export type EgressFact = "fine" | "unregistered" | "unassigned";

export type DayPhase =
  | "unknown"
  | "closed"
  /** Until 8:30. */
  | "early"
  /** 8:30 until today's lists are loaded. */
  | "logins"
  /** Until 9:10, when the last ones start. */
  | "morning"
  /** Until 9:15. */
  | "started"
  | "open"
  | "over";

export type MorningLogin = "under_way" | "unavailable" | "over";

export interface ReadinessFacts {
  readonly now: EpochMs;
  readonly phase: DayPhase;
  readonly isSubscribed: boolean;
  /** The user disconnected it. */
  readonly isDisconnected: boolean;
  readonly isRefused: boolean;
  readonly egress: EgressFact;
  readonly hasAlgoId: boolean;
  readonly isStarted: boolean;
  readonly isConnected: boolean;
  readonly canLogInAlone: boolean;
  readonly login: MorningLogin;
  readonly funds: FundsFact;
  readonly hasInstruments: boolean;
  /** When the strategy of this broker, or its substitute, last received a tick today. */
  readonly lastTickAt: EpochMs | null;
}

type Look = (facts: ReadinessFacts) => ReadinessReason | null;

const account: Look = (facts) => {
  if (!facts.isSubscribed) return "subscription_missing";
  if (!facts.isConnected && facts.isDisconnected) return "disconnected";
  if (!facts.isConnected && facts.isRefused) return "credentials_refused";
  if (facts.egress === "unregistered") return "egress_missing";
  if (facts.egress === "unassigned") return "egress_unassigned";
  return facts.hasAlgoId ? null : "algo_id_missing";
};

const STARTS_ARE_OVER: ReadonlySet<DayPhase> = new Set(["started", "open"]);

const market: Look = ({ phase, isStarted }) => {
  if (phase === "unknown") return "calendar_unknown";
  if (phase === "closed") return "market_closed";
  if (phase === "over") return "after_close";
  return STARTS_ARE_OVER.has(phase) && !isStarted ? "start_missed" : null;
};

const session: Look = ({ isConnected, canLogInAlone, phase, login }) => {
  if (isConnected) return null;
  if (!canLogInAlone || (login === "over" && phase !== "early")) return "login_needed";
  if (phase === "early") return "connects_by_itself";
  return login === "unavailable" ? "broker_unavailable" : "connecting";
};

const money: Look = ({ funds }) => {
  if (funds.kind === "unavailable") return "broker_unavailable";
  if (funds.kind === "unread") return "funds_unread";
  return funds.available < FUNDS_MIN ? "funds_too_low" : null;
};

const LISTS_ARE_DUE: ReadonlySet<DayPhase> = new Set(["morning", "started", "open"]);

const prices: Look = ({ phase, hasInstruments, lastTickAt, now }) => {
  if (!hasInstruments) return LISTS_ARE_DUE.has(phase) ? "instruments_stale" : "instruments_pending";
  if (phase !== "open") return lastTickAt === null ? "feed_pending" : null;
  return lastTickAt === null || now - lastTickAt > FEED_SILENCE_MAX_MS ? "feed_silent" : null;
};

const looks: readonly Look[] = [account, market, session, money, prices];

/** `null` if ready. */
export function judgeReadiness(facts: ReadinessFacts): ReadinessReason | null {
  for (const look of looks) {
    const reason = look(facts);
    if (reason !== null) return reason;
  }
  return null;
}

const passing: ReadonlySet<ReadinessReason> = new Set([
  "connecting",
  "broker_unavailable",
  "funds_unread",
  "instruments_pending",
  "instruments_stale",
  "feed_pending",
]);

/** The morning's login request or failure notice reports these, so the readiness notification does not. */
const reportedElsewhere: ReadonlySet<ReadinessReason> = new Set([
  "subscription_missing",
  "disconnected",
  "credentials_refused",
  "calendar_unknown",
  "market_closed",
  "after_close",
  "start_missed",
  "connects_by_itself",
  "connecting",
  "login_needed",
]);

export const mayPass = (reason: ReadinessReason): boolean => passing.has(reason);

export const isWorthTelling = (reason: ReadinessReason | null, isConnected: boolean): boolean =>
  reason === null || (isConnected && !reportedElsewhere.has(reason));
