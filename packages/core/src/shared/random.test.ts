import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSeededRandom } from "./random.ts";

const draw = (seed: number, count = 20): readonly number[] => {
  const random = createSeededRandom(seed);
  return Array.from({ length: count }, () => random.int(0, 999_999));
};

describe("a seeded random generator", () => {
  it("repeats from the same seed and differs from another", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (seed) => {
        expect(draw(seed)).toEqual(draw(seed));
        expect(draw(seed)).not.toEqual(draw(seed === 0 ? 1 : seed - Math.sign(seed)));
      }),
    );
  });

  it("distinguishes -1 from 0", () => {
    expect(draw(-1)).not.toEqual(draw(0));
  });

  it("gives the same sequence on every machine", () => {
    expect(draw(1, 4)).toMatchInlineSnapshot(`
      [
        539107,
        999907,
        482671,
        869851,
      ]
    `);
  });

  it("stays within its range, both ends included", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.nat({ max: 1_000_000 }), (seed, min, span) => {
        const drawn = createSeededRandom(seed).int(min, min + span);
        expect(drawn).toBeGreaterThanOrEqual(min);
        expect(drawn).toBeLessThanOrEqual(min + span);
      }),
    );
    expect(new Set(Array.from({ length: 100 }, (_, seed) => createSeededRandom(seed).int(1, 6)))).toEqual(
      new Set([1, 2, 3, 4, 5, 6]),
    );
  });

  it("is uniform", () => {
    const random = createSeededRandom(42);
    const counts = new Array<number>(10).fill(0);
    for (let index = 0; index < 100_000; index += 1) {
      const digit = random.int(0, 9);
      counts[digit] = (counts[digit] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it("generates bytes and picks", () => {
    const random = createSeededRandom(3);
    expect(random.bytes(32)).toHaveLength(32);
    expect(new Set(random.bytes(64)).size).toBeGreaterThan(32);
    expect(random.pick(["only"])).toBe("only");
    expect(() => random.pick([])).toThrow("something to pick from");
  });

  it("covers 2^32 numbers and no more", () => {
    expect(Number.isSafeInteger(createSeededRandom(1).int(0, 2 ** 32 - 1))).toBe(true);
    expect(() => createSeededRandom(1).int(0, 2 ** 32)).toThrow("at most 2^32");
    expect(() => createSeededRandom(1).int(2, 1)).toThrow("range");
    expect(() => createSeededRandom(0.5)).toThrow("seed");
  });
});
