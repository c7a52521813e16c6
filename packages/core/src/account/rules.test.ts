import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, istDate } from "../time/ist.ts";
import {
  ageOn,
  checkCode,
  checkLogin,
  checkSignupIdentity,
  checkSignupPassword,
  EMAIL_MAX,
  isEmail,
  MINIMUM_AGE_YEARS,
  PASSWORD_MIN,
  passwordStrength,
  toEmailKey,
} from "./rules.ts";

const today = istDate("2026-11-16");
const asha = { name: "Asha", email: "asha@example.com", dob: "1990-05-01" };

describe("the login form [A5.1]", () => {
  it("asks for e-mail and password", () => {
    expect(checkLogin({ email: " ", password: "" })).toEqual({
      email: "email_required",
      password: "password_required",
    });
  });

  it("rejects an invalid e-mail and a short password", () => {
    expect(checkLogin({ email: "asha", password: "12345" })).toEqual({
      email: "email_invalid",
      password: "password_short",
    });
  });

  it("accepts valid input, with spaces around the e-mail", () => {
    expect(checkLogin({ email: " asha@example.com ", password: "123456" })).toEqual({});
  });
});

describe("sign-up, step 1 [A5.2]", () => {
  it("asks for name, e-mail and date of birth", () => {
    expect(checkSignupIdentity({ name: "  ", email: "", dob: "" }, today)).toEqual({
      name: "name_required",
      email: "email_required",
      dob: "dob_required",
    });
  });

  it("rejects an incomplete e-mail and a day that does not exist", () => {
    expect(checkSignupIdentity({ ...asha, email: "asha@example", dob: "2025-02-29" }, today)).toEqual({
      email: "email_invalid",
      dob: "dob_required",
    });
  });

  it("accepts valid input", () => {
    expect(checkSignupIdentity(asha, today)).toEqual({});
  });

  it.each([
    ["the day before the 13th birthday", "2013-11-17", { dob: "too_young" }],
    ["the 13th birthday", "2013-11-16", {}],
    ["the day after", "2013-11-15", {}],
    ["tomorrow", "2026-11-17", { dob: "too_young" }],
  ])("checks the age on %s [A9.2]", (_case, dob, faults) => {
    expect(checkSignupIdentity({ ...asha, dob }, today)).toEqual(faults);
  });
});

describe("sign-up, step 2 [A5.3]", () => {
  it.each([
    ["", "", { password: "password_required" }],
    ["12345", "12345", { password: "password_short" }],
    ["123456", "123457", { confirmPassword: "passwords_differ" }],
    ["12345", "", { password: "password_short", confirmPassword: "passwords_differ" }],
    ["123456", "123456", {}],
    ["      ", "      ", { password: "password_blank" }],
    ["\u00a0\u2003\t\n\u200b\u3000", "\u00a0\u2003\t\n\u200b\u3000", { password: "password_blank" }],
    ["  a   ", "  a   ", {}],
  ])("%j and %j", (password, confirmPassword, faults) => {
    expect(checkSignupPassword({ password, confirmPassword })).toEqual(faults);
  });
});

describe("password strength depends on length alone [A5.5]", () => {
  it.each([
    [0, "Weak"],
    [5, "Weak"],
    [6, "Fair"],
    [7, "Fair"],
    [8, "Good"],
    [9, "Good"],
    [10, "Strong"],
    [128, "Strong"],
  ])("%d characters are %s", (length, strength) => {
    expect(passwordStrength("x".repeat(length))).toBe(strength);
  });

  it("is Weak exactly when the forms refuse it", () => {
    const spaces = fc.nat({ max: 20 }).map((length) => " ".repeat(length + 1));
    fc.assert(
      fc.property(fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), spaces), (password) => {
        const isRefused = checkSignupPassword({ password, confirmPassword: password }).password !== undefined;
        expect(passwordStrength(password) === "Weak").toBe(isRefused);
      }),
    );
  });
});

describe("the verification code [A5.6]", () => {
  it("is required", () => {
    expect(checkCode({ code: " " })).toEqual({ code: "code_required" });
    expect(checkCode({ code: "123456" })).toEqual({});
  });
});

describe("age and password minimum [A9.2]", () => {
  it("are 13 years and 6 characters", () => {
    expect([MINIMUM_AGE_YEARS, PASSWORD_MIN]).toEqual([13, 6]);
  });

  it("counts a birthday on 29 February from 1 March in other years", () => {
    const leapling = istDate("2012-02-29");
    expect(ageOn(istDate("2025-02-28"), leapling)).toBe(12);
    expect(ageOn(istDate("2025-03-01"), leapling)).toBe(13);
    expect(ageOn(istDate("2028-02-29"), leapling)).toBe(16);
  });

  it("grows by at most one a day and by one a year", () => {
    fc.assert(
      fc.property(fc.nat({ max: 36_500 }), fc.nat({ max: 36_500 }), (bornAfter, livedDays) => {
        const born = addDays(istDate("1920-01-01"), bornAfter);
        const day = addDays(born, livedDays);
        const grown = ageOn(addDays(day, 1), born) - ageOn(day, born);
        expect([0, 1]).toContain(grown);
        expect(ageOn(addDays(day, 366), born) - ageOn(day, born)).toBeGreaterThanOrEqual(1);
        expect(Math.abs(ageOn(day, born) - livedDays / 365.25)).toBeLessThanOrEqual(1.01);
      }),
    );
  });
});

describe("an e-mail address", () => {
  it.each([
    "a@b.co",
    "asha.rao+test@mail.example.co.in",
    "o'brien@example.com",
    "आशा@उदाहरण.भारत",
    `${"a".repeat(64)}@example.com`,
  ])("%s is one", (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    "",
    "asha",
    "asha@",
    "@example.com",
    "asha@example",
    "asha@example.c",
    "asha@@example.com",
    "asha@.com",
    "asha@..com",
    "asha@example..com",
    ".asha@example.com",
    "asha.@example.com",
    "as..ha@example.com",
    "asha @example.com",
    "asha@exam ple.com",
    "asha@example.com,ravi@example.com",
    "Asha <asha@example.com>",
    "asha@example.com\nbcc:ravi@example.com",
    "asha\u0000@example.com",
    `${"a".repeat(EMAIL_MAX)}@example.com`,
  ])("%j is none", (text) => {
    expect(isEmail(text)).toBe(false);
  });

  it("is valid in every unquoted form of the standards", () => {
    fc.assert(fc.property(fc.emailAddress(), (text) => isEmail(text) || text.length > EMAIL_MAX));
  });

  it("is checked in linear time, however its dots are arranged", () => {
    expect(isEmail(`a@${"a.".repeat(120)}`)).toBe(false);
    expect(isEmail(`${"a.".repeat(120)}@`)).toBe(false);
  });

  it("has one spelling per mailbox", () => {
    expect(toEmailKey("  Asha@Example.COM ")).toBe("asha@example.com");
  });
});
