import { type BrokerName, brokerTraits } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { DayPhase } from "@vriddhi/core/readiness/readiness";
import type { ReadinessReason } from "@vriddhi/core/readiness/readiness-reason";
import { formatLongDay } from "@vriddhi/core/schedule/day-format";
import { connectionPaths, plansPath } from "@vriddhi/core/site/dashboard-path";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface ReasonContext {
  readonly broker: BrokerName;
  readonly phase: DayPhase;
  /** The next trading day after today; `null` while unknown. */
  readonly nextDay: IstDate | null;
  readonly address: string | null;
  readonly refusal: string | null;
}

export interface Action {
  readonly label: string;
  readonly path: string;
}

export interface Explanation {
  readonly detail: string;
  readonly action: Action | null;
}

type Explain = (title: string, context: ReasonContext) => Explanation;

const sentence = (detail: string): Explanation => ({ detail, action: null });

const open = (label: string, detail: string, { broker }: ReasonContext): Explanation => ({
  detail,
  action: { label, path: connectionPaths[broker] },
});

const next = ({ nextDay }: ReasonContext): string =>
  nextDay === null ? "" : ` The next trading day is ${formatLongDay(nextDay)}.`;

/** Until 9:10 the reason may still go away. */
const isMorning = ({ phase }: ReasonContext): boolean => phase !== "started" && phase !== "open";

/** One or two sentences each: what is missing, and what happens or what to do next. */
const explanations: Readonly<Record<ReadinessReason, Explain>> = {
  subscription_missing: () => ({
    detail: "There is no active subscription, so we neither log in nor trade for this account.",
    action: { label: "See the plans", path: plansPath },
  }),
  disconnected: (title, context) =>
    open("Connect", `You disconnected ${title}. It stays so until you connect it again.`, context),
  credentials_refused: (title, context) =>
    open(
      "Open the form",
      context.refusal === null
        ? `${title} refused the last login. Check your PIN, authenticator's secret and keys and connect again.`
        : `${title} refused the last login and said: ${context.refusal}`,
      context,
    ),
  egress_missing: (title, context) =>
    open(
      "Show how",
      context.address === null
        ? `${title} takes orders only from a registered address. Register yours on ${brokerTraits[context.broker].addressPage}.`
        : `${title} takes orders only from a registered address. Register ${context.address} on ${brokerTraits[context.broker].addressPage}.`,
      context,
    ),
  egress_unassigned: () =>
    sentence("All our network addresses are taken. We add one for your account; nothing to do for you."),
  algo_id_missing: (title) =>
    sentence(
      `${title} asks for an algorithm id. We enter it as soon as the exchange has given it; nothing to do for you.`,
    ),
  calendar_unknown: () =>
    sentence("The exchange's list of holidays for this year is not here yet. Nothing is traded without it."),
  market_closed: (_title, context) => sentence(`The market is closed today.${next(context)}`),
  after_close: (_title, context) => sentence(`The market has closed for today.${next(context)}`),
  start_missed: (title, context) =>
    sentence(`${title} was not started by 9:10 AM, so nothing is traded there today.${next(context)}`),
  connects_by_itself: (title) => sentence(`We connect ${title} at 8:30 AM with what you stored; nothing to do.`),
  connecting: (title) => sentence(`We are logging in to ${title} right now; nothing to do.`),
  broker_unavailable: (title, context) =>
    sentence(
      isMorning(context)
        ? `${title} does not answer. We keep trying until 9:10 AM; nothing to do.`
        : `${title} does not answer right now. We keep asking; nothing to do.`,
    ),
  login_needed: (title, context) =>
    open(
      "Log in",
      isMorning(context)
        ? `${title} needs your own login today. Log in by 9:10 AM to trade there today.`
        : `The session at ${title} ended. Log in again so that we can manage your positions.`,
      context,
    ),
  funds_unread: (title, context) =>
    sentence(
      isMorning(context)
        ? `Your funds at ${title} have not been read yet. We read them before 9:10 AM; nothing to do.`
        : `Your funds at ${title} are being read; nothing to do.`,
    ),
  funds_too_low: (title) => sentence(`There is less than ₹500 to trade with at ${title}. Add funds there.`),
  instruments_pending: (title) => sentence(`We load today's list of shares from ${title} at 8:35 AM; nothing to do.`),
  instruments_stale: (title) =>
    sentence(`Today's list of shares from ${title} is not here yet. We keep asking; nothing to do.`),
  feed_pending: () => sentence("No market prices have arrived yet today. They come before the open; nothing to do."),
  feed_silent: () => sentence("The market feed is silent. Nothing is bought until it is back; nothing to do."),
};

export const explain = (reason: ReadinessReason, context: ReasonContext): Explanation =>
  explanations[reason](brokerTitles[context.broker], context);
