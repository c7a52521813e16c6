import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise } from "../shared/money.ts";
import { FUNDS_MIN, judgeReadiness, type ReadinessFacts } from "./readiness.ts";

const allGood: ReadinessFacts = {
  isLinked: true,
  isSubscribed: true,
  isConnected: true,
  funds: { kind: "read", available: FUNDS_MIN },
  hasEgress: true,
  hasAlgoId: true,
  hasInstruments: true,
  hasTick: true,
};

/** Each fault with its reason, in the order in which they count. */
const faults: readonly (readonly [string, Partial<ReadinessFacts>])[] = [
  ["not_linked", { isLinked: false }],
  ["subscription_missing", { isSubscribed: false }],
  ["session_missing", { isConnected: false }],
  ["broker_unavailable", { funds: { kind: "unavailable" } }],
  ["funds_unread", { funds: { kind: "unread" } }],
  ["funds_too_low", { funds: { kind: "read", available: paise(FUNDS_MIN - 1) } }],
  ["egress_missing", { hasEgress: false }],
  ["algo_id_missing", { hasAlgoId: false }],
  ["instruments_stale", { hasInstruments: false }],
  ["feed_silent", { hasTick: false }],
];

describe("readiness", () => {
  it("is given when nothing is missing", () => {
    expect(judgeReadiness(allGood)).toBeNull();
  });

  it.each(faults)("%s is told", (reason, fault) => {
    expect(judgeReadiness({ ...allGood, ...fault })).toBe(reason);
  });

  it("of several faults the first is told", () => {
    fc.assert(
      fc.property(
        fc.subarray(
          faults.map((_, index) => index),
          { minLength: 1 },
        ),
        (indexes) => {
          // the last one laid on wins where two speak of the same fact, so the first is laid on last
          const facts = Object.assign({}, allGood, ...[...indexes].reverse().map((index) => faults[index]?.[1]));
          expect(judgeReadiness(facts)).toBe(faults[indexes[0] ?? 0]?.[0]);
        },
      ),
    );
  });
});
