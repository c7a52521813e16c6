import { parse } from "csv-parse/sync";

/** Vendors' lists are not always in order: a byte order mark, records of another length, quotes in the middle of a field. */
const PATIENTLY = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true } as const;

/** Tells of one record after the other, so that a list of sixty megabytes is never held as objects. */
export function eachCsvRecord(text: string, tell: (fields: readonly string[]) => void): void {
  parse(text, {
    ...PATIENTLY,
    on_record: (fields: readonly string[]) => {
      tell(fields);
      return null;
    },
  });
}
