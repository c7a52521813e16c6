import { later } from "@vriddhi/core/time/clock";
import type { TradingAccount } from "../ports/account-port.ts";
import type { AccountBook } from "./account-book.ts";
import type { AccountMemory } from "./account-memory.ts";
import type { AccountRepository } from "./account-repository.ts";
import type { ActorDeps, Message } from "./actor-model.ts";
import { adoptClosing } from "./adopt-closing.ts";
import { closeDay, type LastBooks, lastBooksOf } from "./close-day.ts";
import { PendingWrites } from "./pending-writes.ts";
import type { ReadOutcome } from "./reader.ts";
import { forgetMessage, settleMessage } from "./settle.ts";
import { answerOfCommand, pauseAfter } from "./take-answer.ts";
import { takeLook } from "./take-look.ts";
import { takePositions } from "./take-positions.ts";

/** Records what an account has received. A write that throws may have happened; recording it again changes nothing. */
export class AccountLedgerWriter {
  readonly #deps: ActorDeps;
  readonly #memory: AccountMemory;
  readonly #repository: AccountRepository;

  constructor(deps: ActorDeps, memory: AccountMemory, repository: AccountRepository) {
    this.#deps = deps;
    this.#memory = memory;
    this.#repository = repository;
  }

  /** Returns true when the day was asked to end and has ended. */
  async record(
    book: AccountBook,
    account: TradingAccount,
    messages: readonly Message[],
    isClosing: boolean,
  ): Promise<boolean> {
    let isClosed = false;
    const draft = this.#draft(book);
    for (const message of messages) settleMessage(draft, this.#memory, this.#deps.settings, message);
    await this.#repository.commit(draft);
    for (const message of messages) {
      if (message.kind === "commanded") await this.#recordCommand(book, message);
      if (message.kind !== "read") continue;
      await this.#recordLook(book, message.outcome);
      const last = isClosing && message.outcome.kind === "close" ? lastBooksOf(message.outcome, this.#memory) : null;
      if (last === null) continue;
      await this.#endDay(book, account, last);
      isClosed = true;
    }
    for (const message of messages) forgetMessage(this.#memory, message);
    return isClosed;
  }

  #draft(book: AccountBook): PendingWrites {
    return new PendingWrites(book, this.#deps.humanClock.now());
  }

  async #recordCommand(book: AccountBook, message: Extract<Message, { readonly kind: "commanded" }>): Promise<void> {
    const { settings, humanClock } = this.#deps;
    const stored = book.commandsOf(message.tag).find(({ command }) => command.n === message.n);
    if (stored === undefined) return;
    await this.#repository.answerCommand(book, stored, answerOfCommand(message.result));
    const pauseMs = pauseAfter(message.result, settings.accessRetryMs);
    if (pauseMs !== null) this.#memory.notBefore.set(message.tag, later(humanClock.now(), pauseMs));
  }

  async #recordLook(book: AccountBook, { positions, look }: ReadOutcome): Promise<void> {
    if (positions !== null) takePositions(book, this.#memory, positions);
    if (look === null) return;
    const draft = this.#draft(book);
    takeLook(draft, this.#memory, look, (isin) => this.#deps.prices.quotes(isin)[0]?.last ?? null);
    await this.#repository.commit(draft);
  }

  /** Adopts the broker's own closing trades first, because they are part of the day's result. */
  async #endDay(book: AccountBook, account: TradingAccount, last: LastBooks): Promise<void> {
    const adopting = this.#draft(book);
    adoptClosing(adopting, last.fills, last.positions);
    await this.#repository.commit(adopting);
    const closing = this.#draft(book);
    closeDay(closing, account, last);
    await this.#repository.commit(closing);
  }
}
