import { randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH } from "@vriddhi/core/account/rules";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { keyedHash } from "./derived-key.ts";

/** Six digits sent by mail: valid for ten minutes and five tries, stored only as a keyed hash bound to its row. */
export const CODE_LIFE_MS = 10 * MINUTE_MS;
export const CODE_TRIES_MAX = 5;

export interface ShortCodes {
  make(rowId: string): { readonly code: string; readonly codeHash: Buffer };
  matches(rowId: string, code: string, codeHash: Buffer): boolean;
}

export function createShortCodes(key: Buffer, purpose: string): ShortCodes {
  const hashOf = (rowId: string, code: string) => keyedHash(key, purpose, rowId, code);
  return {
    make(rowId) {
      const code = randomInt(10 ** CODE_LENGTH)
        .toString()
        .padStart(CODE_LENGTH, "0");
      return { code, codeHash: hashOf(rowId, code) };
    },
    matches: (rowId, code, codeHash) => timingSafeEqual(codeHash, hashOf(rowId, code)),
  };
}
