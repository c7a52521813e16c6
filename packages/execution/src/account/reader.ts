import { type Book, isComplete } from "@vriddhi/brokers/port/book";
import type { ReadError } from "@vriddhi/brokers/port/broker-error";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { BrokerFill, BrokerOrder } from "@vriddhi/core/order/order";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import type { TradingAccount } from "../ports/account-port.ts";
import type { BookRead } from "./take-book.ts";
import type { LookRead } from "./take-look.ts";

/** `close`: everything, at the end of the day. */
export type ReadKind = "book" | "look" | "fills" | "close";

/** What came of a read. What is missing failed. */
export interface ReadOutcome {
  readonly kind: ReadKind;
  readonly startedAt: EpochMs;
  readonly books: readonly BookRead[];
  readonly look: LookRead | null;
  readonly fills: Book<BrokerFill> | null;
  readonly isSessionDead: boolean;
  readonly retryAfterMs: number | null;
}

interface Failures {
  isSessionDead: boolean;
  retryAfterMs: number | null;
}

const toRead = (startedAt: EpochMs, result: Result<Book<BrokerOrder>, ReadError>): BookRead =>
  result.ok
    ? { startedAt, outcome: isComplete(result.value) ? "clean" : "unreadable", rows: result.value.rows }
    : { startedAt, outcome: "failed", rows: [] };

/** Makes the reads of one account; whatever fails says nothing. */
export class AccountReader {
  readonly #clock: HumanClock;
  readonly #account: TradingAccount;

  constructor(clock: HumanClock, account: TradingAccount) {
    this.#clock = clock;
    this.#account = account;
  }

  async read(kind: ReadKind, access: AccountAccess): Promise<ReadOutcome> {
    const startedAt = this.#clock.now();
    const failures: Failures = { isSessionDead: false, retryAfterMs: null };
    const books: BookRead[] = [];
    let look: LookRead | null = null;
    if (kind !== "fills") books.push(await this.#book(access, failures));
    const [before] = books;
    if ((kind === "look" || kind === "close") && before !== undefined && before.outcome !== "failed") {
      look = await this.#look(access, failures, before);
      if (look !== null) books.push(look.after);
    }
    const wantsFills = kind === "fills" || kind === "close";
    const fills = wantsFills ? await this.#ask(failures, () => this.#account.adapter.portfolio.fills(access)) : null;
    return { kind, startedAt, books, look, fills: fills?.ok === true ? fills.value : null, ...failures };
  }

  async #book(access: AccountAccess, failures: Failures): Promise<BookRead> {
    const startedAt = this.#clock.now();
    return toRead(startedAt, await this.#ask(failures, () => this.#account.adapter.portfolio.orders(access)));
  }

  async #look(access: AccountAccess, failures: Failures, before: BookRead): Promise<LookRead | null> {
    const positions = await this.#ask(failures, () => this.#account.adapter.portfolio.positions(access));
    if (!positions.ok) return null;
    const after = await this.#book(access, failures);
    return {
      startedAt: before.startedAt,
      before,
      positions: positions.value.rows,
      arePositionsComplete: isComplete(positions.value),
      after,
    };
  }

  async #ask<T>(failures: Failures, call: () => Promise<Result<T, ReadError>>): Promise<Result<T, ReadError>> {
    const result = await call();
    if (result.ok) return result;
    if (result.error.kind === "session_expired") failures.isSessionDead = true;
    if (result.error.kind === "throttled") failures.retryAfterMs = result.error.retryAfterMs;
    return result;
  }
}
