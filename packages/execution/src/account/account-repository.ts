import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { ClaimRefusal, OrderStore, Stale } from "../ports/order-store.ts";
import type { BucketLease, NotOwner } from "../ports/ownership.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";
import type { AccountBook } from "./account-book.ts";
import type { PendingWrites } from "./pending-writes.ts";

/** The turn must end: another worker owns the bucket, or the store holds newer data than we read. */
export class TurnHalted extends Error {
  readonly why: "not_owner" | "stale";

  constructor(why: TurnHalted["why"]) {
    super(`turn halted: ${why}`);
    this.why = why;
  }
}

/** Writes an account's changes and keeps the book beside the store. A write that throws may have happened. */
export class AccountRepository {
  readonly #store: OrderStore;
  readonly #lease: () => BucketLease | null;

  constructor(store: OrderStore, lease: () => BucketLease | null) {
    this.#store = store;
    this.#lease = lease;
  }

  async commit(draft: PendingWrites): Promise<void> {
    const { book } = draft;
    const [first, ...rest] = draft.judgements();
    const updates = draft.updates();
    const events = draft.events();
    if (first === undefined && updates.length === 0 && events.length === 0) {
      draft.keepQuiet();
      return;
    }
    const lease = this.#held();
    const changed = this.#value(
      first === undefined
        ? await this.#store.record(lease, updates, events)
        : await this.#store.judgeCommand(lease, first.tag, first.n, first.verdict, updates, events),
    );
    draft.keepQuiet();
    book.take(changed);
    book.addEvents(events);
    if (first !== undefined) book.judgeCommand(first.tag, first.n, first.verdict);
    for (const { tag, n, verdict } of rest) {
      this.#value(await this.#store.judgeCommand(lease, tag, n, verdict, [], []));
      book.judgeCommand(tag, n, verdict);
    }
  }

  /** Returns the reason when the order may not be claimed now. */
  async claim(draft: PendingWrites, now: EpochMs): Promise<StoredOrder | "blocked" | "too_late"> {
    const [update] = draft.updates();
    if (update === undefined) throw new TurnHalted("stale");
    const claimed = await this.#store.claim(this.#held(), update, draft.events(), now);
    if (!claimed.ok && isRefusal(claimed.error)) return claimed.error.kind;
    const order = this.#value(claimed as Result<StoredOrder, NotOwner | Stale>);
    draft.book.take([order]);
    draft.book.addEvents(draft.events());
    return order;
  }

  async addExit(book: AccountBook, order: StoredOrder, events: readonly LedgerEvent[]): Promise<void> {
    const added = this.#value(await this.#store.addExit(this.#held(), order, events));
    if (added === null) throw new TurnHalted("stale");
    book.take([added]);
    book.addEvents(events);
  }

  async addCommand(book: AccountBook, command: StoredCommand, events: readonly LedgerEvent[]): Promise<void> {
    const version = book.order(command.tag)?.version ?? 0;
    this.#value(await this.#store.addCommand(this.#held(), command, version, events));
    book.addCommand(command);
    book.addEvents(events);
  }

  async answerCommand(
    book: AccountBook,
    { tag, command }: Pick<StoredCommand, "tag" | "command">,
    answer: StoredCommand["command"]["answer"],
  ): Promise<void> {
    this.#value(await this.#store.answerCommand(this.#held(), tag, command.n, answer));
    book.answerCommand(tag, command.n, answer);
  }

  #held(): BucketLease {
    const lease = this.#lease();
    if (lease === null) throw new TurnHalted("not_owner");
    return lease;
  }

  #value<T>(result: Result<T, NotOwner | Stale>): T {
    if (!result.ok) throw new TurnHalted(result.error.kind);
    return result.value;
  }
}

const isRefusal = (error: NotOwner | ClaimRefusal): error is Exclude<ClaimRefusal, Stale> =>
  error.kind === "blocked" || error.kind === "too_late";
