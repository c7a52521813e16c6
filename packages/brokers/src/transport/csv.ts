import { parse } from "csv-parse/sync";

/** Vendors' lists are irregular: a byte order mark, records of varying length, quotes inside a field. */
const PATIENTLY = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true } as const;

/** Streams records, so that a list of sixty megabytes is never held as objects. */
export function eachCsvRecord(text: string, onRecord: (fields: readonly string[]) => void): void {
  parse(text, {
    ...PATIENTLY,
    on_record: (fields: readonly string[]) => {
      onRecord(fields);
      return null;
    },
  });
}
