import { type Paise, paise } from "@vriddhi/core/shared/money";

/** Rupees on the wire, paise inside; digits are moved as text, so nothing is lost on the way. */

const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/;

/** `820.5`, `820.50`, `820`; null for everything that is no amount of whole paise, zero or more. */
export function readRupees(text: string): Paise | null {
  const found = AMOUNT.exec(text);
  if (found === null) return null;
  return paise(Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")));
}

/** As a number of JSON. A whole number over a hundred is the double nearest to it and prints with two decimals. */
export const rupeeNumber = (amount: number): number => amount / 100;

/** `820.50` */
export function rupeeText(amount: number): string {
  const whole = Math.round(Math.abs(amount));
  return `${amount < 0 && whole > 0 ? "-" : ""}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

/** Sum over count, to the paisa; 0 of nothing. */
export const average = (value: number, count: number): number => (count === 0 ? 0 : Math.round(value / count));
