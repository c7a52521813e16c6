import { nonExitMax, type RateShape } from "@vriddhi/brokers/port/rate-shape";
import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { type EpochMs, epochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { SpentCall } from "../ports/account-port.ts";
import type { AccountDay } from "../ports/order-store.ts";
import type { StoredOrder } from "../ports/stored-order.ts";

/** The first attempt of an entry is the commit that inserted it; every other one was claimed. */
function attemptsOf({ plannedAt, state }: StoredOrder): readonly SpentCall[] {
  const isInserted = state.leg === "entry" && state.attempts > 0;
  const resentAt = state.claimedAt ?? plannedAt;
  return Array.from({ length: state.attempts }, (_, n) => ({
    class: "order",
    at: n === 0 && isInserted ? plannedAt : resentAt,
  }));
}

/** Somebody acted for the account within the last minute, or still has something to watch: books were read. */
function wasWatched({ orders, ledger }: AccountDay, own: ReadonlySet<OrderTag>, now: EpochMs): boolean {
  const since = later(now, -MINUTE_MS);
  const isOwn = ({ fact }: LedgerEvent): boolean => "tag" in fact && own.has(fact.tag);
  return (
    orders.some(({ tag, state }) => !own.has(tag) && !isOrderFinal(state.status)) ||
    ledger.some((event) => event.at >= since && !isOwn(event))
  );
}

/**
 * No row tells how often books were read. Where orders share a minute's budget with them, what is not kept for exits counts
 * as spent, evenly over the minute before: by the orders that are known of, the rest by reads. More would keep the first
 * book of this life waiting the longer, the more there is to protect.
 */
function assumedReads(rates: RateShape, known: readonly SpentCall[], now: EpochMs): readonly SpentCall[] {
  const shared = rates.filter(
    ({ classes, span }) => span === "minute" && classes.includes("order") && classes.includes("book"),
  );
  const since = later(now, -MINUTE_MS);
  const knownCount = known.filter(({ at }) => at > since).length;
  const count = Math.max(0, ...shared.map((budget) => nonExitMax(budget) - knownCount));
  return Array.from({ length: count }, (_, n) => ({
    class: "book",
    at: epochMs(now - Math.floor((n * MINUTE_MS) / count)),
  }));
}

/** Calls that count against the broker's limits, as far as rows tell, and what must be assumed: a restart is no fresh budget. */
export function spentCalls(
  day: AccountDay,
  notYetSent: ReadonlySet<OrderTag>,
  rates: RateShape,
  now: EpochMs,
): readonly SpentCall[] {
  const placed = day.orders.filter(({ tag }) => !notYetSent.has(tag)).flatMap(attemptsOf);
  const commanded = day.commands
    .filter(({ command }) => command.answer !== "never_sent")
    .map(({ command }): SpentCall => ({ class: "order", at: command.sentAt }));
  const known = [...placed, ...commanded];
  const read = wasWatched(day, notYetSent, now) ? assumedReads(rates, known, now) : [];
  return [...known, ...read].toSorted((a, b) => a.at - b.at);
}
