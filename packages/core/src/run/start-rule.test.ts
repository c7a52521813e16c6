import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paise, rupees } from "../shared/money.ts";
import { later } from "../time/clock.ts";
import { istDate, istInstant, istMinute } from "../time/ist.ts";
import { nseCalendar } from "../time/trading-calendar.ts";
import { CAPITAL_STEP } from "./capital.ts";
import {
  type DayRequestFacts,
  dayRequestOf,
  judgeArming,
  judgeStart,
  type StartFacts,
  startRefusals,
} from "./start-rule.ts";

const MONDAY = istDate("2026-11-16");
const SUNDAY = istDate("2026-11-15");
const CUT_OFF = istInstant(MONDAY, istMinute(9, 10));

const FINE: StartFacts = {
  now: istInstant(MONDAY, istMinute(9, 0)),
  calendar: nseCalendar,
  isPaper: false,
  band: rupees(50_000),
  dob: istDate("1990-05-01"),
  isConnected: true,
  state: "stopped",
  killedOn: null,
  capital: rupees(10_000),
  elsewhere: paise(0),
};

const refusalOf = (facts: Partial<StartFacts>) => {
  const judged = judgeStart({ ...FINE, ...facts });
  return judged.ok ? null : judged.error;
};

/** One fact for each reason, so that any set of reasons can be combined. */
const spoilt: Readonly<Record<(typeof startRefusals)[number], Partial<StartFacts>>> = {
  subscription_required: { band: null },
  dob_missing: { dob: null },
  too_young_to_trade: { dob: istDate("2008-11-17") },
  credentials_missing: { isConnected: false },
  already_running: { state: "running" },
  market_closed: { now: istInstant(SUNDAY, istMinute(9, 0)) },
  start_too_late: { now: later(CUT_OFF, 1) },
  kill_switch_on: { killedOn: MONDAY },
  still_closing: { state: "closing" },
};

describe("a start", () => {
  it("[B6.2] succeeds when no rule forbids it", () => {
    expect(judgeStart(FINE)).toEqual({ ok: true, value: rupees(10_000) });
  });

  it.each(startRefusals)("[B8.4] is refused for one reason: %s", (reason) => {
    expect(refusalOf(spoilt[reason])).toBe(reason);
  });

  it("is possible from the eighteenth birthday on, and with paper at any age", () => {
    expect(refusalOf({ dob: istDate("2008-11-17") })).toBe("too_young_to_trade");
    expect(refusalOf({ dob: istDate("2008-11-16") })).toBeNull();
    expect(refusalOf({ dob: istDate("2012-01-01"), isPaper: true })).toBeNull();
    expect(refusalOf({ dob: null, isPaper: true })).toBeNull();
  });

  it("[B9.4] is possible at 9:10:00 and not a millisecond later", () => {
    expect(refusalOf({ now: CUT_OFF })).toBeNull();
    expect(refusalOf({ now: later(CUT_OFF, 1) })).toBe("start_too_late");
  });

  it("reports the first refusal reason in the order of the list", () => {
    fc.assert(
      fc.property(
        fc.subarray([...startRefusals], { minLength: 1 }),
        fc.integer({ min: 0, max: 2_000 }),
        (wrong, step) => {
          // A closed market and a late hour share one clock, one account has one state, and a user one date of birth.
          const kept = wrong.filter(
            (reason) =>
              !(reason === "too_young_to_trade" && wrong.includes("dob_missing")) &&
              !(reason === "start_too_late" && wrong.includes("market_closed")) &&
              !(reason === "still_closing" && wrong.includes("already_running")),
          );
          const facts = Object.assign({ capital: paise(step * CAPITAL_STEP) }, ...kept.map((reason) => spoilt[reason]));
          const first = startRefusals.find((reason) => kept.includes(reason));
          expect(refusalOf(facts)).toBe(first);
        },
      ),
    );
  });

  it("[B5.2] checks the capital last", () => {
    expect(refusalOf({ capital: rupees(499) })).toBe("capital_too_low");
    expect(refusalOf({ capital: rupees(60_000) })).toBe("capital_over_band");
    expect(refusalOf({ capital: rupees(60_000), state: "running" })).toBe("already_running");
  });

  it("needs no plan on paper and uses no band there", () => {
    const paper = { isPaper: true, elsewhere: rupees(50_000) };
    expect(refusalOf({ ...paper, band: null })).toBeNull();
    expect(refusalOf({ ...paper, capital: rupees(60_000) })).toBeNull();
    expect(refusalOf({ ...paper, capital: rupees(10_000_500) })).toBe("capital_over_band");
    expect(refusalOf({ ...paper, now: later(CUT_OFF, 1) })).toBe("start_too_late");
  });

  it("is not blocked by a kill switch of another day", () => {
    expect(refusalOf({ killedOn: istDate("2026-11-13") })).toBeNull();
  });
});

describe("an automatic start on every following day", () => {
  const fine = {
    today: MONDAY,
    dob: istDate("1990-05-01"),
    band: rupees(50_000),
    isLinked: true,
    capital: rupees(10_000),
    elsewhere: paise(0),
  };

  it("needs a subscription, an account and a valid capital", () => {
    expect(judgeArming(fine)).toEqual({ ok: true, value: rupees(10_000) });
    expect(judgeArming({ ...fine, band: null })).toEqual({ ok: false, error: "subscription_required" });
    expect(judgeArming({ ...fine, dob: null })).toEqual({ ok: false, error: "dob_missing" });
    const minor = { ...fine, dob: istDate("2008-11-17") };
    expect(judgeArming(minor)).toEqual({ ok: false, error: "too_young_to_trade" });
    expect(judgeArming({ ...fine, isLinked: false })).toEqual({ ok: false, error: "credentials_missing" });
    expect(judgeArming({ ...fine, elsewhere: rupees(45_000) })).toEqual({ ok: false, error: "capital_over_band" });
  });
});

describe("the morning's action for an account", () => {
  const armed: DayRequestFacts = { day: MONDAY, standingFrom: MONDAY, runState: "none", killedOn: null };

  it("[B9.5] is a start where it is requested from this day on or from an earlier one", () => {
    expect(dayRequestOf(armed)).toBe("wanted");
    expect(dayRequestOf({ ...armed, standingFrom: SUNDAY })).toBe("wanted");
    expect(dayRequestOf({ ...armed, standingFrom: istDate("2026-11-17") })).toBe("not_wanted");
    expect(dayRequestOf({ ...armed, standingFrom: null })).toBe("not_wanted");
  });

  it("is none for a running account, and never a second start on a stopped day", () => {
    for (const standingFrom of [null, MONDAY]) {
      expect(dayRequestOf({ ...armed, standingFrom, runState: "running" })).toBe("started");
      expect(dayRequestOf({ ...armed, standingFrom, runState: "stopped" })).toBe("not_wanted");
    }
  });

  it("is no start on the day of the kill switch", () => {
    expect(dayRequestOf({ ...armed, killedOn: MONDAY })).toBe("not_wanted");
    expect(dayRequestOf({ ...armed, killedOn: SUNDAY })).toBe("wanted");
  });
});
