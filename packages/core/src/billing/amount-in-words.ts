import { assert } from "../shared/assert.ts";
import { PAISE_PER_RUPEE, type Paise } from "../shared/money.ts";

const SMALL = [
  "Zero",
  "One",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Eleven",
  "Twelve",
  "Thirteen",
  "Fourteen",
  "Fifteen",
  "Sixteen",
  "Seventeen",
  "Eighteen",
  "Nineteen",
] as const;
const TENS = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"] as const;

/** Indian grouping: hundreds, thousands, lakhs, crores, and crores of crores. */
const GROUPS = [
  [10_000_000, "Crore"],
  [100_000, "Lakh"],
  [1_000, "Thousand"],
  [100, "Hundred"],
] as const;

function belowHundred(number: number): string {
  const small = SMALL[number];
  if (small !== undefined) return small;
  const rest = number % 10;
  return `${TENS[Math.floor(number / 10)]}${rest === 0 ? "" : ` ${SMALL[rest]}`}`;
}

export function numberInWords(number: number): string {
  assert(Number.isSafeInteger(number) && number >= 0, "a whole number that is not negative");
  const group = GROUPS.find(([size]) => number >= size);
  if (!group) return belowHundred(number);
  const [size, name] = group;
  const rest = number % size;
  const head = `${numberInWords(Math.floor(number / size))} ${name}`;
  return rest === 0 ? head : `${head} ${numberInWords(rest)}`;
}

/** `Rupees Nine Hundred Ninety Nine and Fifty Paise Only` */
export function amountInWords(amount: Paise): string {
  const over = amount % PAISE_PER_RUPEE;
  const rupees = `Rupees ${numberInWords((amount - over) / PAISE_PER_RUPEE)}`;
  return over === 0 ? `${rupees} Only` : `${rupees} and ${numberInWords(over)} Paise Only`;
}
