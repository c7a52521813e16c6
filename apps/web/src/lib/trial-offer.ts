import { TRIAL_DAYS } from "@vriddhi/core/billing/plans";
import type { Subscription } from "./session-store.ts";

export const TRIAL_PATH = "/free-trial";

export const trialLabel = `Try ${TRIAL_DAYS} days free`;

/** Users who never had a subscription, and have not just paid for one, can still have the trial; the server decides. */
export const isTrialOpen = ({ has_subscription: had, pending_payment: pending, status }: Subscription): boolean =>
  !had && pending === null && status !== "pending";
