import { describe, expect, it } from "vitest";
import { aRun, someRuns } from "../../testing/trading-day.fixture.ts";
import type { BrokerReadiness } from "./day-types.ts";
import { nextStepOf, type StepFacts } from "./next-step.ts";

const account = (changes: Partial<BrokerReadiness> = {}): BrokerReadiness => ({
  broker: "zerodha",
  is_ready: true,
  reason: null,
  detail: null,
  broker_said: null,
  action: null,
  session_expires_at: null,
  ...changes,
});

const ready: StepFacts = {
  isSubscribed: true,
  accounts: [account()],
  hasCapital: true,
  runs: someRuns(),
  isDayAhead: true,
};
const kindOf = (changes: Partial<StepFacts>) => nextStepOf({ ...ready, ...changes }).kind;

describe("the one thing to do", () => {
  it("is a plan, then a broker, then capital, then the first start", () => {
    expect(kindOf({ isSubscribed: false, accounts: [], hasCapital: false })).toBe("plan");
    expect(kindOf({ accounts: [], hasCapital: false })).toBe("broker");
    expect(kindOf({ hasCapital: false })).toBe("capital");
    expect(kindOf({})).toBe("activate");
  });

  it("sends nobody to buy on a guess", () => {
    expect(kindOf({ isSubscribed: null, accounts: [] })).toBe("broker");
  });

  it("is nothing while a run goes on or is to start", () => {
    expect(kindOf({ runs: someRuns({ zerodha: aRun({ status: "running" }) }) })).toBe("nothing");
    expect(kindOf({ runs: someRuns({ zerodha: aRun({ next_start: "2026-11-17" }) }) })).toBe("nothing");
  });

  it("is to mend an account that a run waits for, before the market opens", () => {
    const accounts = [account({ is_ready: false, reason: "login_needed", action: { label: "Log in", path: "/x" } })];
    const runs = someRuns({ zerodha: aRun({ next_start: "2026-11-16" }) });
    expect(kindOf({ accounts, runs })).toBe("mend");
    expect(kindOf({ accounts, runs, isDayAhead: false })).toBe("nothing");
  });

  it("asks before everything else for the approval that a run waits for", () => {
    const runs = someRuns({ zerodha: aRun({ status: "running", day_approval: "waiting" }) });
    expect(nextStepOf({ ...ready, runs })).toEqual({ kind: "approve_day", broker: "zerodha" });
  });

  it("is to allow starts again after the kill switch", () => {
    expect(kindOf({ runs: someRuns({ fyers: aRun({ kill_switch: true }) }) })).toBe("killed");
  });
});
