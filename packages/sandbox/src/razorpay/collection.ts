import { ok, type Result } from "@vriddhi/core/shared/result";
import { type Refusal, refuse } from "./razorpay-wire.ts";

export interface Collection<T> {
  readonly entity: "collection";
  readonly count: number;
  readonly items: readonly T[];
}

const COUNT_DEFAULT = 10;
const COUNT_MAX = 100;

export const collection = <T>(items: readonly T[]): Collection<T> => ({
  entity: "collection",
  count: items.length,
  items,
});

function whole(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  return text === null || text === "" ? fallback : Number(text);
}

/** One page of a list, newest first; `from` and `to` are unix seconds, both included. */
export function page<T extends { readonly created_at: number }>(
  items: Iterable<T>,
  query: URLSearchParams,
): Result<Collection<T>, Refusal> {
  const count = whole(query, "count", COUNT_DEFAULT);
  const skip = whole(query, "skip", 0);
  const from = whole(query, "from", 0);
  const to = whole(query, "to", Number.MAX_SAFE_INTEGER);
  if (!Number.isInteger(count) || count < 1) return refuse("The count must be at least 1.", { field: "count" });
  if (count > COUNT_MAX) return refuse(`The count may not be greater than ${COUNT_MAX}.`, { field: "count" });
  if (!Number.isInteger(skip) || skip < 0) return refuse("The skip must be at least 0.", { field: "skip" });
  if (!Number.isInteger(from) || !Number.isInteger(to)) return refuse("from and to must be unix timestamps.");
  const wanted = [...items].reverse().filter((item) => item.created_at >= from && item.created_at <= to);
  return ok(collection(wanted.slice(skip, skip + count)));
}
