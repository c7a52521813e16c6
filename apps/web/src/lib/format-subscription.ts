import { PAISE_PER_RUPEE, type Paise, paise } from "@vriddhi/core/shared/money";
import { formatIstDate, formatPaise, instantOf } from "./format.ts";
import type { Subscription } from "./session-store.ts";

export const paiseOf = (inRupees: number): Paise => paise(Math.round(inRupees * PAISE_PER_RUPEE));

export const formatRupees = (inRupees: number): string => formatPaise(paiseOf(inRupees));

export const formatSpan = (start: string, end: string): string =>
  `${formatIstDate(instantOf(start))} – ${formatIstDate(instantOf(end))}`;

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** FREE_TRIAL reads "Free Trial", MONTHLY "Monthly". A blog admin has a subscription without a plan. */
export const formatPlan = (plan: string | null): string =>
  plan === null ? "None" : plan.toLowerCase().split("_").map(capitalised).join(" ");

export const formatStatus = (status: Subscription["status"]): string => capitalised(status);
