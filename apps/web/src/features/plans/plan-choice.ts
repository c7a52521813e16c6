import { isPlanName, LEVELS, type Level, type PlanName } from "@vriddhi/core/billing/plans";
import { loginPathFor } from "../../lib/next-path.ts";

const PLANS_PATH = "/subscription-plans";

/** The choice on the plans page; a login in between must not lose it (A2.38). */
export interface PlanChoice {
  readonly plan: PlanName | null;
  /** `null` where the address names none. */
  readonly level: Level | null;
  readonly coupon: string | null;
}

const COUPON_MAX = 40;

const toLevel = (text: string | null): Level | null => LEVELS.find((level) => String(level) === text) ?? null;

/** From an address that anyone may have written. */
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
    ...(level === null ? {} : { level: String(level) }),
    ...(coupon === null ? {} : { coupon }),
  });
  return `${PLANS_PATH}?${query}`;
}

export const loginPathWith = (choice: PlanChoice): string => loginPathFor(plansPathFor(choice));
