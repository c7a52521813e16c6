import { type CsvValue, csvLine } from "@vriddhi/core/shared/csv";

/** Rows as a file that every spreadsheet opens. */
export const toCsv = (rows: readonly (readonly CsvValue[])[]): string => rows.map(csvLine).join("");
