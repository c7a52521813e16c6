import { CAPITAL_MAX, CAPITAL_MIN, CAPITAL_STEP } from "@vriddhi/core/run/capital";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";

/** B5.1, B9.1, in rupees as they are typed. */
export const LEAST = CAPITAL_MIN / PAISE_PER_RUPEE;
export const STEP = CAPITAL_STEP / PAISE_PER_RUPEE;
export const MOST = CAPITAL_MAX / PAISE_PER_RUPEE;

export const quickAmounts = [1_000, 5_000, 10_000, 25_000, 50_000, 100_000] as const;

export const isTypable = (text: string): boolean => /^\d*$/.test(text);

/** `null`: nothing was typed. */
const amountOf = (text: string): number | null => (text === "" ? null : Number(text));

/** B5.1: empty is allowed while typing, less than the least is red. */
export const isTooLow = (text: string): boolean => {
  const amount = amountOf(text);
  return amount !== null && amount < LEAST;
};

export const isOverBand = (amount: number, band: number | null): boolean => band !== null && amount > band;

/** B5.1: the value after the field is left, and what a start sends: whole steps, never less than the least. */
export function settledAmount(text: string, band: number | null): number {
  const amount = Math.min(amountOf(text) ?? LEAST, band ?? MOST);
  return Math.max(LEAST, Math.floor(amount / STEP) * STEP);
}
