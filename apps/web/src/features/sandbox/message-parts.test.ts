import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeIn, toMessageParts } from "./message-parts.ts";

describe("a caught message", () => {
  it("shows its code", () => {
    expect(toMessageParts("Your code is 123456. It expires in 10 minutes.")).toEqual([
      { kind: "plain", text: "Your code is " },
      { kind: "code", text: "123456" },
      { kind: "plain", text: ". It expires in 10 minutes." },
    ]);
    expect(codeIn("654321 is your one-time password.")).toBe("654321");
  });

  it.each([
    "no digits",
    "12345",
    "1234567",
    "919876543210",
    "#123456",
    "A123456",
    "INV/26-27/000002",
    "₹100000",
    "1,234,100000",
  ])("finds no code in %j", (text) => {
    expect(codeIn(text)).toBeNull();
  });

  it("shows addresses without the full stop after them, and no code within them", () => {
    expect(toMessageParts("See http://localhost:3000/verify?code=123456.")).toEqual([
      { kind: "plain", text: "See " },
      { kind: "link", text: "http://localhost:3000/verify?code=123456" },
      { kind: "plain", text: "." },
    ]);
  });

  it("never makes a link of another scheme", () => {
    expect(toMessageParts("javascript:alert(1)")).toEqual([{ kind: "plain", text: "javascript:alert(1)" }]);
  });

  it("loses nothing of its text", () => {
    const text = fc
      .array(fc.oneof(fc.string(), fc.constantFrom("123456", "https://a.example/b", " ", ".")))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(
        text,
        (given) =>
          toMessageParts(given)
            .map((part) => part.text)
            .join("") === given,
      ),
    );
  });
});
