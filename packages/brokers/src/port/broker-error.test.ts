import { describe, expect, it } from "vitest";
import { type BrokerError, type NextStep, nextStep } from "./broker-error.ts";

const cases: Record<BrokerError["kind"], { error: BrokerError; step: NextStep }> = {
  rejected: { error: { kind: "rejected", reason: "margin" }, step: "tell_user" },
  session_expired: { error: { kind: "session_expired" }, step: "relink" },
  throttled: { error: { kind: "throttled", retryAfterMs: 1_000 }, step: "wait" },
  unavailable: { error: { kind: "unavailable", reason: "ECONNREFUSED" }, step: "retry" },
  outcome_unknown: { error: { kind: "outcome_unknown", reason: "ECONNRESET" }, step: "reconcile" },
};

describe("what to do after a broker's error", () => {
  it.each(Object.values(cases))("$error.kind: $step", ({ error, step }) => {
    expect(nextStep(error)).toBe(step);
  });

  it("never calls a lost answer a refusal, and never sends again on its own", () => {
    const afterLost = nextStep({ kind: "outcome_unknown", reason: "rejected: order rejected" });
    expect(afterLost).not.toBe("tell_user");
    expect(afterLost).not.toBe("retry");
    expect(afterLost).not.toBe("wait");
  });

  it("gives every error a step of its own", () => {
    expect(new Set(Object.values(cases).map(({ error }) => nextStep(error))).size).toBe(Object.keys(cases).length);
  });
});
