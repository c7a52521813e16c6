import { nonExitMax, type RateShape } from "@vriddhi/brokers/port/rate-shape";
import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { SpentCall } from "../ports/account-port.ts";
import type { AccountDay } from "../ports/order-store.ts";
import type { StoredOrder } from "../ports/stored-order.ts";

/** How long after its row a call may still leave: the lease plus the time until a paused process is killed. */
const LEAVES_WITHIN_MS = 16 * SECOND_MS;

type Rows = Pick<AccountDay, "orders" | "commands" | "ledger">;

const commandKey = (tag: OrderTag, n: number): string => `${tag} ${n}`;

/** The latest instant at which a call begun at `begunAt` has left, given when its outcome was recorded. */
const leftBy = (begunAt: EpochMs, knownAt: EpochMs): EpochMs =>
  epochMs(Math.max(begunAt, Math.min(knownAt, later(begunAt, LEAVES_WITHIN_MS))));

/** When each order last left `sending`, and when each command was judged. */
function answersIn(ledger: readonly LedgerEvent[]): ReadonlyMap<string, EpochMs> {
  const known = new Map<string, EpochMs>();
  for (const { at, fact } of ledger) {
    if (fact.kind === "order_moved" && fact.from === "sending") known.set(fact.tag, at);
    if (fact.kind === "command_judged") known.set(commandKey(fact.tag, fact.n), at);
  }
  return known;
}

/**
 * An entry's first attempt is the commit that inserted it; every other one was claimed. All but the last are proved
 * absent, but the broker may have counted them: that was known when the next attempt began.
 */
function attemptsOf({ plannedAt, state }: StoredOrder, knownAt: (begunAt: EpochMs) => EpochMs): readonly SpentCall[] {
  const isInserted = state.leg === "entry" && state.attempts > 0;
  const resentAt = state.claimedAt ?? plannedAt;
  return Array.from({ length: state.attempts }, (_, n) => {
    const begunAt = n === 0 && isInserted ? plannedAt : resentAt;
    const isLast = n === state.attempts - 1;
    return { class: "order", at: leftBy(begunAt, isLast ? knownAt(begunAt) : resentAt) };
  });
}

/**
 * Calls about orders at the latest instants at which they can have left: an earlier instant would allow one call too
 * many. `untilNow` bounds calls whose outcome is unknown; `null` means that they left when their row was written.
 */
export function orderCalls({ orders, commands, ledger }: Rows, untilNow: EpochMs | null): readonly SpentCall[] {
  const answers = answersIn(ledger);
  const knownAt = (key: string, begunAt: EpochMs): EpochMs => answers.get(key) ?? untilNow ?? begunAt;
  const placed = orders.flatMap((order) => attemptsOf(order, (begunAt) => knownAt(order.tag, begunAt)));
  // A command that never left costs nothing.
  const changed = commands
    .filter(({ command }) => command.answer !== "never_sent")
    .map(({ tag, command: { n, sentAt } }): SpentCall => {
      const at = leftBy(sentAt, knownAt(commandKey(tag, n), sentAt));
      return { class: "change", at };
    });
  return [...placed, ...changed];
}

/** A worker acted for the account within the last minute or still has something to watch, so it has read books. */
function wasWatched({ orders, ledger }: AccountDay, own: ReadonlySet<OrderTag>, now: EpochMs): boolean {
  const since = later(now, -MINUTE_MS);
  const isOwn = ({ fact }: LedgerEvent): boolean => "tag" in fact && own.has(fact.tag);
  return (
    orders.some(({ tag, state }) => !own.has(tag) && !isOrderFinal(state.status)) ||
    ledger.some((event) => event.at >= since && !isOwn(event))
  );
}

/**
 * No row records reads. Where they share a minute's budget with orders, everything not reserved for exits counts as
 * spent, evenly over that minute. More would delay the first book most where most needs protection.
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

/** Calls that count against the broker's limits, from rows and assumptions: a restart does not reset the budget. */
export function spentCalls(
  day: AccountDay,
  notYetSent: ReadonlySet<OrderTag>,
  rates: RateShape,
  now: EpochMs,
): readonly SpentCall[] {
  const orders = day.orders.filter(({ tag }) => !notYetSent.has(tag));
  const known = orderCalls({ orders, commands: day.commands, ledger: day.ledger }, now);
  const read = wasWatched(day, notYetSent, now) ? assumedReads(rates, known, now) : [];
  return [...known, ...read].toSorted((a, b) => a.at - b.at);
}
