import type { IstMinute } from "@vriddhi/core/time/ist";

const PAISE = 100;
const MINUTES = 60;
const MINUS = "−";

const signOf = (value: number): string => (value < 0 ? MINUS : "");

/** Indian grouping: the last three digits, then pairs. */
function grouped(whole: number): string {
  const digits = String(whole);
  const head = digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ",");
  return head === "" ? digits : `${head},${digits.slice(-3)}`;
}

export const count = (value: number): string => `${signOf(value)}${grouped(Math.abs(value))}`;

/** Whole rupees without paise, everything else with both digits of them. */
export function money(paise: number): string {
  const [whole, rest] = [Math.floor(Math.abs(paise) / PAISE), Math.abs(paise) % PAISE];
  const fraction = rest === 0 ? "" : `.${String(rest).padStart(2, "0")}`;
  return `${signOf(paise)}₹${grouped(whole)}${fraction}`;
}

/** Always with paise, for columns that are read downwards. */
export const exactMoney = (paise: number): string =>
  `${signOf(paise)}₹${grouped(Math.floor(Math.abs(paise) / PAISE))}.${String(Math.abs(paise) % PAISE).padStart(2, "0")}`;

export const signedMoney = (paise: number): string => (paise > 0 ? `+${exactMoney(paise)}` : exactMoney(paise));

export function decimal(value: number, places: number): string {
  const text = Math.abs(value).toFixed(places);
  return `${Number(text) === 0 ? "" : signOf(value)}${text}`;
}

export const signed = (value: number, places: number): string =>
  value > 0 ? `+${decimal(value, places)}` : decimal(value, places);

/** No more places than it has: 0.5%, 0.00297%. */
export const percent = (value: number, places?: number): string =>
  `${signOf(value)}${places === undefined ? String(Number(Math.abs(value).toPrecision(10))) : Math.abs(value).toFixed(places)}%`;

export const clock = (minute: IstMinute | number): string =>
  `${Math.floor(minute / MINUTES)}:${String(minute % MINUTES).padStart(2, "0")}`;

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** `2026-08-03` as people write it. */
export function longDate(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

const NUMBER = /^\**[−+]?₹?\d[\d,.%]*( to [−+]?\d[\d,.%]*)?\**$/;

/** A table of Markdown; columns of numbers read from the right, all others from the left. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const isNumeric = (column: number): boolean =>
    column > 0 && rows.every((row) => row[column] === "" || NUMBER.test(row[column] ?? ""));
  const rule = line(head.map((_, column) => (isNumeric(column) ? "---:" : "---")));
  return [line(head), rule, ...rows.map(line)].join("\n");
}

export const seconds = (ms: number): string => `${ms / 1_000} seconds`;
