import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatCompactPaise,
  formatDay,
  formatDuration,
  formatIstClock,
  formatIstDate,
  formatIstDateTime,
  formatIstLongDate,
  formatIstSeconds,
  formatIstTime,
  formatPaise,
  formatRemaining,
  formatSignedPaise,
  instantOf,
} from "./format.ts";

const amounts = fc.maxSafeInteger().map((value) => paise(value));

const readPaise = (text: string): bigint => {
  const digits = text.replace(/[^\d.]/g, "");
  const [whole = "", rest = ""] = digits.split(".");
  return BigInt(whole) * 100n + BigInt(rest.padEnd(2, "0"));
};

describe("rupees", () => {
  it.each<[Paise, string]>([
    [rupees(0), "₹0"],
    [rupees(500), "₹500"],
    [rupees(1_00_000), "₹1,00,000"],
    [rupees(1_00_00_000), "₹1,00,00,000"],
    [paise(124_850), "₹1,248.50"],
    [paise(5), "₹0.05"],
    [rupees(-310), "−₹310"],
  ])("%i paise reads %s", (amount, text) => {
    expect(formatPaise(amount)).toBe(text);
  });

  it("shows or omits paise as requested", () => {
    expect(formatPaise(rupees(79), "always")).toBe("₹79.00");
    expect(formatPaise(paise(7_949), "none")).toBe("₹79");
    expect(formatPaise(paise(7_950), "none")).toBe("₹80");
    expect(formatPaise(paise(-7_950), "none")).toBe("−₹80");
  });

  it("gives a gain its plus and a loss its minus", () => {
    expect(formatSignedPaise(paise(41_225))).toBe("+₹412.25");
    expect(formatSignedPaise(rupees(-1_090))).toBe("−₹1,090.00");
    expect(formatSignedPaise(rupees(0))).toBe("₹0.00");
  });

  it("never loses a paisa, however large the amount", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(readPaise(formatPaise(amount))).toBe(BigInt(Math.abs(amount)));
      }),
    );
  });

  it("groups by the Indian system: three digits, then pairs", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(formatPaise(amount, "always")).toMatch(/^−?₹(\d{1,2},)?(\d{2},)*\d{1,3}\.\d{2}$/);
      }),
    );
  });
});

describe("compact amounts", () => {
  it.each([
    [1_000, "1K"],
    [5_000, "5K"],
    [10_000, "10K"],
    [25_000, "25K"],
    [50_000, "50K"],
    [100_000, "1L"],
    [500, "500"],
    [1_550, "1.55K"],
    [99_999, "99.99K"],
    [10_000_000, "1Cr"],
    [-2_500, "−2.5K"],
  ])("[B5.3] %i rupees reads %s", (amount, text) => {
    expect(formatCompactPaise(rupees(amount))).toBe(text);
  });

  it("never rounds up", () => {
    const sizes = { K: 1e3, L: 1e5, Cr: 1e7 };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (amount) => {
        const [, number = "", unit] = /^([\d.]+)(K|L|Cr)?$/.exec(formatCompactPaise(rupees(amount))) ?? [];
        const shown = Number(number) * (unit ? sizes[unit as keyof typeof sizes] : 1);
        expect(shown).toBeLessThanOrEqual(amount + 1e-6);
      }),
    );
  });
});

describe("dates and times in India", () => {
  const evening = instantOf("2026-11-15T18:45:09.000Z"); // a quarter past midnight on the 16th in India

  it("reads the day and the time in IST, in any time zone of the browser", () => {
    expect(formatIstDate(evening)).toBe("16 Nov 2026");
    expect(formatIstTime(evening)).toBe("12:15 AM");
    expect(formatIstDateTime(evening)).toBe("16 Nov 2026, 12:15 AM IST");
    expect(formatIstClock(evening)).toBe("00:15:09");
    expect(formatIstSeconds(evening)).toBe("12:15:09 AM");
    expect(formatIstTime(instantOf("2026-11-16T03:40:00.000Z"))).toBe("9:10 AM");
    expect(formatIstTime(instantOf("2026-11-16T06:30:00.000Z"))).toBe("12:00 PM");
  });

  it("[C2.18] formats the long form", () => {
    expect(formatIstLongDate(evening)).toBe("November 16, 2026");
  });

  it("leaves a date of birth on its day", () => {
    expect(formatDay(istDate("1990-05-01"))).toBe("1 May 1990");
  });

  it("agrees with the platform's own zone data", () => {
    const platform = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", timeStyle: "medium" });
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
        (date) => {
          expect(formatIstClock(epochMs(date.getTime()))).toBe(platform.format(date));
        },
      ),
    );
  });
});

describe("durations", () => {
  it.each([
    [10_800, "3h 0m 0s"],
    [3_661, "1h 1m 1s"],
    [300, "5m 0s"],
    [59.9, "59s"],
    [0, "0s"],
    [-4, "0s"],
  ])("[C4.11] %d seconds read %s", (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it("[A2.41][B2.24] shows hours only when days are 0", () => {
    expect(formatRemaining(44, 5)).toBe("44 days 5 hours");
    expect(formatRemaining(1, 1)).toBe("1 day 1 hour");
    expect(formatRemaining(12, 0)).toBe("12 days 0 hours");
    expect(formatRemaining(0, 7)).toBe("7 hours");
    expect(formatRemaining(0, 1)).toBe("1 hour");
  });
});
