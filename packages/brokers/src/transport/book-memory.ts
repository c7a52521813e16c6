import { ok, type Result } from "@vriddhi/core/shared/result";
import type { Book } from "../port/book.ts";
import type { ReadError } from "../port/broker-error.ts";
import type { Answer } from "./answers.ts";

interface Remembered {
  readonly essence: string;
  readonly book: Book<unknown>;
}

/** Capacity; evicts the least recently requested book. */
const BOOKS_MAX = 2_048;

export type ReadOnce = <T>(
  account: string,
  answer: Answer,
  read: (answer: Answer) => Result<Book<T>, ReadError>,
) => Result<Book<T>, ReadError>;

/**
 * A book at rest returns the same bytes, so it is parsed once. One cache per kind of book: equal bytes mean the same
 * only to one parser. `essenceOf` removes volatile fields that the parser ignores. Failures are never cached.
 */
export function createBookMemory(essenceOf = (body: string): string => body, booksMax = BOOKS_MAX): ReadOnce {
  const known = new Map<string, Remembered>();
  return <T>(account: string, answer: Answer, read: (answer: Answer) => Result<Book<T>, ReadError>) => {
    const found = known.get(account);
    known.delete(account);
    const essence = answer.ok && answer.value.status === 200 ? essenceOf(answer.value.body) : null;
    if (found !== undefined && essence === found.essence) {
      known.set(account, found);
      return ok(found.book as Book<T>);
    }
    const result = read(answer);
    if (!result.ok || essence === null) return result;
    known.set(account, { essence, book: result.value });
    const [oldest] = known.keys();
    if (known.size > booksMax && oldest !== undefined) known.delete(oldest);
    return result;
  };
}
