import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import { strategyStates } from "@vriddhi/core/strategy/strategy-state";
import { istDate, istInstant } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { formatIstTime } from "../../lib/format.ts";
import { aDay, aDayWithTrade, anAccount, aRun, someRuns } from "../../testing/trading-day.fixture.ts";
import { areEntriesOver, leadOf, strategyTextsOf } from "./day-lead.ts";
import type { StrategyState } from "./day-types.ts";
import type { NextStep } from "./next-step.ts";

const account = {
  broker: "zerodha",
  is_ready: false,
  reason: "login_needed",
  detail: null,
  broker_said: null,
  action: { label: "Log in", path: "/x" },
  session_expires_at: null,
} as const;

const facts = {
  day: aDay(),
  state: "before_open",
  nextDay: "Tue 17 Nov",
  runs: someRuns(),
  startsToday: true,
  strategy: "market_closed",
  step: { kind: "nothing" } as NextStep,
} as const;

const whyOf = (strategy: StrategyState | undefined, status: "running" | "stopped" = "running") =>
  leadOf({ ...facts, state: "open", runs: someRuns({ zerodha: aRun({ status }) }), strategy })[1];

describe("the sentence under Today", () => {
  it("says that there is nothing to do only where nothing needs the user", () => {
    expect(leadOf(facts)[0]).toBe("Nothing to do.");
    expect(leadOf({ ...facts, step: { kind: "mend", account } })).toEqual([
      "Zerodha needs you.",
      "It does not trade today until you act.",
    ]);
  });

  it("never says flat while another account is being closed or still trades", () => {
    const accounts = [anAccount({ has_traded: true })];
    const day = aDayWithTrade({ is_open: false, positions: [], accounts });
    const done = { ...facts, day, state: "open" } as const;
    expect(leadOf(done)[0]).toBe("You are flat.");
    expect(leadOf({ ...done, runs: someRuns({ angelone: aRun({ closing: true }) }) })).toEqual([
      "Nothing to do.",
      "What is open at Angel One is being closed.",
    ]);
    expect(leadOf({ ...done, runs: someRuns({ angelone: aRun({ status: "running" }) }) })[0]).toBe(
      "Zerodha: today's trade is closed.",
    );
    const over = { ...done, state: "after_close", runs: someRuns({ fyers: aRun({ closing: true }) }) } as const;
    expect(leadOf(over)[1]).toBe("What is open at Fyers is being closed.");
  });

  it("mentions a trade at an account that the day does not include", () => {
    const other = (changes: Parameters<typeof anAccount>[0]) => anAccount({ broker: "angelone", ...changes });
    const runs = someRuns({ zerodha: aRun({ status: "running" }), angelone: aRun({ status: "running" }) });
    const quiet = (accounts: ReturnType<typeof anAccount>[]) =>
      leadOf({
        ...facts,
        state: "open",
        strategy: "watching",
        runs,
        day: aDay({ broker: "zerodha", accounts: [anAccount(), ...accounts] }),
      });
    expect(quiet([other({ is_open: true, positions: 1, has_traded: true })])).toEqual([
      "Nothing to do here.",
      "You have an open trade at Angel One.",
    ]);
    expect(quiet([other({ is_open: true })])[1]).toBe("An order is on its way at Angel One.");
    expect(quiet([other({ has_traded: true })])[0]).toBe("Angel One: today's trade is closed.");
    expect(quiet([other({})])[1]).toBe("The algorithm watches its shortlist. No trade so far.");
  });

  it.each([
    [undefined, "No trade so far."],
    ["stopped", "No trade so far."],
    ["market_closed", "No trade so far."],
    ["watching", "The algorithm watches its shortlist. No trade so far."],
    ["signal_made", "Today's one signal is made. No more entries today."],
    ["no_feed", "The market feed is silent. Nothing is bought until it is back."],
    ["no_list", "There is no shortlist yet, so nothing is bought."],
    ["prices_missing", "No entries today: the opening prices did not arrive."],
    ["range_unseen", "No entries today: the market feed had gaps after the open."],
    ["decision_late", "No more entries today: the signal came too late."],
    ["blocked", "New entries are stopped at the moment."],
    ["entries_over", "No share was good enough by 12:45 PM. No more entries today."],
  ] as const)("describes a running strategy in the open market by its state: %s", (strategy, why) => {
    expect(whyOf(strategy)).toBe(why);
    expect(whyOf(strategy, "stopped")).toBe("Nothing of ours is open.");
  });

  it("names one end of the breakouts, the one that the strategy keeps", () => {
    const end = formatIstTime(istInstant(istDate("2026-11-16"), OPENING_RANGE.candidatesUntil));
    for (const state of ["watching", "entries_over"] as const)
      expect(
        strategyTextsOf(state)
          ?.card.match(/\d+:\d\d [AP]M/g)
          ?.at(-1),
      ).toBe(end);
  });

  it("counts entries as over exactly where its text says so", () => {
    const over = strategyStates.filter((state) => areEntriesOver(state));
    const described = strategyStates.filter((state) =>
      /No (more )?entries today/.test(strategyTextsOf(state)?.lead[1] ?? ""),
    );
    expect(over.toSorted()).toEqual(described.toSorted());
    expect(areEntriesOver(undefined)).toBe(false);
  });

  it("has a text for each state of an open market", () => {
    const described = strategyStates.filter((state) => strategyTextsOf(state) !== null);
    expect(described).toEqual(strategyStates.filter((state) => state !== "stopped" && state !== "market_closed"));
  });

  it("asks for the day's approval and mentions the open trade beside it", () => {
    const step = { kind: "approve_day", broker: "zerodha" } as const;
    expect(leadOf({ ...facts, state: "open", step })[0]).toBe("Approve today's trading.");
    expect(leadOf({ ...facts, day: aDayWithTrade(), state: "open", step: { kind: "mend", account } })).toEqual([
      "Zerodha needs you.",
      "SBIN is open and its stop rests at Zerodha.",
    ]);
  });
});
