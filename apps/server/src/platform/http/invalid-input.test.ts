import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hasUnusableText, toDetail } from "./invalid-input.ts";

const nested = (depth: number): unknown => (depth === 0 ? "x" : [nested(depth - 1)]);

describe("unstorable text", () => {
  it.each([
    ["a\u0000b"],
    ["\ud800"],
    [{ a: { b: ["fine", "\udfff"] } }],
    [{ "a\u0000": 1 }],
    [[["\u0000"]]],
    [nested(30)],
  ])("is found in %j", (value) => {
    expect(hasUnusableText(value)).toBe(true);
  });

  it.each([[""], ["😀 \ufffe \u0001"], [{ a: null, b: [1, true, undefined] }], [nested(15)], [null], [7]])(
    "is not in %j",
    (value) => {
      expect(hasUnusableText(value)).toBe(false);
    },
  );
});

describe("the first fault of a request", () => {
  const fault = (schema: z.ZodType, value: unknown) => {
    const parsed = schema.safeParse(value);
    return parsed.error ? toDetail(parsed.error) : "";
  };

  it("is reported in the product's own sentence if there is one", () => {
    expect(fault(z.object({ a: z.string().min(1, "Please fill in all fields") }), { a: "" })).toBe(
      "Please fill in all fields",
    );
  });

  it.each([
    [z.object({ a: z.object({ b: z.number() }) }), { a: { b: "x" } }, "a.b must be a number."],
    [z.object({ name: z.string() }), {}, "name is missing."],
    [z.object({ name: z.string() }), undefined, "The body is missing."],
    [z.object({ name: z.string() }), [], "The body must be an object."],
    [z.strictObject({}), { role: "admin" }, 'There is no field "role".'],
    [z.object({ a: z.strictObject({}) }), { a: { b: 1, c: 2 } }, 'There is no field "b", "c" in a.'],
    [z.object({ plan: z.enum(["MONTHLY", "ANNUALLY"]) }), { plan: "WEEKLY" }, "plan must be one of MONTHLY, ANNUALLY."],
    [z.object({ currency: z.literal("INR") }), { currency: "USD" }, "currency must be INR."],
    [z.object({ code: z.string().min(6) }), { code: "1" }, "code must have at least 6 characters."],
    [z.object({ code: z.string().max(2) }), { code: "123" }, "code must have at most 2 characters."],
    [z.object({ ids: z.array(z.string()).min(1) }), { ids: [] }, "ids must have at least 1 entry."],
    [z.object({ amount: z.int() }), { amount: 1.5 }, "amount must be a whole number."],
    [z.object({ amount: z.number().positive() }), { amount: 0 }, "amount must be more than 0."],
    [z.object({ id: z.uuid() }), { id: "x" }, "id must be a UUID."],
    [z.object({ day: z.iso.date() }), { day: "16/11/2026" }, "day must be a date like 2026-11-16."],
    [z.object({ code: z.string().regex(/^x$/) }), { code: "y" }, "code is not written as it should be."],
    [z.object({ a: z.union([z.int(), z.object({ b: z.string() })]) }), { a: { b: 1 } }, "a.b must be a text."],
  ])(
    "is reported in a sentence that names the field, and never in the validator's words (%#)",
    (schema, sent, sentence) => {
      expect(fault(schema, sent)).toBe(sentence);
    },
  );

  it("truncates a long name that the caller chose", () => {
    expect(fault(z.strictObject({}), { ["x".repeat(5_000)]: 1 }).length).toBeLessThan(100);
  });

  it("never repeats the value that was sent", () => {
    const schema = z.strictObject({ a: z.number(), b: z.enum(["x"]), c: z.uuid() });
    const sent = { a: "hunter2", b: "hunter2", c: "hunter2" };
    expect(fault(schema, sent)).not.toContain("hunter2");
  });
});
