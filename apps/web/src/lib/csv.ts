import { type CsvValue, csvLine } from "@vriddhi/core/shared/csv";

export const toCsv = (rows: readonly (readonly CsvValue[])[]): string => rows.map(csvLine).join("");
