import { assert } from "./assert.ts";

/** The only source of randomness. Decisions with it are reproducible from the seed. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  bytes(length: number): Uint8Array;
  pick<T>(items: readonly T[]): T;
}

const UINT32_COUNT = 2 ** 32;

/** Spreads a seed over 32 bits, so that neighbouring seeds start far apart (splitmix32). */
function createSpreader(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** The same seed gives the same sequence on every machine (sfc32). Never for secrets. */
export function createSeededRandom(seed: number): Random {
  assert(Number.isSafeInteger(seed), "a seed is a whole number");
  // Multiplied by an odd number, so that -1 and 0 differ.
  const spread = createSpreader(seed ^ Math.imul(Math.floor(seed / UINT32_COUNT), 0x9e3779b1));
  let [a, b, c, counter] = [spread(), spread(), spread(), 1];

  function next(): number {
    const result = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + result) >>> 0;
    return result;
  }

  /** Rejection sampling above the last whole multiple of `count`, for a uniform distribution. */
  function below(count: number): number {
    const limit = UINT32_COUNT - (UINT32_COUNT % count);
    let drawn = next();
    while (drawn >= limit) drawn = next();
    return drawn % count;
  }

  function int(min: number, max: number): number {
    assert(Number.isSafeInteger(min) && Number.isSafeInteger(max) && min <= max, "a range of whole numbers");
    assert(max - min < UINT32_COUNT, "a range of at most 2^32 numbers");
    return min + below(max - min + 1);
  }

  return {
    int,
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
    pick<T>(items: readonly T[]): T {
      assert(items.length > 0, "something to pick from");
      return items[below(items.length)] as T;
    },
  };
}
