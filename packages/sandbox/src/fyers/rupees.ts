import { type Paise, paise } from "@vriddhi/core/shared/money";

const NEARLY_WHOLE = 1e-6;

/** The nearest double to the exact decimal, so that JSON prints 1083.05 and not its neighbour. */
export const toRupees = (amount: Paise | number): number => amount / 100;

/** `null` for anything but a whole number of paise: 10.005, NaN, text. */
export function toPaise(rupees: unknown): Paise | null {
  if (typeof rupees !== "number" || !Number.isFinite(rupees)) return null;
  const scaled = rupees * 100;
  const whole = Math.round(scaled);
  const slack = NEARLY_WHOLE + Math.abs(scaled) * 2 * Number.EPSILON;
  return Number.isSafeInteger(whole) && Math.abs(scaled - whole) < slack ? paise(whole) : null;
}

/** Value / quantity in rupees with four decimals; 0 without a quantity. */
export const averageRupees = (value: Paise | number, quantity: number): number =>
  quantity === 0 ? 0 : Math.round((value * 100) / quantity) / 10_000;

export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;

/** `5,25,690.20`: digits grouped as in India. */
export function toIndianText(amount: number): string {
  const text = (Math.abs(amount) / 100).toFixed(2);
  const [whole = "0", fraction = "00"] = text.split(".");
  const grouped =
    whole.length <= 3 ? whole : `${whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ",")},${whole.slice(-3)}`;
  return `${amount < 0 ? "-" : ""}${grouped}.${fraction}`;
}
