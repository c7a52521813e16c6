import fc from "fast-check";
import { expect, it } from "vitest";
import { toPlainMessage } from "./support-message.ts";

it("keeps text, line breaks, emoji and the joiners of Indian scripts", () => {
  expect(toPlainMessage("  क्\u200dष ₹500\n\tnext 🙂\n\nEnd ")).toBe("क्\u200dष ₹500\n\tnext 🙂\n\nEnd");
});

it("removes control characters, direction changes and bells", () => {
  expect(toPlainMessage("a\u202eb\u200bc\u0007d\u2066e\ufeff")).toBe("abcde");
});

it("normalises line breaks and allows one empty line at most", () => {
  expect(toPlainMessage("a\r\nb\rc\u2028d\n \n\t\n\n\ne")).toBe("a\nb\nc\nd\n\ne");
});

it("is idempotent, and never lengthens a text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const plain = toPlainMessage(text);
      expect(toPlainMessage(plain)).toBe(plain);
      expect(plain.length).toBeLessThanOrEqual(text.length);
    }),
  );
});
