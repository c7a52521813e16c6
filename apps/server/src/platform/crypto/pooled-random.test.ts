import { expect, test } from "vitest";
import { createPooledRandom } from "./pooled-random.ts";

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const reachesInto = (piece: Uint8Array | undefined, buffer: ArrayBufferLike, from: number): boolean =>
  piece !== undefined && piece.buffer === buffer && piece.byteOffset + piece.length > from;

test("a pool of random bytes never hands out the same bytes twice", () => {
  const random = createPooledRandom();
  const taken = Array.from({ length: 5_000 }, (_, n) => random.bytes(n % 2 === 0 ? 15 : 16));
  const first = taken.map(hexOf);
  expect(taken.every((bytes, n) => bytes.length === (n % 2 === 0 ? 15 : 16))).toBe(true);
  expect(new Set(first).size).toBe(taken.length);
  const next = taken.slice(1);
  expect(next.every(({ buffer, byteOffset }, n) => !reachesInto(taken[n], buffer, byteOffset))).toBe(true);
  expect(taken.map(hexOf)).toEqual(first);
});

test("a pool of random bytes serves requests larger than itself", () => {
  const bytes = createPooledRandom().bytes(10_000);
  expect(bytes).toHaveLength(10_000);
  expect(new Set(bytes).size).toBe(256);
});
