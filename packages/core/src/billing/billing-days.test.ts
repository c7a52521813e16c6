import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paise, paise } from "../shared/money.ts";
import { DAY_MS, type EpochMs, epochMs, later } from "../time/clock.ts";
import { addDays, istDate } from "../time/ist.ts";
import { judgeCoupon, NO_DISCOUNT, NO_USES, normaliseCouponCode } from "./coupon.ts";
import { splitGst } from "./gst.ts";
import { addMonths, isRefundable, judgeGuarantee } from "./guarantee.ts";
import { fiscalYearOf, formatInvoiceNumber } from "./invoice-number.ts";
import { TRIAL_DAYS } from "./plans.ts";
import { daysUntil, reminderDue } from "./reminder.ts";

const at = (text: string): EpochMs => epochMs(Date.parse(text));

describe("a reminder", () => {
  const end = at("2026-12-16T09:15:00+05:30");

  it.each([
    ["eight days before", "2026-12-08T23:59:59.999+05:30", null],
    ["from midnight seven days before", "2026-12-09T00:00:00+05:30", 7],
    ["four days before, when the first was missed", "2026-12-12T12:00:00+05:30", 7],
    ["three days before", "2026-12-13T00:00:00+05:30", 3],
    ["the day before", "2026-12-15T00:00:00+05:30", 1],
    ["on the day", "2026-12-16T09:14:59.999+05:30", 1],
    ["at the end", "2026-12-16T09:15:00+05:30", null],
    ["afterwards", "2027-12-16T09:15:00+05:30", null],
  ])("%s (%s): the due reminder is %s", (_case, now, due) => {
    expect(reminderDue({ startsAt: later(end, -30 * DAY_MS), endsAt: end }, at(now))).toBe(due);
  });

  it("for a trial is first due three days before its end, because a trial lasts at most seven days", () => {
    const trial = { startsAt: later(end, -TRIAL_DAYS * DAY_MS), endsAt: end };
    expect(reminderDue(trial, later(end, -7 * DAY_MS))).toBeNull();
    expect(reminderDue(trial, later(end, -3 * DAY_MS))).toBe(3);
  });

  it("counts midnights in India, whatever the hour, over leap days and new years", () => {
    expect(daysUntil(at("2026-11-16T00:00:00+05:30"), at("2026-11-15T23:59:59.999+05:30"))).toBe(1);
    expect(daysUntil(at("2026-11-15T23:59:59+05:30"), at("2026-11-15T00:00:00+05:30"))).toBe(0);
    expect(daysUntil(at("2028-03-01T10:00:00+05:30"), at("2028-02-28T10:00:00+05:30"))).toBe(2);
    expect(daysUntil(at("2027-01-01T00:00:00+05:30"), at("2026-12-31T23:00:00+05:30"))).toBe(1);
  });
});

describe("an invoice's number", () => {
  it.each([
    ["2027-03-31T23:59:59.999+05:30", 2026],
    ["2027-04-01T00:00:00+05:30", 2027],
    ["2027-03-31T18:29:59.999Z", 2026],
    ["2027-03-31T18:30:00Z", 2027],
    ["2028-02-29T12:00:00+05:30", 2027],
  ])("on %s belongs to the fiscal year %d", (instant, year) => {
    expect(fiscalYearOf(at(instant))).toBe(year);
  });

  it("has at most 16 characters and is unique", () => {
    expect(formatInvoiceNumber("invoice", 2026, 42)).toBe("INV/26-27/000042");
    expect(formatInvoiceNumber("credit_note", 2099, 1)).toBe("CRN/99-00/000001");
    const years = fc.integer({ min: 2020, max: 2090 });
    const serials = fc.integer({ min: 1, max: 999_999 });
    fc.assert(
      fc.property(years, serials, years, serials, (year, serial, otherYear, other) => {
        const number = formatInvoiceNumber("invoice", year, serial);
        expect(number).toHaveLength(16);
        const isSame = number === formatInvoiceNumber("invoice", otherYear, other);
        expect(isSame).toBe(year === otherYear && serial === other);
      }),
    );
  });

  it.each([0, -1, 1.5, 1_000_000])("refuses the serial number %d", (serial) => {
    expect(() => formatInvoiceNumber("invoice", 2026, serial)).toThrow("six digits");
  });
});

