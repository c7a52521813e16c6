import { LEVELS, PLAN_NAMES } from "@vriddhi/core/billing/plans";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeNextPath } from "../../lib/next-path.ts";
import { loginPathWith, readChoice } from "./plan-choice.ts";

const choices = fc.record({
  plan: fc.constantFrom(null, ...PLAN_NAMES),
  level: fc.constantFrom(...LEVELS),
  coupon: fc.oneof(
    fc.constant(null),
    fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text && text !== ""),
  ),
});

describe("a choice across the login", () => {
  it("[A2.38] survives the round trip, with any coupon code", () => {
    fc.assert(
      fc.property(choices, (choice) => {
        const login = new URL(loginPathWith(choice), "https://own.invalid");
        expect(login.pathname).toBe("/login");
        const next = safeNextPath(login.searchParams.get("next"));
        expect(next).not.toBeNull();
        const back = new URL(next ?? "", "https://own.invalid");
        expect(back.pathname).toBe("/subscription-plans");
        expect(readChoice(back.searchParams)).toEqual(choice);
      }),
    );
  });

  it.each(["", "plan=YEARLY&level=9&coupon=%20", "level=0"])("[A9.6] reads ?%s as no choice", (query) => {
    expect(readChoice(new URLSearchParams(query))).toEqual({ plan: null, level: null, coupon: null });
  });
});
