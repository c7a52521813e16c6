import { bandAt, LEVELS, type Level, type PlanName } from "@vriddhi/core/billing/plans";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { formatRupees, paiseOf } from "../../lib/format-subscription.ts";
import type { Subscription } from "../../lib/session-store.ts";
import { plansTexts } from "./plans.texts.ts";

/** The slider's step of the user's running period; a trial's band is none of them. */
export function heldLevel({ capital_upper_band: band }: Pick<Subscription, "capital_upper_band">): Level | null {
  if (band === null) return null;
  return LEVELS.find((level) => bandAt(level).band === paiseOf(band)) ?? null;
}

/** When this plan runs for a user who bought it, and at which band: the slider may be at another one. */
export function heldLines(
  plan: PlanName,
  { running, following }: Pick<Subscription, "running" | "following">,
): readonly string[] {
  const now = running?.plan === plan ? [running] : [];
  const later = following.filter((period) => period.plan === plan);
  return [
    ...now.map(({ end_date: end, capital_upper_band: band }) =>
      plansTexts.held(formatIstDate(instantOf(end)), formatRupees(band)),
    ),
    ...later.map(({ start_date: start, end_date: end, capital_upper_band: band }) =>
      plansTexts.heldLater(formatIstDate(instantOf(start)), formatIstDate(instantOf(end)), formatRupees(band)),
    ),
  ];
}
