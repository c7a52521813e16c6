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
  isMarketOpen: false,
};
const kindOf = (changes: Partial<StepFacts>) => nextStepOf({ ...ready, ...changes }).kind;

describe("the one thing to do", () => {
  it("is a plan, then a broker, then capital, then the first start", () => {
    expect(kindOf({ isSubscribed: false, accounts: [], hasCapital: false })).toBe("plan");
    expect(kindOf({ accounts: [], hasCapital: false })).toBe("broker");
    expect(kindOf({ hasCapital: false })).toBe("capital");
    expect(kindOf({})).toBe("activate");
  });

  it("does not offer the plans before the subscription is known", () => {
    expect(kindOf({ isSubscribed: null, accounts: [] })).toBe("broker");
  });

  it("is nothing while a run is active or scheduled", () => {
    expect(kindOf({ runs: someRuns({ zerodha: aRun({ status: "running" }) }) })).toBe("nothing");
    expect(kindOf({ runs: someRuns({ zerodha: aRun({ next_start: "2026-11-17" }) }) })).toBe("nothing");
  });

  it("is to fix an account that a run waits for, before the market opens", () => {
    const accounts = [account({ is_ready: false, reason: "login_needed", action: { label: "Log in", path: "/x" } })];
    const runs = someRuns({ zerodha: aRun({ next_start: "2026-11-16" }) });
    expect(kindOf({ accounts, runs })).toBe("mend");
    expect(kindOf({ accounts, runs, isDayAhead: false })).toBe("nothing");
  });

  it("is to log in again while the market is open, only for an active run whose login was lost", () => {
    const open = { isDayAhead: false, isMarketOpen: true };
    const lost = [account({ is_ready: false, reason: "login_needed", action: { label: "Log in", path: "/x" } })];
    const poor = [account({ is_ready: false, reason: "funds_too_low", action: { label: "Add funds", path: "/x" } })];
    const running = someRuns({ zerodha: aRun({ status: "running" }) });
    expect(kindOf({ ...open, accounts: lost, runs: running })).toBe("mend");
    expect(kindOf({ ...open, accounts: lost, runs: someRuns({ zerodha: aRun({ closing: true }) }) })).toBe("mend");
    expect(kindOf({ ...open, accounts: poor, runs: running })).toBe("nothing");
    const tomorrow = someRuns({ zerodha: aRun({ next_start: "2026-11-17" }) });
    expect(kindOf({ ...open, accounts: lost, runs: tomorrow })).toBe("nothing");
  });

  it("[B7.8] does not ask for capital when Fyers has a capital of its own", () => {
    const facts = { accounts: [account({ broker: "fyers" })], hasCapital: false };
    expect(kindOf(facts)).toBe("capital");
    expect(kindOf({ ...facts, runs: someRuns({ fyers: aRun({ capital: 25_000 }) }) })).toBe("activate");
  });

  it("asks before everything else for the approval that a run waits for", () => {
    const runs = someRuns({ zerodha: aRun({ status: "running", day_approval: "waiting" }) });
    expect(nextStepOf({ ...ready, runs })).toEqual({ kind: "approve_day", broker: "zerodha" });
  });

  it("is to allow starts again after the kill switch", () => {
    expect(kindOf({ runs: someRuns({ fyers: aRun({ kill_switch: true }) }) })).toBe("killed");
  });
});
