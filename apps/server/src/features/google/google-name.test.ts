import { nameField } from "@vriddhi/contract/account-fields";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAccountName } from "./google-name.ts";

const EMAIL = "asha.rao@mail.example";

describe("the name of an account opened with Google", () => {
  it.each([
    ["Asha Rao", "Asha Rao"],
    ["  Asha \u0000\n\tRao\u0007 ", "Asha Rao"],
    ["आशा राव", "आशा राव"],
    ["<b>Asha</b>\u202e", "bAsha/b"],
    ["x".repeat(100), "x".repeat(80)],
    [`${"x".repeat(79)}😀`, "x".repeat(79)],
    [`${"x".repeat(79)} y`, "x".repeat(79)],
    ["", "asha.rao"],
    [" \u0000 ", "asha.rao"],
  ])("the Google name %j becomes %j", (given, name) => {
    expect(toAccountName(given, EMAIL)).toBe(name);
  });

  it("the name of a Google account is never empty", () => {
    expect(toAccountName("", "\u200b@mail.example")).toBe("Google user");
  });

  it("a sign-up accepts the name of a Google account unchanged", () => {
    const codePoints = fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0x10_ff_ff }));
    const anyText = fc.array(codePoints, { maxLength: 120 }).map((points) => String.fromCodePoint(...points));
    fc.assert(
      fc.property(anyText, (given) => {
        const name = toAccountName(given, EMAIL);
        expect(nameField.parse(name)).toBe(name);
      }),
    );
  });
});
