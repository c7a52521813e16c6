import { randomBytes } from "node:crypto";
import type { Random } from "@vriddhi/core/shared/random";

/** Enough for the tags of a few hundred orders. */
const POOL_BYTES = 4_096;

/** Pools the machine's random bytes: one call for each of ten thousand orders costs more than the bytes. */
export function createPooledRandom(): Pick<Random, "bytes"> {
  let pool = randomBytes(POOL_BYTES);
  let used = 0;
  return {
    bytes(length) {
      if (used + length > pool.length) {
        // Slices that were handed out keep the old pool, so their bytes never change.
        pool = randomBytes(Math.max(length, POOL_BYTES));
        used = 0;
      }
      used += length;
      return pool.subarray(used - length, used);
    },
  };
}
