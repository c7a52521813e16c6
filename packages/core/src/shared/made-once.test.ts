import { describe, expect, it } from "vitest";
import { madeOnce } from "./made-once.ts";

describe("a memoized value per object", () => {
  it("is the same for the same object, and differs between objects", () => {
    let made = 0;
    const namedOf = madeOnce(({ name }: { readonly name: string }) => {
      made += 1;
      return { name };
    });
    const [first, second] = [{ name: "a" }, { name: "a" }];
    expect(namedOf(first)).toBe(namedOf(first));
    expect(namedOf(second)).not.toBe(namedOf(first));
    expect(made).toBe(2);
  });
});