describe("the tax in a price", () => {
  const HOME = { seller: "29", placeOfSupply: "29" } as const;

  it("is 18 % of the taxable value in two equal halves, and adds up with it to the amount paid", () => {
    expect(splitGst(paise(118_00), HOME)).toEqual({ taxable: 100_00, cgst: 9_00, sgst: 9_00, igst: 0 });
    expect(splitGst(paise(999_00), HOME)).toEqual({ taxable: 846_62, cgst: 76_19, sgst: 76_19, igst: 0 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }).map(paise), (amount) => {
        const { taxable, cgst, sgst } = splitGst(amount, HOME);
        expect(taxable + cgst + sgst).toBe(amount);
        expect(cgst).toBe(sgst);
        expect(Math.abs(taxable * 0.09 - cgst)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("the guarantee", () => {
  const paidAt = at("2026-11-16T10:00:00+05:30");
  const judge = (gross: number | null, now: string) =>
    judgeGuarantee({ gross: gross === null ? null : (gross as Paise), paidAt, now: at(now) });

  it("[A1.4] refunds the fee after a gross loss of a single paisa, and not without one", () => {
    expect(judge(-1, "2026-12-16T10:00:00+05:30")).toBe("refund");
    expect(judge(0, "2026-12-16T10:00:00+05:30")).toBe("kept");
    expect(judge(5_000, "2026-12-16T10:00:00+05:30")).toBe("kept");
    expect(judge(null, "2026-12-16T10:00:00+05:30")).toBe("no_result");
  });

  it("[A1.4] becomes a payout instead of a refund when the payment is six months old", () => {
    expect(judge(-1, "2027-05-15T23:59:59.999+05:30")).toBe("refund");
    expect(judge(-1, "2027-05-16T00:00:00+05:30")).toBe("payout");
  });

  it.each([
    ["2026-08-31", 6, "2027-02-28"],
    ["2027-08-31", 6, "2028-02-29"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2027-01-30", 1, "2027-02-28"],
    ["2026-11-16", 6, "2027-05-16"],
  ])("%s and %d months are %s", (date, months, expected) => {
    expect(addMonths(istDate(date), months)).toBe(expected);
  });

  it("adding months skips no month and never moves back", () => {
    const dates = fc.integer({ min: 0, max: 5_000 }).map((days) => addDays(istDate("2024-01-01"), days));
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 40 }), (date, months) => {
        const moved = addMonths(date, months);
        expect(moved >= date).toBe(true);
        const index = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(index(moved) - index(date)).toBe(months);
      }),
    );
  });

  it("a payment is refundable on its own day and in no later year", () => {
    expect(isRefundable(paidAt, paidAt)).toBe(true);
    expect(isRefundable(paidAt, later(paidAt, 365 * DAY_MS))).toBe(false);
  });
});

describe("a coupon", () => {
  const now = at("2026-11-16T10:00:00+05:30");
  const coupon = { code: "HALF", discount: NO_DISCOUNT, endsAt: null, usesMax: null, usesPerPerson: null };
  const taken = (all: number, ownPaid = 0, ownOpen = 0) => ({ all, ownPaid, ownOpen });

  it("[A7.11] is valid until its last instant and its last use", () => {
    expect(judgeCoupon(null, NO_USES, now)).toBe("unknown");
    expect(judgeCoupon(coupon, taken(1_000_000, 9, 9), now)).toBe("fine");
    expect(judgeCoupon({ ...coupon, endsAt: later(now, 1) }, NO_USES, now)).toBe("fine");
    expect(judgeCoupon({ ...coupon, endsAt: now }, NO_USES, now)).toBe("unknown");
    expect(judgeCoupon({ ...coupon, usesMax: 3 }, taken(2), now)).toBe("fine");
    expect(judgeCoupon({ ...coupon, usesMax: 3 }, taken(3), now)).toBe("used_up");
  });

  it("has a limit per user where configured, which pending orders may exceed by two", () => {
    const once = { ...coupon, usesMax: 10, usesPerPerson: 1 };
    expect(judgeCoupon(once, taken(5), now)).toBe("fine");
    expect(judgeCoupon(once, taken(5, 0, 2), now)).toBe("fine");
    expect(judgeCoupon(once, taken(5, 0, 3), now)).toBe("used_before");
    expect(judgeCoupon(once, taken(5, 1), now)).toBe("used_before");
    expect(judgeCoupon(once, taken(10, 1), now)).toBe("used_before");
    expect(judgeCoupon({ ...once, usesPerPerson: 2 }, taken(5, 1, 2), now)).toBe("fine");
  });

  it("may be typed in any case and with spaces around it", () => {
    expect(normaliseCouponCode("  welcome10 ")).toBe("WELCOME10");
  });
});
