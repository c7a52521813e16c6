import { TRIAL_BAND, TRIAL_DAYS } from "@vriddhi/core/billing/plans";
import { brokersInWords } from "@vriddhi/core/broker/broker-title";
import { formatPaise } from "../../lib/format.ts";
import { serviceClaims } from "../../lib/site-claims.ts";
import { smallCapitalNote } from "../../texts/small-capital.texts.ts";

const cap = formatPaise(TRIAL_BAND);

export const trialTexts = {
  title: "See it trade before you pay",
  lead: `The whole service in your own broker account for ${TRIAL_DAYS} days, with a small amount of capital. It ends automatically.`,
  name: "FREE TRIAL",
  perDay: "per day",
  duration: `${TRIAL_DAYS} days, capital up to ${cap}`,
  benefits: [
    `${TRIAL_DAYS} days of the full algorithm`,
    `Trades with up to ${cap} of your own capital`,
    "Manual or auto mode; change it on any day before the market opens",
    `${serviceClaims.dailyStop}; ${serviceClaims.overnight.toLowerCase()}`,
    "No card and nothing to cancel",
  ],
  toDashboard: "Go to Dashboard",
  start: "Start Free Trial",
  login: "Login to Start Free Trial",
  loginFirst: "Please log in to start your free trial.",
  noAccount: "New here?",
  signup: "Create an account",
  once: "Once per person. Your broker's own charges apply.",
  started: "Free trial activated successfully!",
  failed: "Failed to start free trial",
  unexpected: "An unexpected error occurred. Please try again.",
  current: "Current Subscription",
  plan: "Plan",
  ends: "End date",
  status: "Status",
  noPlan: "No plan at the moment",
  noPlanEnd: "Set when a plan starts",
  /** In the box of an editor, who has access without a plan. */
  planByRole: "Included with your role",
  noEnd: "No end date",
  active: "Active",
  inactive: "Inactive",
  loading: "Loading your subscription",
  steps: [
    { title: "Start the trial", body: "One press. No payment details are asked for." },
    { title: "Link your broker", body: `${brokersInWords("or")}. Your money stays in your account.` },
    { title: "Watch it work", body: "Approve each trade yourself, or once in the morning for the day." },
  ],
  stepsTitle: "How it begins",
  smallCapital: smallCapitalNote,
} as const;
