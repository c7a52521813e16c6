import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hasUnusableText, toDetail } from "./invalid-input.ts";

const nested = (depth: number): unknown => (depth === 0 ? "x" : [nested(depth - 1)]);

describe("text that cannot be stored", () => {
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

describe("what is wrong with a request", () => {
  const fault = (schema: z.ZodType, value: unknown) => {
    const parsed = schema.safeParse(value);
    return parsed.error ? toDetail(parsed.error) : "";
  };

  it("is told in our own sentence where there is one", () => {
    expect(fault(z.object({ a: z.string().min(1, "Please fill in all fields") }), { a: "" })).toBe(
      "Please fill in all fields",
    );
  });

  it("is told with the field where the sentence is the library's", () => {
    expect(fault(z.object({ a: z.object({ b: z.number() }) }), { a: { b: "x" } })).toMatch(/^a\.b: /);
    expect(fault(z.strictObject({}), { role: "admin" })).toContain('"role"');
  });

  it("never repeats the value that was sent", () => {
    const schema = z.strictObject({ a: z.number(), b: z.enum(["x"]), c: z.uuid() });
    const sent = { a: "hunter2", b: "hunter2", c: "hunter2" };
    expect(fault(schema, sent)).not.toContain("hunter2");
  });
});
