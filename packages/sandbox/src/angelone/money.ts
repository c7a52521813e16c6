import { type Paise, paise } from "@vriddhi/core/shared/money";

/** Rupees on the wire, paise inside; digits are moved as text, so the conversion is exact. */

const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/;

/** `820.5`, `820.50`, `820`; `null` for anything that is not a non-negative whole number of paise. */
export function readRupees(text: string): Paise | null {
  const found = AMOUNT.exec(text);
  if (found === null) return null;
  return paise(Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")));
}

/** A JSON number. Dividing by 100 gives the nearest double, which prints with two decimals. */
export const rupeeNumber = (amount: number): number => amount / 100;

/** `820.50` */
export function rupeeText(amount: number): string {
  const whole = Math.round(Math.abs(amount));
  return `${amount < 0 && whole > 0 ? "-" : ""}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

/** Sum divided by count, to the paisa; 0 for none. */
export const average = (value: number, count: number): number => (count === 0 ? 0 : Math.round(value / count));
