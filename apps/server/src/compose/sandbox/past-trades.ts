import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { ExitCause } from "@vriddhi/core/exit/exit-model";
import { type LedgerEvent, type LedgerFact, positionIdOf } from "@vriddhi/core/ledger/ledger-event";
import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { profitOfDay } from "@vriddhi/core/ledger/profit";
import {
  type BrokerInstrument,
  brokerOrderId,
  ORDER_TAG_BYTES,
  type OrderTag,
  orderTagFrom,
  type Pricing,
  type Side,
} from "@vriddhi/core/order/order";
import type { OrderEvent } from "@vriddhi/core/order/order-event";
import { newOrder, type OrderLeg, type OrderState } from "@vriddhi/core/order/order-state";
import { moveOrder } from "@vriddhi/core/order/order-transition";
import { assert } from "@vriddhi/core/shared/assert";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { Random } from "@vriddhi/core/shared/random";
import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";

/** An entry and its exit on a day that is over. */
export interface PastTrade {
  readonly day: IstDate;
  readonly instrument: BrokerInstrument;
  readonly side: Side;
  readonly quantity: number;
  readonly stop: Paise;
  readonly target: Paise;
  readonly entry: { readonly at: EpochMs; readonly price: Paise };
  readonly exit: { readonly at: EpochMs; readonly price: Paise; readonly cause: ExitCause };
}

/** What the order path would have left of such a day. */
export interface PastDay {
  readonly orders: readonly StoredOrder[];
  readonly events: readonly LedgerEvent[];
}

const VALID_MS = 30 * SECOND_MS;

interface Leg {
  readonly tag: OrderTag;
  readonly n: number;
  readonly leg: OrderLeg;
  readonly side: Side;
  readonly at: EpochMs;
  readonly price: Paise;
  readonly pricing: Pricing;
  readonly cause: ExitCause | "signal";
}

const opposite = (side: Side): Side => (side === "buy" ? "sell" : "buy");

/** Sent, taken, and filled at one price two seconds later. */
function lifeOf({ tag, at, price }: Leg, quantity: number): readonly OrderEvent[] {
  const orderId = brokerOrderId(`past-${tag}`);
  const seenAt = later(at, 2 * SECOND_MS);
  const row = { orderId, status: "filled" as const, quantity, filled: quantity, averagePrice: price, reason: null };
  return [
    { kind: "sent", at: later(at, SECOND_MS), orderId },
    { kind: "seen", at: seenAt, row },
  ];
}

/** The order at its end, and each step on the way there. */
function liveOrder(leg: Leg, quantity: number): { state: OrderState; moves: readonly LedgerFact[] } {
  let state = newOrder({ leg: leg.leg, quantity, status: "sending" });
  const moves: LedgerFact[] = [];
  for (const event of lifeOf(leg, quantity)) {
    const moved = moveOrder(state, event);
    assert(moved.ok, "an order of the past went as orders go");
    const { tag } = leg;
    moves.push({
      kind: "order_moved",
      tag,
      n: moves.length + 1,
      from: state.status,
      to: moved.value.status,
      reason: null,
    });
    state = moved.value;
  }
  return { state, moves };
}

export function pastDay(account: AccountId, trade: PastTrade, random: Pick<Random, "bytes">): PastDay {
  const { day, instrument, side, quantity, stop, target, entry, exit } = trade;
  const { isin } = instrument;
  const [entryTag, exitTag] = [
    orderTagFrom(random.bytes(ORDER_TAG_BYTES)),
    orderTagFrom(random.bytes(ORDER_TAG_BYTES)),
  ];
  const positionId = positionIdOf(entryTag);
  const signalId = `past-${day}`;
  const limit = (price: Paise): Pricing => ({ kind: "limit", limit: price });
  const legs: readonly Leg[] = [
    { tag: entryTag, n: 0, leg: "entry", side, ...entry, pricing: limit(entry.price), cause: "signal" },
    { tag: exitTag, n: 1, leg: "exit", side: opposite(side), ...exit, pricing: limit(exit.price) },
  ];
  const events: LedgerEvent[] = [];
  const write = (at: EpochMs, fact: LedgerFact) => events.push({ accountId: account, day, at, fact });
  const orders = legs.map((leg): StoredOrder => {
    const { tag, n, at, price, cause } = leg;
    const { state, moves } = liveOrder(leg, quantity);
    const own = { tag, positionId, isin, leg: leg.leg, side: leg.side };
    const planned = { kind: "order_planned" as const, signalId: n === 0 ? signalId : null, quantity, cause };
    write(at, { ...own, ...planned });
    for (const move of moves) write(later(at, SECOND_MS), move);
    write(later(at, 2 * SECOND_MS), { kind: "fill", ...own, fillId: `past-${tag}`, quantity, price });
    const terms = { authority: "run" as const, stop, target, validUntil: later(at, VALID_MS) };
    const place = { tag, day, accountId: account, positionId, signalId, n, leg: leg.leg, side: leg.side };
    const written = { instrument, pricing: leg.pricing, cause, entry: n === 0 ? terms : null };
    return { ...place, ...written, state, version: moves.length + 1, plannedAt: at };
  });
  const flatAt = later(exit.at, 3 * SECOND_MS);
  write(flatAt, { kind: "position_flat", positionId });
  const { gross, charges, net } = profitOfDay(foldLedger(events), tariffOf("angelone"));
  write(later(flatAt, SECOND_MS), { kind: "day_closed", gross, charges: charges.total, net: paise(net) });
  return { orders, events };
}
