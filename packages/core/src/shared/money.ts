import { assert } from "./assert.ts";
import type { Brand } from "./brand.ts";

/** Money is integer paise everywhere inside; rupees exist only in text and on the wire. */
export type Paise = Brand<number, "Paise">;

export const PAISE_PER_RUPEE = 100;

export function paise(amount: number): Paise {
  assert(Number.isSafeInteger(amount), "an amount is a whole number of paise");
  return amount as Paise;
}

/** Whole rupees only: 1.1 × 100 is not 110 in floating point. */
export function rupees(amount: number): Paise {
  assert(Number.isSafeInteger(amount), "an amount is a whole number of rupees");
  return paise(amount * PAISE_PER_RUPEE);
}
