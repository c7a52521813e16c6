import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../shared/random.ts";
import { isCommonPassword } from "./guessable-passwords.ts";

describe("a password that is tried first", () => {
  it.each(["123456", "password", "PassWord", "qwerty", "iloveyou", "letmein", "111111", "sunshine", "welcome1"])(
    "is common: %s",
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  it.each(["password1234", "Password@123", "iloveyou!", "sunshine2026", "password_1"])(
    "is common with a year, a number or a sign behind it: %s",
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  it.each(["right-password", "demo-password", "tr4ding-at-dawn", "9:10 in the morning", "मेरा-पासवर्ड"])(
    "does not include %s",
    (password) => expect(isCommonPassword(password)).toBe(false),
  );

  it("almost never includes a random password", () => {
    const random = createSeededRandom(1);
    const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
    const made = Array.from({ length: 20_000 }, () =>
      Array.from({ length: 12 }, () => random.pick([...letters])).join(""),
    );
    expect(made.filter(isCommonPassword).length).toBeLessThan(20);
  });
});
