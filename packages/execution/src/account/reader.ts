import { type Book, isComplete } from "@vriddhi/brokers/port/book";
import type { ReadError } from "@vriddhi/brokers/port/broker-error";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { BrokerFill, BrokerOrder, BrokerPosition } from "@vriddhi/core/order/order";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import type { TradingAccount } from "../ports/account-port.ts";
import type { BookRead } from "./take-book.ts";
import type { LookRead } from "./take-look.ts";

/** `close` reads everything, at the end of the day. */
export type ReadKind = "book" | "positions" | "fills" | "close";

export interface PositionsRead {
  readonly startedAt: EpochMs;
  readonly rows: readonly BrokerPosition[];
  readonly isComplete: boolean;
}

/** Results of a read; a missing part failed. */
export interface ReadOutcome {
  readonly kind: ReadKind;
  readonly startedAt: EpochMs;
  readonly books: readonly BookRead[];
  readonly positions: PositionsRead | null;
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

/** Book, positions, book: the first was read before the positions were requested, the last began after they arrived. */
export const lookOf = (before: BookRead, positions: PositionsRead, after: BookRead): LookRead => ({
  startedAt: before.startedAt,
  before,
  positions: positions.rows,
  arePositionsComplete: positions.isComplete,
  after,
});

/** Makes the reads of one account; a failed read asserts nothing. */
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
    const before = kind === "book" || kind === "close" ? await this.#book(access, failures) : null;
    const wantsPositions = kind === "positions" || (kind === "close" && before?.outcome !== "failed");
    const positions = wantsPositions ? await this.#positions(access, failures) : null;
    const after = kind === "close" && positions !== null ? await this.#book(access, failures) : null;
    const wantsFills = kind === "fills" || kind === "close";
    const fills = wantsFills ? await this.#ask(failures, () => this.#account.adapter.portfolio.fills(access)) : null;
    return {
      kind,
      startedAt,
      books: [before, after].filter((book) => book !== null),
      positions,
      look: before === null || positions === null || after === null ? null : lookOf(before, positions, after),
      fills: fills?.ok === true ? fills.value : null,
      ...failures,
    };
  }

  async #book(access: AccountAccess, failures: Failures): Promise<BookRead> {
    const startedAt = this.#clock.now();
    return toRead(startedAt, await this.#ask(failures, () => this.#account.adapter.portfolio.orders(access)));
  }

  async #positions(access: AccountAccess, failures: Failures): Promise<PositionsRead | null> {
    const startedAt = this.#clock.now();
    const read = await this.#ask(failures, () => this.#account.adapter.portfolio.positions(access));
    return read.ok ? { startedAt, rows: read.value.rows, isComplete: isComplete(read.value) } : null;
  }

  async #ask<T>(failures: Failures, call: () => Promise<Result<T, ReadError>>): Promise<Result<T, ReadError>> {
    const result = await call();
    if (result.ok) return result;
    if (result.error.kind === "session_expired") failures.isSessionDead = true;
    if (result.error.kind === "throttled") failures.retryAfterMs = result.error.retryAfterMs;
    return result;
  }
}
