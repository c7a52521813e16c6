import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeDigits, codeIn, lettersAndDigits } from "./code-digits.ts";

describe("the digits that a code field keeps", () => {
  it.each([
    ["123456", "123456"],
    ["123 456", "123456"],
    ["123-456", "123456"],
    [" 123\u00a0456\n", "123456"],
    ["Your code is 123456. It is valid for 10 minutes.", "123456"],
    ["On 16 Nov 2026 at 09:15 we sent you 123 456", "123456"],
    ["1234567", "123456"],
    ["12a3", "123"],
    ["no digits", ""],
  ])("makes %j to %j", (text, kept) => {
    expect(codeDigits(text)).toBe(kept);
  });

  it("finds every code in any surrounding sentence", () => {
    const words = fc.stringMatching(/^[a-z ,.]{0,20}$/);
    fc.assert(
      fc.property(words, fc.stringMatching(/^\d{6}$/), words, (before, code, after) => {
        expect(codeDigits(before + code + after)).toBe(code);
        expect(codeDigits(`${before}${code.slice(0, 3)} ${code.slice(3)}${after}`)).toBe(code);
      }),
    );
  });

  it("never keeps more than six digits, and nothing but digits", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(codeDigits(text)).toMatch(/^\d{0,6}$/);
      }),
    );
  });

  it("finds no code in a longer number", () => {
    expect(codeIn("INV/26-27/0000021")).toBeNull();
  });
});

it("keeps letters and digits of a recovery code", () => {
  expect(lettersAndDigits(" K7MPD-2XW4Q ")).toBe("K7MPD2XW4Q");
});
