import { DEFAULT_LEVEL, isPlanName, LEVELS, type Level, type PlanName } from "@vriddhi/core/billing/plans";
import { loginPathFor } from "../../lib/next-path.ts";

const PLANS_PATH = "/subscription-plans";

/** What a person has chosen on the plans page; a login in between must not lose it (A2.38). */
export interface PlanChoice {
  readonly plan: PlanName | null;
  readonly level: Level;
  readonly coupon: string | null;
}

const COUPON_MAX = 40;

const toLevel = (text: string | null): Level => LEVELS.find((level) => String(level) === text) ?? DEFAULT_LEVEL;

/** From an address that anybody may have written. */
export function readChoice(params: URLSearchParams): PlanChoice {
  const plan = params.get("plan") ?? "";
  const coupon = params.get("coupon")?.trim().slice(0, COUPON_MAX) ?? "";
  return {
    plan: isPlanName(plan) ? plan : null,
    level: toLevel(params.get("level")),
    coupon: coupon === "" ? null : coupon,
  };
}

function plansPathFor({ plan, level, coupon }: PlanChoice): string {
  const query = new URLSearchParams({
    ...(plan === null ? {} : { plan }),
    level: String(level),
    ...(coupon === null ? {} : { coupon }),
  });
  return `${PLANS_PATH}?${query}`;
}

export const loginPathWith = (choice: PlanChoice): string => loginPathFor(plansPathFor(choice));
