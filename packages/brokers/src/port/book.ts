/**
 * An unreadable row hides no other: it is counted. A caller that needs completeness (a tag is absent, an account is
 * flat) treats unreadable rows as incomplete, never as empty.
 */
export interface Book<T> {
  readonly rows: readonly T[];
  readonly unreadable: number;
}

export const wholeBook = <T>(rows: readonly T[]): Book<T> => ({ rows, unreadable: 0 });

export const isComplete = ({ unreadable }: Book<unknown>): boolean => unreadable === 0;

/** A match may also be in an unreadable row, so the count is kept. */
export const rowsWhere = <T>({ rows, unreadable }: Book<T>, isWanted: (row: T) => boolean): Book<T> => ({
  rows: rows.filter(isWanted),
  unreadable,
});

/** `unknown`: none is visible, and an unreadable row may hold one. */
export type Presence<T> =
  | { readonly kind: "present"; readonly row: T }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" };

export function lookFor<T>(book: Book<T>, isWanted: (row: T) => boolean): Presence<T> {
  const row = book.rows.find(isWanted);
  if (row !== undefined) return { kind: "present", row };
  return isComplete(book) ? { kind: "absent" } : { kind: "unknown" };
}
