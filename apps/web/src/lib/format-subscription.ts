import type { Subscription } from "./session-store.ts";

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** FREE_TRIAL reads "Free Trial", MONTHLY "Monthly". A blog admin has a subscription without a plan. */
export const formatPlan = (plan: string | null): string =>
  plan === null ? "None" : plan.toLowerCase().split("_").map(capitalised).join(" ");

export const formatStatus = (status: Subscription["status"]): string => capitalised(status);
