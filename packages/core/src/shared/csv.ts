export type CsvValue = string | number | boolean | null;

/** Spreadsheets take such a cell for a formula, and its content is user input; leading blanks do not change that. */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

function cellOf(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (row: readonly CsvValue[]): string => `${row.map(cellOf).join(",")}\r\n`;
