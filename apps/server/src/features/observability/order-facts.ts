import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { OrderStatus } from "@vriddhi/core/order/order-state";
import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { WireRecord } from "@vriddhi/execution/ports/order-store";
import type { OrderObserver } from "./observe-orders.ts";

/** Calls that wait for a scrape; without a monitor further ones are not measured. */
const CALLS_MAX = 20_000;
/** Looked up by one scrape, so that a signal's load on the database is spread. */
export const CALLS_AT_ONCE = 2_000;
/** An order without an answer for this long is measured as sent only. */
const ANSWER_WITHIN_MS = 30 * SECOND_MS;

export interface PlaceCall {
  readonly tag: OrderTag;
  readonly day: IstDate;
  /** The first request and the last answer. */
  readonly askedAt: EpochMs;
  answeredAt: EpochMs | null;
}

/** Orders of an account that reached a status; `created` is their insertion. */
export interface Moves {
  readonly account: AccountId;
  readonly counts: Map<OrderStatus | "created", number>;
}

export interface PendingFacts {
  readonly moves: readonly Moves[];
  readonly calls: readonly PlaceCall[];
}

export interface OrderFacts extends Required<OrderObserver> {
  /** Removes and returns what is complete. */
  take(now: EpochMs): PendingFacts;
  /** After a failed look-up. */
  giveBack(taken: PendingFacts): void;
}

/** Facts of the order path, collected without a read: broker and signal are looked up when a monitor asks. */
export function createOrderFacts(): OrderFacts {
  let moves = new Map<AccountId, Moves>();
  const calls = new Map<OrderTag, PlaceCall>();
  const add = (account: AccountId, status: OrderStatus | "created", n = 1): void => {
    const own = moves.get(account) ?? { account, counts: new Map() };
    moves.set(account, own);
    own.counts.set(status, (own.counts.get(status) ?? 0) + n);
  };
  function addCall({ tag, day, at, direction }: WireRecord): void {
    const known = calls.get(tag);
    if (known !== undefined) known.answeredAt = direction === "answer" ? at : known.answeredAt;
    else if (direction === "request" && calls.size < CALLS_MAX)
      calls.set(tag, { tag, day, askedAt: at, answeredAt: null });
  }
  return {
    events(events) {
      for (const { accountId, fact } of events) {
        if (fact.kind === "order_moved") add(accountId, fact.to);
        else if (fact.kind === "order_planned") add(accountId, "created");
      }
    },
    wire(records) {
      for (const record of records) if (record.call === "place") addCall(record);
    },
    take(now) {
      const isOver = ({ askedAt, answeredAt }: PlaceCall) => answeredAt !== null || askedAt < now - ANSWER_WITHIN_MS;
      const taken = { moves: [...moves.values()], calls: [...calls.values()].filter(isOver).slice(0, CALLS_AT_ONCE) };
      moves = new Map();
      for (const { tag } of taken.calls) calls.delete(tag);
      return taken;
    },
    giveBack(taken) {
      for (const { account, counts } of taken.moves) for (const [status, n] of counts) add(account, status, n);
      for (const call of taken.calls) calls.set(call.tag, call);
    },
  };
}
