import { PAISE_PER_RUPEE, type Paise, paise } from "@vriddhi/core/shared/money";

const RUPEE_SHAPE = /^(-?)(\d{1,13})(?:\.(\d*))?$/;
const DIGITS_OF_PAISE = 2;

export function toRupeeText(amount: Paise): string {
  const digits = String(Math.abs(amount)).padStart(DIGITS_OF_PAISE + 1, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -DIGITS_OF_PAISE)}.${digits.slice(-DIGITS_OF_PAISE)}`;
}

/** The double nearest to the decimal, which JSON prints as that decimal. */
export const toRupeeNumber = (amount: Paise): number => amount / PAISE_PER_RUPEE;

function split(
  value: string | number,
): { readonly sign: number; readonly rupees: string; readonly rest: string } | null {
  const [, sign, rupees, rest] = RUPEE_SHAPE.exec(String(value).trim()) ?? [];
  return rupees === undefined ? null : { sign: sign === "-" ? -1 : 1, rupees, rest: rest ?? "" };
}

/** Adding 0 turns negative zero into zero. */
const signed = (sign: number, amount: number): Paise => paise(sign * amount + 0);

/** Exact, by decimal digits and not by multiplication; `null` if it is not a whole number of paise. */
export function fromRupees(value: string | number): Paise | null {
  const parts = split(value);
  if (parts === null || /[1-9]/.test(parts.rest.slice(DIGITS_OF_PAISE))) return null;
  return signed(parts.sign, Number(parts.rupees + parts.rest.slice(0, DIGITS_OF_PAISE).padEnd(DIGITS_OF_PAISE, "0")));
}

/** For averages with more decimals: rounds to the nearest paisa, half away from zero. */
export function fromRupeesRounded(value: string | number): Paise | null {
  if (typeof value === "number" && Math.abs(value) < 1e-6) return paise(0);
  const parts = split(value);
  if (parts === null) return null;
  const cut = Number(parts.rupees + parts.rest.slice(0, DIGITS_OF_PAISE).padEnd(DIGITS_OF_PAISE, "0"));
  return signed(parts.sign, cut + (Number(parts.rest[DIGITS_OF_PAISE] ?? "0") >= 5 ? 1 : 0));
}
