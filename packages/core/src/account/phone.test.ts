import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../time/clock.ts";
import {
  blockOf,
  type CountryCode,
  countries,
  isOtp,
  isPhoneInput,
  maskBlock,
  maskPhone,
  PHONE_DIGITS_MAX,
  phoneE164,
  phoneFaultText,
  readTypedPhone,
  TEXTED_COUNTRIES,
  toPhoneE164,
} from "./phone.ts";
import { PHONE_VERIFIED_LIFE_MS } from "./phone-verified.ts";

const nationalMobile = fc
  .tuple(fc.constantFrom("6", "7", "8", "9"), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([first, rest]) => first + String(rest).padStart(9, "0"));

describe("the phone form [A5.7]", () => {
  it("offers four countries, and texts only one", () => {
    expect(countries.map(({ code, name }) => `${code} ${name}`)).toEqual([
      "+91 India",
      "+1 USA",
      "+44 UK",
      "+61 Australia",
    ]);
    expect(TEXTED_COUNTRIES).toEqual(["+91"]);
  });

  it.each<[CountryCode, string, boolean]>([
    ["+91", "123456789", false],
    ["+91", "1234567890", true],
    ["+91", "1".repeat(15), true],
    ["+91", "1".repeat(16), false],
    ["+1", "12345", false],
    ["+44", "123456", true],
    ["+61", "1".repeat(16), false],
    ["+91", "98765 43210", false],
    ["+91", "+919876543210", false],
    ["+91", "९८७६५४३२१०", false],
    ["+91", "9876543210\n", false],
    ["+1", "", false],
  ])("%s %j: %s", (country, text, isTaken) => {
    expect(isPhoneInput(country, text)).toBe(isTaken);
  });

  it("states the accepted lengths [A9.2]", () => {
    expect(PHONE_DIGITS_MAX).toBe(15);
    expect(phoneFaultText("+91")).toBe("Please enter a valid phone number (10-15 digits)");
    expect(phoneFaultText("+44")).toBe("Please enter a valid phone number (6-15 digits)");
  });
});

describe("one spelling per telephone", () => {
  it.each(["9876543210", "09876543210", "919876543210", "0919876543210", "00919876543210"])("knows %s", (text) => {
    expect(toPhoneE164("+91", text)).toBe("+919876543210");
  });

  it("keeps a mobile number that happens to begin with 91", () => {
    expect(toPhoneE164("+91", "9198765432")).toBe("+919198765432");
    expect(toPhoneE164("+91", "919198765432")).toBe("+919198765432");
  });

  it.each(["5876543210", "0123456789", "98765432101", "929876543210", "9198765432101", "915876543210", "987654321"])(
    "%s is not an Indian mobile",
    (text) => {
      expect(toPhoneE164("+91", text)).toBeNull();
    },
  );

  it("gives every form of an Indian mobile the same spelling", () => {
    fc.assert(
      fc.property(nationalMobile, fc.constantFrom("", "0", "91", "091", "0091"), (national, before) => {
        expect(toPhoneE164("+91", before + national)).toBe(`+91${national}`);
      }),
    );
  });

  it.each<[CountryCode, string, string | null]>([
    ["+1", "2125550123", "+12125550123"],
    ["+44", "07911123456", "+447911123456"],
    ["+61", "412345678", "+61412345678"],
    ["+44", "1".repeat(15), null],
    ["+1", "12345", null],
  ])("abroad: %s %s", (country, text, phone) => {
    expect(toPhoneE164(country, text)).toBe(phone);
  });

  it("never produces an invalid E.164 number", () => {
    const anyCountry = fc.constantFrom(...countries.map(({ code }) => code));
    fc.assert(
      fc.property(anyCountry, fc.stringMatching(/^\d{0,17}$/), (country, text) => {
        const phone = toPhoneE164(country, text);
        expect(phone === null || /^\+[1-9]\d{5,14}$/.test(phone)).toBe(true);
      }),
    );
    expect(() => phoneE164("9876543210")).toThrow("broken assumption");
  });
});

describe("the masked form of a number", () => {
  it("shows its country and its last four digits", () => {
    expect(maskPhone(phoneE164("+919876543210"))).toBe("+91 ••••••3210");
    expect(maskPhone(phoneE164("+12125550123"))).toBe("+1 ••••••0123");
    expect(maskPhone(phoneE164("+4912345678"))).toBe("+ ••••••5678");
  });

  it("or its block", () => {
    expect(blockOf(phoneE164("+919876543210"))).toBe("+91987654");
    expect(maskBlock(phoneE164("+919876543210"))).toBe("+91 987654••••");
  });
});

describe("the texted code [A5.8, A9.2]", () => {
  it.each([
    ["123456", true],
    ["000000", true],
    ["12345", false],
    ["1234567", false],
    ["12345a", false],
    ["123456\n", false],
    ["१२३४५६", false],
  ])("%j: %s", (text, isTaken) => {
    expect(isOtp(text)).toBe(isTaken);
  });

  it("suppresses the dialog for 365 days [A4.6]", () => {
    expect(PHONE_VERIFIED_LIFE_MS).toBe(365 * DAY_MS);
  });
});

describe("a number as it is typed or pasted [A5.7]", () => {
  it.each<[CountryCode, string, CountryCode, string]>([
    ["+91", "98765 43210", "+91", "9876543210"],
    ["+91", "+91 98765 43212", "+91", "9876543212"],
    ["+91", "919876543212", "+91", "9876543212"],
    ["+91", "0091-98765-43212", "+91", "9876543212"],
    ["+91", "09876543212", "+91", "9876543212"],
    ["+91", "9198765432", "+91", "9198765432"],
    ["+91", "+44 7700 900123", "+44", "7700900123"],
    ["+44", "+91 98765 43212", "+91", "9876543212"],
    ["+1", "(415) 555-0132", "+1", "4155550132"],
    ["+91", "call me", "+91", ""],
    ["+91", "1".repeat(20), "+91", "1".repeat(15)],
  ])("with %s chosen, %s is %s %s", (chosen, text, country, digits) => {
    expect(readTypedPhone(chosen, text)).toEqual({ country, digits });
  });

  it("gives the same telephone as the typed digits", () => {
    fc.assert(
      fc.property(nationalMobile, fc.constantFrom("", "0", "91", "+91 ", "0091", "+91-"), (national, before) => {
        const typed = readTypedPhone("+91", before + national);
        expect(toPhoneE164(typed.country, typed.digits)).toBe(`+91${national}`);
        expect(typed.digits).toBe(national);
      }),
    );
  });
});
