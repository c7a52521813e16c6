import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../shared/random.ts";
import { ORDER_TAG_BYTES, orderTagFrom, parseOrderTag } from "./order.ts";

describe("an order's tag", () => {
  it("has 15 letters and digits whatever the bytes, so that every broker carries it", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: ORDER_TAG_BYTES, maxLength: ORDER_TAG_BYTES }), (bytes) => {
        const tag = orderTagFrom(bytes);
        expect(tag).toMatch(/^[A-Z0-9]{15}$/);
        expect(parseOrderTag(tag)).toBe(tag);
      }),
    );
  });

  it("does not repeat within one random source", () => {
    const random = createSeededRandom(1);
    const tags = Array.from({ length: 20_000 }, () => orderTagFrom(random.bytes(ORDER_TAG_BYTES)));
    expect(new Set(tags).size).toBe(tags.length);
  });

  it("is refused for too few random bytes", () => {
    expect(() => orderTagFrom(new Uint8Array(14))).toThrow("as many bytes");
  });

  it.each([null, undefined, "", "vriddhi00000001", "VRIDDHI0000001", "VRIDDHI000000011", "VRIDDHI-0000001", " "])(
    "%j is not a tag of the product",
    (text) => expect(parseOrderTag(text)).toBeNull(),
  );
});
