import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { z } from "zod";
import type { Book } from "../port/book.ts";
import type { OrderError, ReadError, Refusal } from "../port/broker-error.ts";
import type { HttpFailure, HttpReply } from "./http.ts";

export type Answer = Result<HttpReply, HttpFailure>;

/** The meaning of an answer, for any caller. `unclear` is not a refusal: a read did no harm, an order may be live. */
export type Verdict = Refusal | { readonly kind: "unclear"; readonly reason: string };

export type Judge = (reply: HttpReply, body: unknown) => Verdict;

export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** An answer came, so nothing of the call is in flight. */
const toOrderError = (verdict: Verdict): OrderError =>
  verdict.kind === "unclear" ? { kind: "outcome_unknown", reason: verdict.reason, mayStillArrive: false } : verdict;

export const toReadError = (verdict: Verdict): ReadError =>
  verdict.kind === "unclear" ? { kind: "unavailable", reason: verdict.reason } : verdict;

const failedOrder = (failure: HttpFailure): OrderError =>
  failure.kind === "never_sent"
    ? failure
    : { kind: "outcome_unknown", reason: failure.reason, mayStillArrive: !failure.isReset };

export const failedRead = ({ reason }: HttpFailure): ReadError => ({ kind: "unavailable", reason });

function parse<T>(reply: HttpReply, shape: z.ZodType<T>, judge: Judge): Result<T, Verdict> {
  const body = readJson(reply.body);
  const known = reply.status === 200 ? shape.safeParse(body) : null;
  return known?.success === true ? ok(known.data) : err(judge(reply, body));
}

/** Returns the readable rows and counts the rest. `to` returns `null` for an unreadable row. */
export function toBook<Row, T>(rows: readonly unknown[], row: z.ZodType<Row>, to: (row: Row) => T | null): Book<T> {
  const readable = rows.flatMap((raw) => {
    const known = row.safeParse(raw);
    return known.success ? (to(known.data) ?? []) : [];
  });
  return { rows: readable, unreadable: rows.length - readable.length };
}

export interface Answers {
  written<T, U>(answer: Answer, shape: z.ZodType<T>, to: (value: T) => U, judge?: Judge): Result<U, OrderError>;
  /** `to` returns `null` for an unreadable value. */
  read<T, U>(answer: Answer, shape: z.ZodType<T>, to: (value: T) => U | null): Result<U, ReadError>;
  book<Row, T>(
    answer: Answer,
    shape: z.ZodType<readonly unknown[]>,
    row: z.ZodType<Row>,
    to: (row: Row) => T | null,
  ): Result<Book<T>, ReadError>;
}

export function createAnswers(judgeUsually: Judge, unreadable: Verdict): Answers {
  function read<T, U>(answer: Answer, shape: z.ZodType<T>, to: (value: T) => U | null): Result<U, ReadError> {
    if (!answer.ok) return err(failedRead(answer.error));
    const parsed = parse(answer.value, shape, judgeUsually);
    if (!parsed.ok) return err(toReadError(parsed.error));
    const value = to(parsed.value);
    return value === null ? err(toReadError(unreadable)) : ok(value);
  }

  return {
    written(answer, shape, to, judge = judgeUsually) {
      if (!answer.ok) return err(failedOrder(answer.error));
      const parsed = parse(answer.value, shape, judge);
      return parsed.ok ? ok(to(parsed.value)) : err(toOrderError(parsed.error));
    },
    read,
    book: (answer, shape, row, to) => read(answer, shape, (rows) => toBook(rows, row, to)),
  };
}
