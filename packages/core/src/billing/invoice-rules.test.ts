import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAISE_PER_RUPEE, type Paise, paise } from "../shared/money.ts";
import { epochMs } from "../time/clock.ts";
import { amountInWords, numberInWords } from "./amount-in-words.ts";
import { type BuyerDetails, detailsFault, placeOfSupply, tidyDetails } from "./buyer-details.ts";
import { GST_PERCENT, splitGst } from "./gst.ts";
import { gstinCheckDigit, isGstin, normaliseGstin, stateOfGstin } from "./gstin.ts";
import { isStateCode, localTaxOf, STATE_CODES, stateTitle } from "./indian-state.ts";
import { fiscalYearOf, formatInvoiceNumber, invoiceKeptUntil, lastForgottenYear } from "./invoice-number.ts";

const amounts = fc.integer({ min: 1, max: 500_000_000_00 }).map(paise);
const states = fc.constantFrom(...STATE_CODES);

describe("an amount in words", () => {
  it.each([
    [0, "Rupees Zero Only"],
    [100, "Rupees One Only"],
    [7_900, "Rupees Seventy Nine Only"],
    [99_950, "Rupees Nine Hundred Ninety Nine and Fifty Paise Only"],
    [19_999_900, "Rupees One Lakh Ninety Nine Thousand Nine Hundred Ninety Nine Only"],
    [100_000_000_00, "Rupees Ten Crore Only"],
    [1_000_00_00_000_01, "Rupees One Thousand Crore and One Paise Only"],
  ])("%i paise: %s", (amount, words) => {
    expect(amountInWords(paise(amount))).toBe(words);
  });

  const units: Readonly<Record<string, number>> = { Thousand: 1_000, Lakh: 100_000 };
  const small = new Map(Array.from({ length: 100 }, (_, n) => [numberInWords(n), n]));
  const hundreds = (words: string) =>
    words.split(" Hundred").reduce((sum, part, index, parts) => {
      const value = part
        .trim()
        .split(" ")
        .reduce((total, word) => total + (small.get(word) ?? 0), 0);
      return sum + value * (index < parts.length - 1 ? 100 : 1);
    }, 0);
  const readBack = (words: string): number => {
    const [crores, rest] = words.includes(" Crore") ? words.split(/ Crore ?/) : ["", words];
    let [total, left] = [crores ? readBack(crores) * 10_000_000 : 0, rest ?? ""];
    for (const [unit, size] of Object.entries(units).toReversed()) {
      const [before, after] = left.includes(` ${unit}`) ? left.split(` ${unit}`) : ["", left];
      total += hundreds(before ?? "") * size;
      left = after ?? "";
    }
    return total + hundreds(left);
  };

  it("is of whole rupees and paise", () => {
    for (const number of [-1, 0.5]) expect(() => numberInWords(number)).toThrow("a whole number that is not negative");
  });

  it("spells exactly the number", () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_99_99_99_999 }), (n) => readBack(numberInWords(n)) === n));
  });
});

