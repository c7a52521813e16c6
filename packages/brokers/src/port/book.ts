/**
 * What a broker's book shows. One odd row does not hide the others: what can be read comes through, the rest is counted.
 * Whoever needs completeness, because something is absent or an account is flat, treats a book with unreadable rows as
 * incomplete and never as empty.
 */
export interface Book<T> {
  readonly rows: readonly T[];
  readonly unreadable: number;
}

export const wholeBook = <T>(rows: readonly T[]): Book<T> => ({ rows, unreadable: 0 });

export const isComplete = ({ unreadable }: Book<unknown>): boolean => unreadable === 0;

/** What is looked for may also stand in a row that cannot be read, so the count stays. */
export const rowsWhere = <T>({ rows, unreadable }: Book<T>, isWanted: (row: T) => boolean): Book<T> => ({
  rows: rows.filter(isWanted),
  unreadable,
});

/** `unknown`: none is seen, and one may stand in a row that cannot be read. */
export type Presence<T> =
  | { readonly kind: "present"; readonly row: T }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" };

export function lookFor<T>(book: Book<T>, isWanted: (row: T) => boolean): Presence<T> {
  const row = book.rows.find(isWanted);
  if (row !== undefined) return { kind: "present", row };
  return isComplete(book) ? { kind: "absent" } : { kind: "unknown" };
}
