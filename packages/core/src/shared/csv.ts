export type CsvValue = string | number | boolean | null;

/**
 * Spreadsheets take a cell that begins so for a formula, and somebody else typed it; blanks before it and the wide forms
 * of the signs do not change that.
 */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

function cellOf(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a file that every spreadsheet opens. */
export const csvLine = (row: readonly CsvValue[]): string => `${row.map(cellOf).join(",")}\r\n`;
