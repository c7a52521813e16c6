import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paise, paise, rupees } from "../shared/money.ts";
import { CAPITAL_MAX, CAPITAL_MIN, CAPITAL_STEP, capitalOfDay, judgeCapital } from "./capital.ts";

const ALONE = { band: rupees(50_000), elsewhere: paise(0) };
const refusal = (amount: Paise, room = ALONE as Parameters<typeof judgeCapital>[1]) => {
  const judged = judgeCapital(amount, room);
  return judged.ok ? null : judged.error;
};

const amounts = fc.integer({ min: 0, max: 40_000 }).map((steps) => paise(steps * CAPITAL_STEP));
const rooms = fc.record({ band: fc.option(amounts, { nil: null }), elsewhere: amounts });

describe("a chosen capital", () => {
  it("[B5.1, B9.1] is at least 500 rupees and goes in steps of 500", () => {
    expect(refusal(rupees(499))).toBe("capital_too_low");
    expect(refusal(paise(0))).toBe("capital_too_low");
    expect(refusal(paise(-50_000))).toBe("capital_too_low");
    expect(refusal(rupees(750))).toBe("capital_off_step");
    expect(refusal(paise(50_001))).toBe("capital_off_step");
    expect(refusal(rupees(500))).toBeNull();
    expect(refusal(rupees(1_500))).toBeNull();
  });

  it("[B5.2] stays within the band over all brokers together", () => {
    expect(refusal(rupees(50_000))).toBeNull();
    expect(refusal(rupees(50_500))).toBe("capital_over_band");
    expect(refusal(rupees(20_000), { ...ALONE, elsewhere: rupees(30_000) })).toBeNull();
    expect(refusal(rupees(20_500), { ...ALONE, elsewhere: rupees(30_000) })).toBe("capital_over_band");
  });

  it("[B5.2, B9.1] is at most ten million rupees without a band", () => {
    const noBand = { band: null, elsewhere: paise(0) };
    expect(refusal(CAPITAL_MAX, noBand)).toBeNull();
    expect(refusal(paise(CAPITAL_MAX + CAPITAL_STEP), noBand)).toBe("capital_over_band");
  });

  it("never exceeds the band over the user's brokers", () => {
    fc.assert(
      fc.property(amounts, rooms, (amount, room) => {
        if (judgeCapital(amount, room).ok)
          expect(amount + room.elsewhere).toBeLessThanOrEqual(room.band ?? CAPITAL_MAX);
      }),
    );
  });
});

describe("the capital of an automatically started day", () => {
  it("is the chosen one while the band has room for it", () => {
    expect(capitalOfDay(rupees(20_000), ALONE)).toBe(rupees(20_000));
  });

  it("shrinks in whole steps where the band or other brokers leave less", () => {
    expect(capitalOfDay(rupees(60_000), ALONE)).toBe(rupees(50_000));
    expect(capitalOfDay(rupees(20_000), { band: rupees(50_000), elsewhere: rupees(49_000) })).toBe(rupees(1_000));
    expect(capitalOfDay(rupees(20_000), { band: rupees(50_000), elsewhere: rupees(49_800) })).toBeNull();
  });

  it("is always a valid choice, and never more than was chosen", () => {
    fc.assert(
      fc.property(amounts, rooms, (chosen, room) => {
        const given = capitalOfDay(chosen, room);
        if (given === null) return;
        expect(judgeCapital(given, room).ok).toBe(true);
        expect(given).toBeLessThanOrEqual(Math.max(chosen, CAPITAL_MIN));
      }),
    );
  });

  it("is null only where no step is left", () => {
    fc.assert(
      fc.property(amounts, rooms, (chosen, room) => {
        if (capitalOfDay(chosen, room) !== null) return;
        expect(chosen < CAPITAL_MIN || !judgeCapital(CAPITAL_MIN, room).ok).toBe(true);
      }),
    );
  });
});
