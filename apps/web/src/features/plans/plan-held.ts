import { bandAt, LEVELS, type Level, type PlanName } from "@vriddhi/core/billing/plans";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { formatSpan, paiseOf } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { plansTexts } from "./plans.texts.ts";

/** The step of the slider that somebody's running period stands for; a trial's band is none of them. */
export function heldLevel({ capital_upper_band: band }: Pick<Subscription, "capital_upper_band">): Level | null {
  if (band === null) return null;
  return LEVELS.find((level) => bandAt(level).band === paiseOf(band)) ?? null;
}

/** When this plan runs for somebody who has bought it. */
export function heldLines(
  plan: PlanName,
  { running, following }: Pick<Subscription, "running" | "following">,
): readonly string[] {
  const now = running?.plan === plan ? [plansTexts.held(formatIstDate(instantOf(running.end_date)))] : [];
  const later = following.filter((period) => period.plan === plan);
  return [...now, ...later.map(({ start_date: start, end_date: end }) => plansTexts.heldLater(formatSpan(start, end)))];
}
