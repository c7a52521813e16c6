import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { CAPITAL_MIN, CAPITAL_STEP, type CapitalRefusal } from "@vriddhi/core/run/capital";
import { formatLongDay } from "@vriddhi/core/schedule/day-format";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Messages } from "../../platform/http/handler.ts";
import type { NextStart } from "./run-ports.ts";

const grouped = new Intl.NumberFormat("en-IN");
const rupeeWords = (amount: Paise): string => `₹${grouped.format(Math.floor(amount / PAISE_PER_RUPEE))}`;

/** The screens search these texts for “9:10 AM”, “already running” and “credentials” (B8.4, B8.5). */
export const runMessages: Messages<
  | "subscription_required"
  | "dob_missing"
  | "too_young_to_trade"
  | "credentials_missing"
  | "already_running"
  | "market_closed"
  | "start_too_late"
  | "kill_switch_on"
  | "still_closing"
  | "capital_refused"
  | "consent_outdated"
  | "calendar_ends"
  | "nothing_running"
  | "approval_too_late"
> = {
  subscription_required: "Active subscription required to run algorithms",
  dob_missing: "Tell us your date of birth first: trading is for people of 18 and over.",
  too_young_to_trade: "You must be at least 18 years old to trade. Until then you can practise with paper money.",
  credentials_missing: "Broker credentials missing. Please reconnect your account.",
  already_running: "Strategy is already running for your account",
  market_closed: "Market is closed today.",
  start_too_late: "Strategy cannot be started after 9:10 AM. Please try again tomorrow.",
  kill_switch_on: "You pressed the kill switch today. Lift it first, then start again.",
  still_closing: "A position is still being closed in this account. Please wait until it is flat.",
  capital_refused: "This capital cannot be chosen.",
  consent_outdated: "The text on terms and risk has changed. Please read and accept the current one.",
  calendar_ends: "The exchange's list of trading days is not known yet. Please try again later.",
  nothing_running: "No algorithm is running for your account.",
  approval_too_late: "No entries are made after 2:45 PM, so there is nothing left to approve today.",
};

export const credentialsMissing = (broker: TradingBroker): string =>
  broker === "paper"
    ? "Paper credentials missing. Please open a paper account first."
    : `${brokerTitles[broker]} credentials missing. Please reconnect your account.`;

export const marketClosed = (next: IstDate | null): string =>
  next === null ? runMessages.market_closed : `Market is closed today. The next trading day is ${formatLongDay(next)}.`;

export interface CapitalContext {
  readonly broker: TradingBroker;
  readonly band: Paise;
  readonly elsewhere: Paise;
}

const overBand = ({ broker, band }: CapitalContext): string =>
  broker === "angelone"
    ? `Your upper band capital is: ${rupeeWords(band)}`
    : `Capital cannot exceed your upper band of ${rupeeWords(band)}`;

export function capitalRefused(refusal: CapitalRefusal, context: CapitalContext): string {
  if (refusal === "capital_too_low") return `Capital must be at least ${rupeeWords(CAPITAL_MIN)}`;
  if (refusal === "capital_off_step") return `Capital changes in steps of ${rupeeWords(CAPITAL_STEP)}`;
  const { elsewhere } = context;
  if (elsewhere === 0) return overBand(context);
  return `${overBand(context)}; ${rupeeWords(elsewhere)} of it trade at your other brokers`;
}

export const runReplies = {
  started: "Algorithm started successfully",
  startedInBackground:
    "Algorithm started in background mode: it continues without this page and starts again each trading day",
  startedAngelOne: "Angel One algorithm started successfully!",
  armed: (day: IstDate): string => `It starts automatically at 9:00 AM on ${formatLongDay(day)}`,
  stopped: "Algorithm stopped successfully",
  stoppedAngelOne: "Angel One algorithm stopped successfully!",
  closing: "Algorithm stopped. Open positions are being closed now; this can take a minute.",
  backgroundEnded: "Algorithm stopped. It no longer starts automatically.",
  approvalMode: { auto: "Each day is approved once", manual: "Each entry is offered to you for 15 seconds" },
  dayApproved: "Today's trading is approved",
  killedFlat: "Everything is stopped. Nothing is open.",
  killedOpen: "Everything is stopped. Open positions are being closed now.",
  killLifted: (next: NextStart): string => {
    if (next.isToday) return "The kill switch is lifted. You can start again.";
    const when = next.day === null ? "the next trading day" : formatLongDay(next.day);
    return `The kill switch is lifted. Nothing starts again today; you can start again on ${when}.`;
  },
} as const;
