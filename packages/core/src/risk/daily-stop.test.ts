import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeRoundTrip } from "../charges/charges.ts";
import { tariffOf } from "../charges/tariff.ts";
import { paise, rupees } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { istDate } from "../time/ist.ts";
import {
  armDailyStop,
  dailyStopLimit,
  dayResult,
  isDailyStopHit,
  judgeDailyStop,
  type OpenResult,
} from "./daily-stop.ts";

const TODAY = istDate("2026-11-16");
const NOW = epochMs(5);
const LIMIT = rupees(1_000);
const tariff = tariffOf("zerodha");
const armed = armDailyStop(TODAY);

describe("the daily stop", () => {
  it("[A1.4] is 1 % of the capital, or the user's own tighter limit", () => {
    expect(dailyStopLimit(rupees(100_000), null)).toBe(rupees(1_000));
    expect(dailyStopLimit(rupees(100_000), rupees(400))).toBe(rupees(400));
    expect(dailyStopLimit(rupees(100_000), rupees(4_000))).toBe(rupees(1_000));
    expect(dailyStopLimit(rupees(100_000), paise(0))).toBe(rupees(1_000));
  });

  it("[A1.4] is hit at the limit and not a paisa before", () => {
    expect(judgeDailyStop(armed, paise(-LIMIT + 1), LIMIT, NOW).hitAt).toBeNull();
    expect(judgeDailyStop(armed, paise(-LIMIT), LIMIT, NOW)).toEqual({ day: TODAY, hitAt: NOW, result: -LIMIT });
  });

  it("[A1.4] stays hit for its day whatever follows, also after it was stored and read back", () => {
    const hit = judgeDailyStop(armed, rupees(-2_000), LIMIT, NOW);
    const stored: typeof hit = JSON.parse(JSON.stringify(hit));
    const later = judgeDailyStop(stored, rupees(5_000), LIMIT, epochMs(9));
    expect(later).toEqual(hit);
    expect(judgeDailyStop(stored, rupees(-5_000), LIMIT, epochMs(9))).toEqual(hit);
    expect(isDailyStopHit(later, TODAY)).toBe(true);
    expect(isDailyStopHit(later, istDate("2026-11-17"))).toBe(false);
    expect(isDailyStopHit(armed, TODAY)).toBe(false);
    expect(isDailyStopHit(null, TODAY)).toBe(false);
  });

  it("is never hit by an unknown price", () => {
    const silent: OpenResult = { netQuantity: 10, openValue: rupees(10_000), leavingPrice: null };
    const result = dayResult({ realised: rupees(-5_000), executed: [], open: [silent], tariff });
    expect(result).toBeNull();
    expect(judgeDailyStop(armed, result, LIMIT, NOW)).toBe(armed);
    expect(judgeDailyStop(armed, null, paise(0), NOW)).toBe(armed);
  });
});

describe("the result of a day", () => {
  const bought = { side: "buy" as const, value: rupees(100_000) };
  it("values a long at its exit proceeds, including charges of entry and exit", () => {
    const open: OpenResult = { netQuantity: 100, openValue: rupees(100_000), leavingPrice: rupees(1_010) };
    const trip = { quantity: 100, buyPrice: rupees(1_000), sellPrice: rupees(1_010) };
    const result = dayResult({ realised: paise(0), executed: [bought], open: [open], tariff });
    expect(result).toBe(judgeRoundTrip(trip, tariff).net);
  });

  it("is mirrored for a short", () => {
    const sold = { side: "sell" as const, value: rupees(101_000) };
    const open: OpenResult = { netQuantity: -100, openValue: rupees(101_000), leavingPrice: rupees(1_000) };
    const trip = { quantity: 100, buyPrice: rupees(1_000), sellPrice: rupees(1_010) };
    const result = dayResult({ realised: paise(0), executed: [sold], open: [open], tariff });
    expect(result).toBe(judgeRoundTrip(trip, tariff).net);
  });

  it("equals realised profit less charges when nothing is open", () => {
    const closed: OpenResult = { netQuantity: 0, openValue: paise(0), leavingPrice: null };
    const executed = [bought, { side: "sell" as const, value: rupees(101_000) }];
    expect(dayResult({ realised: rupees(1_000), executed, open: [closed], tariff })).toBe(91_728);
  });

  it("falls when the exit price of a long falls, however many are open", () => {
    const opens = fc.array(
      fc.record({
        netQuantity: fc.integer({ min: 1, max: 500 }),
        openValue: fc.integer({ min: 1, max: 1e9 }).map(paise),
        leavingPrice: fc.integer({ min: 1_001, max: 1e6 }).map(paise),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(opens, (open) => {
        const facts = { realised: paise(0), executed: [], tariff };
        const lower = open.map((one) => ({ ...one, leavingPrice: paise(one.leavingPrice - 1_000) }));
        expect(dayResult({ ...facts, open: lower })).toBeLessThan(dayResult({ ...facts, open }) ?? 0);
      }),
    );
  });
});