describe("the tax of an amount", () => {
  it("adds up with the taxable value to exactly the amount paid, and is 18 % of it within a paisa", () => {
    fc.assert(
      fc.property(amounts, states, states, (amount, seller, placeOf) => {
        const { taxable, cgst, sgst, igst } = splitGst(amount, { seller, placeOfSupply: placeOf });
        expect(taxable + cgst + sgst + igst).toBe(amount);
        expect(cgst).toBe(sgst);
        expect(seller === placeOf ? igst : cgst).toBe(0);
        expect(Math.abs(cgst + sgst + igst - (amount * GST_PERCENT) / (100 + GST_PERCENT))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("of a lower amount has no higher taxable value, so that a discount is never negative", () => {
    fc.assert(
      fc.property(amounts, amounts, states, (one, other, placeOf) => {
        const route = { seller: "29", placeOfSupply: placeOf } as const;
        const [low, high] = [Math.min(one, other) as Paise, Math.max(one, other) as Paise];
        // Prices and discounts are whole rupees.
        if (high - low >= PAISE_PER_RUPEE)
          expect(splitGst(high, route).taxable).toBeGreaterThan(splitGst(low, route).taxable);
      }),
    );
  });

  it("names the union territory where the address is in no state", () => {
    expect([localTaxOf("29"), localTaxOf("07"), localTaxOf("04"), localTaxOf("38")]).toEqual([
      "SGST",
      "SGST",
      "UTGST",
      "UTGST",
    ]);
    expect(stateTitle("29")).toBe("Karnataka (29)");
    expect([isStateCode("25"), isStateCode("28"), isStateCode("99"), isStateCode("toString")]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("a tax number", () => {
  const valid = fc
    .tuple(states, fc.stringMatching(/^[A-Z]{5}\d{4}[A-Z]$/), fc.stringMatching(/^[1-9A-Z]$/))
    .map(([state, pan, nth]) => `${state}${pan}${nth}Z`)
    .map((first14) => `${first14}${gstinCheckDigit(first14)}`);

  it("is validated by its check digit: published ones pass, and a changed last character fails", () => {
    expect(isGstin("27AAPFU0939F1ZV")).toBe(true);
    expect(isGstin("29AAGCB7383J1Z4")).toBe(true);
    for (const digit of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
      expect(isGstin(`27AAPFU0939F1Z${digit}`)).toBe(digit === "V");
  });

  it("is refused when one character is wrong", () => {
    const sign = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    fc.assert(
      fc.property(valid, fc.nat(14), sign, (gstin, index, other) => {
        const changed = `${gstin.slice(0, index)}${other}${gstin.slice(index + 1)}`;
        expect(isGstin(changed)).toBe(changed === gstin);
      }),
    );
  });

  it("identifies its state, however it was typed", () => {
    expect(stateOfGstin(normaliseGstin(" 27aapfu 0939f1zv "))).toBe("27");
    expect(stateOfGstin("")).toBe(null);
    expect(stateOfGstin("99AAPFU0939F1ZV")).toBe(null);
  });
});

describe("a buyer's details", () => {
  const given: BuyerDetails = {
    name: "  Meera   Nair ",
    address: " 12, MG Road \n\n Pune  411001 ",
    state: "27",
    gstin: "27aapfu0939f1zv",
  };
  const tidy: BuyerDetails = {
    name: "Meera Nair",
    address: "12, MG Road\nPune 411001",
    state: "27",
    gstin: "27AAPFU0939F1ZV",
  };

  it("are normalised before anything else", () => {
    expect(tidyDetails(given)).toEqual(tidy);
    for (const gstin of ["  ", null]) expect(tidyDetails({ ...given, gstin }).gstin).toBe(null);
    expect(tidyDetails({ ...given, name: "Meera\u202eNair\u0007" }).name).toBe("Meera Nair");
  });

  it.each([
    [{}, null],
    [{ gstin: null }, null],
    [{ name: "" }, "name_missing"],
    [{ address: "" }, "address_missing"],
    [{ address: "1\n2\n3\n4" }, null],
    [{ address: "1\n2\n3\n4\n5" }, "address_too_long"],
    [{ gstin: "27AAPFU0939F1ZW" }, "gstin_wrong"],
    [{ state: "29" }, "gstin_elsewhere"],
  ] as const)("%j: %s", (changes, fault) => {
    expect(detailsFault({ ...tidy, ...changes })).toBe(fault);
  });

  it("decide the place of supply; without them it is the seller's state", () => {
    expect(placeOfSupply(tidy, "29")).toBe("27");
    expect(placeOfSupply(null, "29")).toBe("29");
  });
});

describe("a fiscal year's documents", () => {
  it("have unique numbers of at most sixteen characters, in the order of their serials", () => {
    const serials = fc.integer({ min: 1, max: 999_999 });
    fc.assert(
      fc.property(fc.integer({ min: 2020, max: 2098 }), serials, serials, (year, one, other) => {
        const [first, second] = [
          formatInvoiceNumber("invoice", year, one),
          formatInvoiceNumber("invoice", year, other),
        ];
        expect(first.length).toBeLessThanOrEqual(16);
        expect(first < second).toBe(one < other);
        expect(formatInvoiceNumber("invoice", year + 1, one)).not.toBe(first);
        expect(formatInvoiceNumber("credit_note", year, one)).not.toBe(first);
      }),
    );
  });

  it("are kept in full until six years after the annual return was due, and not a day longer", () => {
    expect(invoiceKeptUntil(2026)).toBe("2033-12-31");
    const at = (text: string) => lastForgottenYear(epochMs(Date.parse(text)));
    expect(at("2033-12-31T23:59:59+05:30")).toBe(2025);
    expect(at("2034-01-01T00:00:00+05:30")).toBe(2026);
    expect(fiscalYearOf(epochMs(Date.parse("2027-03-31T23:59:59+05:30")))).toBe(2026);
  });
});
