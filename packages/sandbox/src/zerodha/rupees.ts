import { type Paise, paise } from "@vriddhi/core/shared/money";

const PAISE = 100;
/** Tolerance of a client's floating-point price, in paise. */
const DRIFT = 1e-4;
const NUMBER = /^\d{1,9}(\.\d+)?$/;

export const toRupees = (amount: number): number => amount / PAISE;

export const rupeeText = (amount: number): string => (amount / PAISE).toFixed(2);

/** Averages carry four decimals. */
export const averageRupees = (value: number, quantity: number): number =>
  quantity === 0 ? 0 : Math.round((value * PAISE) / quantity) / (PAISE * PAISE);

/** `off_tick` for a price between two paise. */
export function readRupees(text: string): Paise | "off_tick" | "not_a_number" {
  if (!NUMBER.test(text)) return "not_a_number";
  const amount = Number(text) * PAISE;
  const whole = Math.round(amount);
  return Math.abs(amount - whole) > DRIFT ? "off_tick" : paise(whole);
}
