import { ok, type Result } from "@vriddhi/core/shared/result";
import type { Book } from "../port/book.ts";
import type { ReadError } from "../port/broker-error.ts";
import type { Answer } from "./answers.ts";

interface Remembered {
  readonly essence: string;
  readonly book: Book<unknown>;
}

/** So many books are remembered; the one that was not asked for longest goes first. */
const BOOKS_MAX = 2_048;

/** Reads an account's book anew only when its bytes differ from the last time. */
export type ReadOnce = <T>(
  account: string,
  answer: Answer,
  read: (answer: Answer) => Result<Book<T>, ReadError>,
) => Result<Book<T>, ReadError>;

/**
 * A book at rest is read again and again and comes byte for byte the same: it is understood once. For one kind of book
 * each, because the same bytes mean the same only to the same reader. `essenceOf` leaves out what the reader never looks
 * at and what changes all the time. What was refused or failed is never remembered.
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
