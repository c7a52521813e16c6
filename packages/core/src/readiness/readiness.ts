import { CAPITAL_MIN } from "../run/capital.ts";
import type { Paise } from "../shared/money.ts";
import { type EpochMs, MINUTE_MS } from "../time/clock.ts";
import type { ReadinessReason } from "./readiness-reason.ts";

/** Whoever cannot pay for the least capital cannot trade. */
export const FUNDS_MIN: Paise = CAPITAL_MIN;

/** In the open market a feed that says nothing for so long is not to be trusted. */
export const FEED_SILENCE_MAX_MS = 2 * MINUTE_MS;

/** Traded every second of every day: whoever hears none of them hears nothing. */
export const PULSE_ISINS = ["INE040A01034", "INE090A01021", "INE002A01018", "INE009A01021", "INE062A01020"] as const;

export type FundsFact =
  | { readonly kind: "read"; readonly available: Paise }
  | { readonly kind: "unread" }
  | { readonly kind: "unavailable" };

/** The address from which the account's orders leave. */
export type EgressFact = "fine" | "unregistered" | "unassigned";

/** Where a day stands, as readiness asks. */
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
  /** The exchange is open. */
  | "open"
  | "over";

/** What became of this morning's login without a person. */
export type MorningLogin = "under_way" | "unavailable" | "over";

export interface ReadinessFacts {
  readonly now: EpochMs;
  readonly phase: DayPhase;
  readonly isSubscribed: boolean;
  /** Its owner disconnected it. */
  readonly isLeft: boolean;
  readonly isRefused: boolean;
  readonly egress: EgressFact;
  readonly hasAlgoId: boolean;
  readonly isStarted: boolean;
  readonly isConnected: boolean;
  readonly canLogInAlone: boolean;
  readonly login: MorningLogin;
  readonly funds: FundsFact;
  readonly hasInstruments: boolean;
  /** When the desk that trades for this broker last heard the market today, or the desk that stands in for it. */
  readonly lastTickAt: EpochMs | null;
}

type Look = (facts: ReadinessFacts) => ReadinessReason | null;

/** What stands in the way on any day, whatever the hour. */
const account: Look = (facts) => {
  if (!facts.isSubscribed) return "subscription_missing";
  if (!facts.isConnected && facts.isLeft) return "disconnected";
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

/** Null: ready. */
export function judgeReadiness(facts: ReadinessFacts): ReadinessReason | null {
  for (const look of looks) {
    const reason = look(facts);
    if (reason !== null) return reason;
  }
  return null;
}

/** May be gone a minute later without anybody's doing. */
const passing: ReadonlySet<ReadinessReason> = new Set([
  "connecting",
  "broker_unavailable",
  "funds_unread",
  "instruments_pending",
  "instruments_stale",
  "feed_pending",
]);

/** Told by the questions of the morning, or by the word that the morning failed, and therefore not here. */
const toldElsewhere: ReadonlySet<ReadinessReason> = new Set([
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

/** Whether the word "ready or not" has something to say about an account. */
export const isWorthTelling = (reason: ReadinessReason | null, isConnected: boolean): boolean =>
  reason === null || (isConnected && !toldElsewhere.has(reason));
