import { isStateCode, type StateCode } from "./indian-state.ts";

/** State, permanent account number, registration number, the letter Z, a check digit. */
const SHAPE = /^(\d{2})[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BASE = DIGITS.length;

export const normaliseGstin = (typed: string): string => typed.replaceAll(/\s/g, "").toUpperCase();

/** Every second digit counts twice; the base-36 digits of each product are summed. */
export function gstinCheckDigit(first14: string): string {
  const sum = [...first14].reduce((total, char, index) => {
    const product = DIGITS.indexOf(char) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / BASE) + (product % BASE);
  }, 0);
  return DIGITS.charAt((BASE - (sum % BASE)) % BASE);
}

/** The state of a registration; `null` for an invalid number. The check digit detects one wrong character. */
export function stateOfGstin(gstin: string): StateCode | null {
  const [, state = ""] = SHAPE.exec(gstin) ?? [];
  if (!isStateCode(state)) return null;
  return gstinCheckDigit(gstin.slice(0, -1)) === gstin.at(-1) ? state : null;
}

export const isGstin = (text: string): boolean => stateOfGstin(text) !== null;
