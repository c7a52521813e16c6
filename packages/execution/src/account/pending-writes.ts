import type { LedgerEvent, LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag, Pricing } from "@vriddhi/core/order/order";
import type { CommandVerdict } from "@vriddhi/core/order/order-command";
import type { OrderEvent } from "@vriddhi/core/order/order-event";
import { isLate, type OrderState } from "@vriddhi/core/order/order-state";
import { moveOrder } from "@vriddhi/core/order/order-transition";
import { assert } from "@vriddhi/core/shared/assert";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { OrderUpdate } from "../ports/order-store.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";
import type { AccountBook } from "./account-book.ts";

export interface CommandResult {
  readonly tag: OrderTag;
  readonly n: number;
  readonly verdict: Exclude<CommandVerdict, "open">;
}

/** A change of only these timestamps is not worth a write. */
const isStored = (key: string): boolean => key !== "seenAt" && key !== "filledSeenAt";

function isSameState(a: OrderState, b: OrderState): boolean {
  if (a === b) return true;
  for (const key in a) if (isStored(key) && a[key as keyof OrderState] !== b[key as keyof OrderState]) return false;
  return true;
}

const triggerOf = (pricing: Pricing): number | null => (pricing.kind === "stop_limit" ? pricing.trigger : null);

const isSamePricing = (a: Pricing, b: Pricing): boolean =>
  a.kind === b.kind && a.limit === b.limit && triggerOf(a) === triggerOf(b);

export class PendingWrites {
  readonly book: AccountBook;
  readonly now: EpochMs;
  readonly #orders = new Map<OrderTag, StoredOrder>();
  readonly #events: LedgerEvent[] = [];
  readonly #judgements: CommandResult[] = [];
  readonly #moves = new Map<OrderTag, number>();

  constructor(book: AccountBook, now: EpochMs) {
    this.book = book;
    this.now = now;
  }

  order(tag: OrderTag): StoredOrder | undefined {
    return this.#orders.get(tag) ?? this.book.order(tag);
  }

  /** Returns false when the order's state forbids the event, which is recorded as a contradiction. */
  move(tag: OrderTag, event: OrderEvent): boolean {
    const order = this.order(tag);
    assert(order !== undefined, "only orders of the account are moved");
    const moved = moveOrder(order.state, event);
    if (!moved.ok) {
      this.write({ kind: "order_contradicted", tag, event: event.kind, refusal: moved.error });
      return false;
    }
    this.#orders.set(tag, { ...order, state: moved.value });
    this.#tell(order, moved.value);
    return true;
  }

  reprice(tag: OrderTag, pricing: Pricing): void {
    const order = this.order(tag);
    if (order !== undefined && !isSamePricing(order.pricing, pricing)) this.#orders.set(tag, { ...order, pricing });
  }

  judge({ tag, command }: StoredCommand, verdict: CommandResult["verdict"]): void {
    this.#judgements.push({ tag, n: command.n, verdict });
    this.write({ kind: "command_judged", tag, n: command.n, answer: command.answer, verdict });
  }

  write(fact: LedgerFact): void {
    const event = this.book.event(fact, this.now);
    if (!this.book.isWritten(event)) this.#events.push(event);
  }

  updates(): readonly OrderUpdate[] {
    return [...this.#orders.values()]
      .filter((order) => this.#isChanged(order))
      .map(({ tag, version, state, pricing }) => ({ tag, version, state, pricing }));
  }

  events(): readonly LedgerEvent[] {
    return this.#events;
  }

  judgements(): readonly CommandResult[] {
    return this.#judgements;
  }

  /** Keeps unstored timestamps in memory. */
  keepQuiet(): void {
    this.book.take([...this.#orders.values()].filter((order) => !this.#isChanged(order)));
  }

  #isChanged(order: StoredOrder): boolean {
    const before = this.book.order(order.tag);
    if (before === undefined || !isSamePricing(before.pricing, order.pricing)) return true;
    return !isSameState(before.state, order.state);
  }

  #tell({ tag, positionId, instrument, leg, side, state: before }: StoredOrder, after: OrderState): void {
    if (before.status !== after.status)
      this.write({
        kind: "order_moved",
        tag,
        n: this.#nextMove(tag),
        from: before.status,
        to: after.status,
        reason: after.reason,
      });
    const isMore = after.filled > before.filled;
    if (after.filled > 0 && (isMore || after.averagePrice !== before.averagePrice))
      this.write({
        kind: "fill_seen",
        tag,
        positionId,
        isin: instrument.isin,
        leg,
        side,
        quantity: after.filled,
        averagePrice: after.averagePrice,
      });
    if (isLate(after) && (isMore || !isLate(before))) this.write({ kind: "order_late", tag, filled: after.filled });
  }

  #nextMove(tag: OrderTag): number {
    const stored = this.book.moves(tag);
    const n = Math.max(stored, this.#moves.get(tag) ?? 0) + 1;
    this.#moves.set(tag, n);
    return n;
  }
}
